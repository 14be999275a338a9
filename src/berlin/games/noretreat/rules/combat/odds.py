"""9.sequence: a battle as it is foretold: its tallies, and what each face of the die brings."""

from msgspec.structs import replace

from berlin.games.noretreat.board.tables import COLUMNS, TOO_LOW
from berlin.games.noretreat.rules.combat.battle import Battle
from berlin.games.noretreat.rules.combat.effect import effect
from berlin.games.noretreat.rules.combat.reckoning import final, ratio, reckoning, standing
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.state.state import Draft, attacking, place_name
from berlin.kernel.contract.rules import Explanation, Outcome
from berlin.kernel.contract.words import sentence


def odds(d: Draft, b: Battle) -> Explanation:
    """Strengths, shifts, column, and what each face of the die brings."""
    parts = reckoning(d, b)
    column = final(d, b)
    if column == TOO_LOW:
        note = "below 1:3: the defenders attack back without a roll [NR 9.ratio.low]"
        return Explanation(
            _title(d, b), parts, (Outcome(effect(d, b, "CA").text, 1, 1),), (note, "below 1:3")
        )
    before, after = COLUMNS[ratio(d, b)], COLUMNS[column]
    chances, more = _chances(d, replace(b, column=column))
    notes = (f"{before} before shifts, {after} after [NR 9.ratio]", f"odds {after}", *more)
    return Explanation(_title(d, b), parts, chances, notes)


def _chances(d: Draft, b: Battle) -> tuple[tuple[Outcome, ...], tuple[str, ...]]:
    """9.result: what each face of the die brings, and what a card changes of it."""
    faces: tuple[int, ...] = (1,) * 6
    notes: list[str] = []
    for force in reversed(b.forces):
        event = EVENTS[force.code]
        if sure := event.foretold(d, b, force):
            return (Outcome(effect(d, b, sure).text, 1, 1),), (f"no die is rolled [{event.rule}]",)
        if event.faces(b):
            faces = event.faces(b)
            taken = "higher" if faces[-1] > faces[0] else "lower"
            notes.append(f"two dice, of which the {taken} is taken [{event.rule}]")
    found: dict[str, int] = {}
    for die, ways in enumerate(faces, 1):
        told = effect(d, b, standing(d, replace(b, die=die))).text
        found[told] = found.get(told, 0) + ways
    return tuple(Outcome(told, ways, sum(faces)) for told, ways in found.items()), tuple(notes)


def _title(d: Draft, b: Battle) -> str:
    where = f"{'back at ' if b.counter else ''}{place_name(b.space)}"
    return sentence(f"{attacking(d, b.units)} {where}")


def risks(d: Draft, b: Battle) -> tuple[str, ...]:
    """What a counterattack may cost those who make it, or that it can bring nothing."""
    told = odds(d, b).outcomes
    if all(outcome.label.startswith("no ") for outcome in told):
        return ("nothing can come of it [NR 9.result.ca.chain]",)
    lost = sum(outcome.ways for outcome in told if "each side loses a step" in outcome.label)
    return (f"it costs a step of your own in {lost} of 6 rolls [NR 9.result.ex]",) if lost else ()
