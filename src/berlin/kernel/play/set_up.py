"""What is checked of a game for all: what it is begun with, and that a running one asks something."""

from collections.abc import Mapping

from berlin.kernel.contract.game import AnyGame, BadText
from berlin.kernel.play.draft import Sequenced


def check_choice(game: AnyGame, scenario: str, options: Mapping[str, str]) -> None:
    """Raises BadText for a scenario, an option or a value of one that the cover doesn't name."""
    keys = [one.key for one in game.scenarios]
    if scenario not in keys:
        raise BadText(f"{scenario!r} is no scenario of {game.title} (one of: {', '.join(keys)})")
    known = {option.key: [word for word, _ in option.values] for option in game.options(scenario)}
    for key, value in options.items():
        if key not in known:
            there = f" (one of: {', '.join(known)})" if known else ", which has none"
            raise BadText(f"{key!r} is no option of {game.title}{there}")
        if value not in known[key]:
            raise BadText(f"{key} is one of {', '.join(filter(None, known[key]))}, not {value!r}")


def unasked(state: Sequenced, rule: str) -> list[str]:
    """What is wrong with a state that runs and asks nothing, or asks something though it is over."""
    if bool(state.over) != bool(state.frames):
        return []
    return [f"a running game asks something, and one that is over asks nothing [{rule}]"]
