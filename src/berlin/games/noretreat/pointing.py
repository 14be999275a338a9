"""What pointing at a unit and a space would mean under the open question, and what an act costs for good."""

from berlin.games.noretreat.actions import (
    Action,
    AdvanceTo,
    At,
    Attack,
    Blow,
    Choose,
    Detrain,
    Done,
    Entrain,
    Flip,
    Join,
    Lose,
    Move,
    Place,
    Play,
    Reorganize,
    Restore,
    RetreatTo,
    StrikeAt,
    Target,
)
from berlin.games.noretreat.deck import bit
from berlin.games.noretreat.explain import odds
from berlin.games.noretreat.frames import (
    Advance,
    Battle,
    Countering,
    Detraining,
    Excess,
    Fighting,
    Loss,
    Marking,
    Moving,
    Organize,
    Pick,
    Restoring,
    Retreat,
    Strike,
    Targeting,
)
from berlin.games.noretreat.ground import find_space
from berlin.games.noretreat.picture import board
from berlin.games.noretreat.placement import cost
from berlin.games.noretreat.results import counterattack
from berlin.games.noretreat.state import Draft
from berlin.games.noretreat.tables import CARD_KEYS, HALVES
from berlin.games.noretreat.units import KEYS, find_unit


def about(d: Draft, unit_key: str, place_key: str) -> tuple[Action, ...]:
    """The acts that a click would mean, legal or not. Raises KeyError for a name that there isn't."""
    if not d.frames:
        return ()
    unit = find_unit(unit_key) if unit_key else None
    space = _space(place_key)
    if unit is not None and space is not None:
        return tuple(_both(d, unit, space))
    if unit is not None:
        return tuple(_unit(d, unit))
    return tuple(_space_alone(d, space)) if space is not None else ()


def _space(key: str) -> int | None:
    """A space; a box or a track has none. Raises KeyError."""
    if not key:
        return None
    try:
        return find_space(key)
    except KeyError:
        if any(spot.key == key for spot in board().spots) or key.partition("-")[0] in ("axis", "soviet"):
            return None
        raise


def _both(d: Draft, unit: int, space: int) -> list[Action]:
    match d.frames[-1]:
        case Moving():
            return [Move(unit, space)]
        case Organize():
            return [Place(unit, space)]
        case Detraining():
            return [Detrain(unit, space)]
        case Retreat():
            return [RetreatTo(unit, space)]
        case Advance():
            return [AdvanceTo(unit, space)]
        case Pick():
            return [Move(unit, space), Place(unit, space), Detrain(unit, space)]
        case _:
            return _unit(d, unit) or _space_alone(d, space)


def _unit(d: Draft, unit: int) -> list[Action]:
    match d.frames[-1]:
        case Moving():
            return [Entrain(unit)]
        case Organize():
            return [Flip(unit), Reorganize(unit)]
        case Battle():
            return [Join(unit)]
        case Loss() | Excess():
            return [Lose(unit)]
        case Pick():
            return [Choose(unit), Flip(unit), Lose(unit)]
        case _:
            return []


def _space_alone(d: Draft, space: int) -> list[Action]:
    match d.frames[-1]:
        case Targeting():
            return [Target(space)]
        case Countering() | Marking():
            return [Blow(space)]
        case Fighting():
            return [Attack(space)]
        case Strike():
            return [StrikeAt(space)]
        case Restoring():
            return [Restore(space)]
        case Pick():
            return [At(space)]
        case _:
            return []


def warnings(d: Draft, action: Action) -> tuple[str, ...]:
    """What an act costs that can't be had back."""
    top = d.frames[-1] if d.frames else None
    match action:
        case Play(card):
            seat = top.seat if top is not None else 0
            if d.hands[seat] & bit(d.deck, card):
                return (f"{HALVES[card][seat].name} ({CARD_KEYS[card]}) is discarded [NR 5.use.event]",)
        case Place(unit) if isinstance(top, Organize):
            cards = cost(d, unit)
            return (f"{KEYS[unit]} costs {cards} cards [NR 7.place.destroyed]",) if cards else ()
        case StrikeAt(space) if isinstance(top, Strike):
            return _risks(d, counterattack(d, top.seat, space))
        case Done() if isinstance(top, Moving):
            return ()
    return ()


def _risks(d: Draft, b: Battle) -> tuple[str, ...]:
    """What a counterattack may cost those who make it, or that it can bring nothing."""
    told = odds(d, b).outcomes
    if all("no effect" in outcome.label for outcome in told):
        return ("nothing can come of it [NR 9.result.ca.chain]",)
    lost = sum(outcome.ways for outcome in told if "each side loses a step" in outcome.label)
    return (f"it costs a step of your own {lost} times of 6 [NR 9.result.ex]",) if lost else ()
