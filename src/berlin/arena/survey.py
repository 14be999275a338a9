"""The names on a game's table, found by looking, for a game that doesn't list them."""

from random import Random

from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.nouns import Nouns, card_slot
from berlin.kernel.contract.scene import Marker, Scene
from berlin.kernel.play.dice import key_from_seed

GAMES = 4
MOST_ACTIONS = 2_000


def marker_name(marker: Marker) -> str:
    """What a marker is called: its kind where it bears a number, else kind and text."""
    return marker.kind if number(marker.text) is not None else f"{marker.kind} {marker.text}"


def number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def survey(game: AnyGame) -> Nouns:
    """The names that some random games show, always the same games. Words are not among them: what a few
    games didn't say may be legal in the next."""
    found: dict[str, set[str]] = {name: set() for name in Nouns.__struct_fields__ if name != "faces"}
    found["places"].update(spot.key for spot in game.board().spots)
    for scenario in game.scenarios:
        for seed in range(GAMES):
            rng = Random(seed)
            state = game.start(scenario.key, key_from_seed(seed), {}).state
            for _ in range(MOST_ACTIONS):
                for seat in game.everybody:
                    _note(found, game.scene(game.view(state, seat)))
                if not game.deciders(state):
                    break
                state = game.next(state, game.sample(state, rng))
    return replace(Nouns(), **{name: tuple(sorted(names)) for name, names in found.items()})


def _note(found: dict[str, set[str]], scene: Scene) -> None:
    for piece in scene.pieces:
        found["pieces"].add(piece.id)
        found["places"].add(piece.place)
        found["badges"].update(piece.badges)
    for marker in scene.markers:
        found["places"].add(marker.place)
        found["markers"].add(marker_name(marker))
    for track in scene.tracks:
        found["tracks"].add(track.name)
        if track.note:
            found["notes"].add(track.note)
    found["cards"].update(card_slot(card.key, card.name) for card in scene.cards)
