"""The table as a client draws it: counters, markers, tracks, chits, the question and its answers."""

from berlin.games.race.board.sources import units
from berlin.games.race.board.tables import CHITS, DAYS, LAST_TURN, Chit, ChitNo
from berlin.games.race.board.units import (
    ALL_UNITS,
    CAMP,
    DESTROYED,
    FORMATION_OF,
    FORMATIONS,
    FULL,
    GERMAN,
    KEYS,
    MOVEMENT,
    OFF_MAP,
    REDUCED_STRENGTH,
    WITHDRAWN,
)
from berlin.games.race.board.zones import BERLIN, ZONES, N
from berlin.games.race.cover import SEATS
from berlin.games.race.rules.combat.odds import garrison
from berlin.games.race.rules.positions import is_guest
from berlin.games.race.rules.sequence import TURN
from berlin.games.race.state.state import AMERICAN, MODE, MODES, OOS, REDUCED, USED, State
from berlin.games.race.state.view import View
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.scene import Card, Marker, Piece, Scene, Track

SYMBOL_COLOUR = ("black", "white")
OUT_OF_SUPPLY = "out of supply"
HOLDERS = (*SEATS, "american")
LOST = tuple(OFF_MAP[box] for box in (DESTROYED, WITHDRAWN))
SOURCE = {datum.name: datum.source for datum in units()}


def scene(seen: View, world: State) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    return Scene(
        caption=caption(world),
        pieces=tuple(_piece(seen, world, unit) for unit in ALL_UNITS),
        markers=_markers(seen, world),
        tracks=_tracks(seen),
        cards=_cards(seen),
        lost=LOST,
    )


def _piece(seen: View, world: State, unit: Unit) -> Piece:
    row = FORMATIONS[FORMATION_OF[unit]]
    marks, where = seen.marks[unit], seen.where[unit]
    reduced = bool(marks & REDUCED)
    badges = [OUT_OF_SUPPLY] if marks & OOS else []
    if is_guest(world, unit):
        badges.append("guest")
    if marks & MODE:
        badges.append(MODES[marks & MODE])
    return Piece(
        id=KEYS[unit],
        name=row.name,
        side=row.nation,
        camp=SEATS[CAMP[unit]],
        symbol=f"{row.kind} {'green' if GERMAN[unit] else 'red'}/{SYMBOL_COLOUR[CAMP[unit]]}",
        numbers=(str(REDUCED_STRENGTH[unit] if reduced else FULL[unit]), str(MOVEMENT[unit])),
        place=ZONES[where].key if where < N else OFF_MAP[where],
        steps=0 if where >= N else 1 if reduced else 2,
        full_steps=2,
        used=bool(marks & USED),
        badges=tuple(badges),
        sources=(
            SOURCE[f"{row.key} {'reduced' if reduced else 'full'}"],
            SOURCE[f"{row.key} movement"],
        ),
    )


def _markers(seen: View, world: State) -> tuple[Marker, ...]:
    markers = []
    for zone in ZONES:
        holder = seen.control[zone.id]
        markers.append(Marker(zone.key, "index", str(zone.index), printed=True))
        if zone.vp:
            markers.append(Marker(zone.key, "star", str(zone.vp), printed=True))
        if zone.id in BERLIN:
            points = garrison(world, zone.id)
            markers.append(Marker(zone.key, "garrison", str(points), printed=points == zone.garrison))
            if seen.progress[zone.id]:
                markers.append(Marker(zone.key, "progress", str(seen.progress[zone.id])))
        if holder:
            kind = "american" if holder == AMERICAN else "control"
            markers.append(Marker(zone.key, kind, HOLDERS[holder - 1], HOLDERS[holder - 1]))
    return tuple(markers)


def _tracks(seen: View) -> tuple[Track, ...]:
    stage = TURN[seen.stage]
    tracks = [
        Track("turn", seen.turn, 1, LAST_TURN, _days(seen.turn)),
        Track("operations", seen.operations, 1, 8, stage.title),
    ]
    for seat, name in zip(BOTH, SEATS, strict=True):
        off = "" if seen.support[seat] > 0 else "beside the track"
        tracks.append(Track(f"support {name}", seen.support[seat], 0, 40, off, seat))
        off = "" if seen.vp[seat] > 0 else "beside the track"
        tracks.append(Track(f"victory points {name}", seen.vp[seat], 0, 50, off, seat))
    if seen.halted:
        tracks.append(Track("American advance", 0, 0, 0, "halted for good", named=True))
    if seen.order:
        tracks.append(
            Track("order from Hitler", seen.order, 1, 2, ("north", "south")[seen.order - 1], named=True)
        )
    return tuple(tracks)


def _cards(seen: View) -> tuple[Card, ...]:
    cards = []
    if seen.heinrici_holder in (1, 2):
        cards.append(chit_face(Seat(seen.heinrici_holder - 1), CHITS[ChitNo.HEINRICI]))
    for seat in BOTH:
        if not seen.hands[seat]:
            continue
        cards.append(
            chit_face(seat, CHITS[seen.chit]) if seat == seen.seat else Card(seat, "a chit", "", "RFB 2.4.2b")
        )
    return tuple(cards)


def chit_face(seat: Seat, chit: Chit) -> Card:
    """A chit as it is held or played."""
    return Card(seat, chit.name, chit.text, chit.rule)


def caption(p: State) -> str:
    """Turn, stage and operations in one line."""
    stage = TURN[p.stage]
    seat = f", {SEATS[p.frames[-1].seat].capitalize()} to decide" if p.frames else ""
    return f"Turn {p.turn} ({_days(p.turn)}), {stage.title}, operations {p.operations}{seat}"


def _days(turn: int) -> str:
    return "2 days" if DAYS[turn] == 2 else "1 day"
