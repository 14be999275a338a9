"""A report as a form: the units of which something is told, and what was told."""

from collections.abc import Callable, Mapping

from berlin.campaign.report import units
from berlin.campaign.report.acts import Fired, Silenced, Sniped, Tell
from berlin.campaign.report.common import Agreeing, Settling, Surveying
from berlin.campaign.report.telling import Telling
from berlin.campaign.report.units import Reporting
from berlin.campaign.state.state import Draft
from berlin.campaign.wording import ground_name, group_name, told_name
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.contract.scene import Form, Row
from berlin.kernel.play.acts import Act
from berlin.squad.board.pieces import Where

Said = Mapping[Act, str]
Names = Callable[[Unit], str]
"""How a unit is called."""
UNTOLD = "Of what nothing is said, it is where it was, unhurt."
SIGNS = {"+": "now there", "-": "gone"}


def form(d: Draft, side: Seat, said: Said, names: Names) -> Form | None:
    """What a side reports now; None if it is asked something else."""
    top = d.frames[-1] if d.frames else None
    if top is None or top.seat != side:
        return None
    match top:
        case Reporting():
            return Form("What became of your units?", UNTOLD, _units(d, top, said, names))
        case Telling():
            bare = [text for act, text in said.items() if not hasattr(act, "space")]
            row = _unit(d, top.unit, names, top.said, tuple(bare))
            return Form("What became of it?", "Say all that is different, and then that this is all.", (row,))
        case Settling() | Agreeing() | Surveying():
            rows = tuple(Row(_fact(d, fact)) for fact in top.facts)
            text = "Click a hex on the map to say who holds it, or what was done to it."
            if isinstance(top, Agreeing):
                text = "This was told of the ground. What is agreed holds."
            return Form("The ground after the battle", text, rows)
    return None


def _units(d: Draft, frame: Reporting, said: Said, names: Names) -> tuple[Row, ...]:
    told = set(frame.told)
    rows = [
        _unit(d, unit, names, ("told",) if unit in told else (), _answers(said, Tell(unit)))
        for unit in units.tellable(d, frame.seat)
    ]
    # Who is lost by now is told of too.
    listed = set(units.tellable(d, frame.seat))
    rows += [_unit(d, unit, names, ("told",), ()) for unit in frame.told if unit not in listed]
    for number in units.modules(d, frame.seat):
        rows.append(Row(_group(d, frame.seat, number), answers=_answers(said, Fired(number))))
    for number in units.silencers(d, frame.seat):
        rows.append(
            Row(f"{_group(d, frame.seat, number)}: Eliminated?", answers=_answers(said, Silenced(number)))
        )
    fallen = tuple(text for act, text in said.items() if isinstance(act, Sniped))
    rows.append(Row(f"SAN, which was {d.accounts[frame.seat].san}", answers=fallen))
    return tuple(rows)


def _group(d: Draft, side: Seat, number: int) -> str:
    return group_name(d, side, number).removeprefix("the ")


def _answers(said: Said, act: Act) -> tuple[str, ...]:
    return (said[act],) if act in said else ()


def _unit(d: Draft, unit: Unit, names: Names, told: tuple[str, ...], answers: tuple[str, ...]) -> Row:
    piece = d.piece(unit)
    place = d.book.field.names[piece.space] if piece.where is Where.MAP else piece.where.name.lower()
    return Row(d.title(unit), names(unit), place, tuple(map(told_name, told)), answers)


def _fact(d: Draft, fact: str) -> str:
    """`+shellholes:K12` in words."""
    what, _, code = fact.lstrip("+-").partition(":")
    if not code:
        return "It rained"
    field, sign = d.book.field, SIGNS.get(fact[0])
    place = field.printed(Place(field.names.index(code)))
    told = f"{sign}: {ground_name(what)}" if sign else f"passed to the {what.capitalize()} side"
    return f"{place[:1].upper()}{place[1:]}: {told}"
