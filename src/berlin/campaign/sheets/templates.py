"""A set-up as JSON that vasl-templates loads: the scenario's card, each side's set-up, notes, vehicles, Guns.

What vasl-templates has no entry for goes into the notes, under its own name.
"""

from collections.abc import Iterable, Sequence
from html import escape

import msgspec

from berlin.campaign.sheets import wording
from berlin.campaign.sheets.battle_order import OFF_MAP, dug, has_begun, kinds, modules, set_up
from berlin.campaign.sheets.imprint import Imprint
from berlin.campaign.state.view import SECRET, View
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Where

Row = dict[str, str | int]
Told = str | list[str] | list[Row]
"""What an entry of theirs has: a text, several, or rows."""

PARTS = {"VEHICLES": (Sort.VEHICLE,), "ORDNANCE": (Sort.GUN,)}


def templates(imprint: Imprint, seen: View, story: Sequence[Event]) -> str:
    date = imprint.book.dates[seen.turn - 1]
    found: dict[str, Told] = {
        "SCENARIO_NAME": f"{imprint.title}, CG Date {date.key}",
        "SCENARIO_ID": f"{imprint.code} {date.key}",
        "SCENARIO_LOCATION": imprint.place,
        "SCENARIO_THEATER": imprint.theater,
        "SCENARIO_DATE": f"{imprint.month}-{date.day:02}",
        "SCENARIO_WIDTH": "",
        "VICTORY_CONDITIONS": _victory(imprint, seen),
        "VICTORY_CONDITIONS_WIDTH": "300px",
        "SCENARIO_NOTES": [],
        "SSR": [escape(line) for line in _sky(seen)],
        "SSR_WIDTH": "300px",
    }
    for side in BOTH:
        found |= _side(imprint, seen, side)
    return msgspec.json.format(msgspec.json.encode(found), indent=4).decode() + "\n"


def _victory(imprint: Imprint, seen: View) -> str:
    figures, (_, attacker) = imprint.book.figures, imprint.book.sides
    due = figures.needed_initial if seen.turn == 1 else figures.needed_later
    found = (
        f"The {attacker.capitalize()} side wins the scenario with {due} VP, the campaign with {seen.needed}."
    )
    if seen.left_most >= 0:
        found += f" CPP that the other side has left take {seen.left_most} VP from it at most."
    return found


def _sky(seen: View) -> Iterable[str]:
    if seen.ground:
        yield f"EC are {seen.ground}."
    if seen.weather:
        yield f"Weather is {seen.weather}."
    if seen.wind:
        yield f"Wind: {seen.wind}."


def _side(imprint: Imprint, seen: View, side: Seat) -> dict[str, Told]:
    number, wire = side + 1, seen.wires[side]
    setups, notes, parts = _own(imprint, seen) if side == seen.seat else _open(imprint, seen, side)
    return {
        f"PLAYER_{number}": imprint.book.sides[side],
        f"PLAYER_{number}_ELR": str(wire.elr),
        f"PLAYER_{number}_SAN": str(wire.san),
        f"PLAYER_{number}_DESCRIPTION": imprint.force(side),
        f"OB_SETUPS_{number}": _captions(setups),
        f"OB_NOTES_{number}": _captions(notes),
        **{f"OB_{part}_{number}": _numbered(names) for part, names in parts.items()},
        **{f"OB_{part}_WIDTH_{number}": "" for part in parts},
    }


def _numbered(names: Iterable[str]) -> list[Row]:
    return [{"name": name, "seq_id": n} for n, name in enumerate(names, start=1)]


def _captions(texts: Iterable[str]) -> list[Row]:
    return [{"caption": text, "width": "", "id": n} for n, text in enumerate(texts, start=1)]


def _told(title: str, hexes: dict[str, list[str]]) -> list[str]:
    lines = [f"{place}: {', '.join(wording.counted(names))}" for place, names in hexes.items()]
    return [f"<b>{title}</b><br>{'<br>'.join(map(escape, lines))}"] if lines else []


Texts = list[str]


def _own(imprint: Imprint, seen: View) -> tuple[Texts, Texts, dict[str, Texts]]:
    units = [unit for unit in wording.own(imprint, seen) if wording.is_ours(unit)]
    setups = _told("Set up", set_up(imprint, units))
    for where, title in OFF_MAP.items():
        names = [unit.counter.text for unit in units if unit.piece.where is where]
        if names and where is not Where.MAINTENANCE:
            setups.append(f"<b>{title}</b><br>{escape(', '.join(wording.counted(names)))}")
    setups += _told("Fortifications", dug(imprint, [work for work in seen.works if work.owner == seen.seat]))
    parts = {part: kinds(units, *sorts) for part, sorts in PARTS.items()}
    return setups, [*map(escape, modules(imprint, seen)), *_unlisted(imprint, parts)], _listed(imprint, parts)


def _open(imprint: Imprint, seen: View, side: Seat) -> tuple[Texts, Texts, dict[str, Texts]]:
    """What everybody sees of a side, when the battle has begun."""
    if not has_begun(imprint, seen):
        return [], [], {part: [] for part in PARTS}
    hexes: dict[str, list[str]] = {}
    for sight in seen.seen[side]:
        place = wording.location(imprint, sight.space, sight.level)
        hexes.setdefault(place, []).append(wording.sighted(imprint, sight))
    sights = dict.fromkeys(sight.kind for sight in seen.seen[side] if sight.kind != SECRET)
    counters = imprint.book.counters
    parts = {part: [key for key in sights if counters[key].sort in sorts] for part, sorts in PARTS.items()}
    return _told("Seen", hexes), _unlisted(imprint, parts), _listed(imprint, parts)


def _listed(imprint: Imprint, parts: dict[str, Texts]) -> dict[str, Texts]:
    names = imprint.templates
    return {part: list(dict.fromkeys(names[k] for k in keys if k in names)) for part, keys in parts.items()}


def _unlisted(imprint: Imprint, parts: dict[str, Texts]) -> Texts:
    """Vehicles and Guns that go by no name of theirs."""
    return [
        escape(imprint.book.counters[key].text)
        for keys in parts.values()
        for key in keys
        if key not in imprint.templates
    ]
