"""The table as a client draws it: counters, "?", works, lines and Areas, boxes, tracks, the question."""

from collections.abc import Iterator

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of, unpack
from berlin.campaign.deployment import laying, setup
from berlin.campaign.desk import focus
from berlin.campaign.desk.checklist import checklist
from berlin.campaign.desk.chronicle import chronicle, held_after
from berlin.campaign.desk.explain import label
from berlin.campaign.desk.faces import ORGANIZER, box, faces, unlaid
from berlin.campaign.desk.form import form
from berlin.campaign.desk.shop import shop
from berlin.campaign.desk.tabletop import Tabletop
from berlin.campaign.perimeters.drawing import Point
from berlin.campaign.report.acts import Tell
from berlin.campaign.sectors import Sector, sectors
from berlin.campaign.state.state import RUSSIAN, Draft, State
from berlin.campaign.state.view import View
from berlin.campaign.victory import due, earned, points
from berlin.campaign.wording import proper
from berlin.kernel.contract import scene as table
from berlin.kernel.contract.ids import BOTH, OTHER
from berlin.kernel.contract.scene import Layer, Marker, Scene, Track, Tray
from berlin.kernel.play.acts import Act
from berlin.kernel.play.turn_game import prompt_of
from berlin.squad.board.naming import work_name
from berlin.squad.board.pieces import Where
from berlin.squad.board.tables import Table
from berlin.squad.board.works import Work, Works

OPENING = (setup.Take, Tell)
"""Answers that only ask further of a piece."""
ATTACKER = RUSSIAN
LINES, EMPTY, ISOLATED = "front line", "No-Man's Land", "Isolated Area"
PERIMETER, POCKETS, CONTROL, HIDDEN = "Perimeter", "Pockets", "Control", "hidden"
WORKS = ("AP", "AT", "room", *(f"{word} {word}" for word in (*(what.value for what in Works), HIDDEN)))
TRACKS = (
    *("date", "step", "VP", "VP of the scenario", "LVP", "CVP", "EVP", "weather", "ground", "wind"),
    *("SAN", "ELR", "casualties", "CPP", "FPP"),
)
ABOUT = {
    "VP": "Victory Points of the campaign",
    "scenario": "Victory Points earned in this scenario",
    "LVP": "points for Locations that are held",
    "CVP": "points for enemy casualties",
    "EVP": "points for men who left by the enemy's edge",
    "SAN": "Sniper Activation Number: how often a sniper fires",
    "ELR": "Experience Level Rating: how well the men bear a bad check",
    "casualties": "points that the losses were worth",
    "CPP": "Campaign Purchase Points, for Reinforcement Groups",
    "FPP": "Fortification Purchase Points, lost if not spent",
}
"""What the tracks count."""
SKIES = ("weather", "ground")


def scene(top: Tabletop, seen: View, world: State) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    d = top.draft(world)
    said = {top.acts.read(text): text for text in seen.choices}
    step = top.ring[d.stage]
    return Scene(
        game=top.game,
        seat=seen.seat,
        caption=f"{d.book.dates[d.turn - 1].key}: {step.title}",
        pieces=tuple(_with_chosen(top, seen)),
        markers=(*_markers(seen, d), *focus.markers(d.book, seen.frames, seen.seat)),
        tracks=tuple(_tracks(top, seen, d)),
        cards=(),
        prompt=prompt_of(d),
        choices=tuple(_choices(top, d, said)),
        result=proper(d.book.sides, seen.verdict),
        trays=_trays(top, seen, d),
        layers=tuple(_layers(top, seen, d)),
        shop=shop(d, seen.seat, said) if seen.seat is not None and not seen.over else None,
        checklist=_steps(top, seen),
        chronicle=chronicle(d, seen.seat),
        form=form(d, seen.seat, said, top.word) if seen.seat is not None and said else None,
        lost=tuple(box(side, Where.LOST) for side in d.book.sides),
    )


def _steps(top: Tabletop, seen: View) -> table.Checklist:
    first, last, stage = seen.turn == 1, seen.turn == len(top.book.dates), top.ring[seen.stage].name
    return checklist(top.steps, top.battle, stage, first=first, last=last, over=bool(seen.over))


def _choices(top: Tabletop, d: Draft, said: dict[Act, str]) -> Iterator[table.Choice]:
    """The answers; who names a part of the map may mean any hex of it that the question is about."""
    room = next((_room(d) for act in said if isinstance(act, Sector)), 0)
    for act, text in said.items():
        choice = _choice(top, d, act, text)
        if isinstance(act, Sector):
            yield replace(choice, around=top.places(room & sectors(d.book.field.chart)[act.space]))
        elif isinstance(act, Point):
            # It goes on from where the line has come to: what is clicked is where it leads.
            yield replace(choice, place=d.book.field.names[act.to])
        else:
            yield replace(choice, opens=True) if isinstance(act, OPENING) else choice


def _choice(top: Tabletop, d: Draft, act: Act, text: str) -> table.Choice:
    """An answer, and the piece and the hex that it is about."""
    unit, space = getattr(act, "unit", None), getattr(act, "space", None)
    return table.Choice(
        text,
        top.acts.verb(act),
        "" if unit is None else top.word(unit),
        "" if space is None else d.book.field.names[space],
        label(type(act)),
        said=d.frames[-1].say(d, act),
    )


def _room(d: Draft) -> int:
    """The hexes that the open question is about."""
    match d.frames[-1]:
        case setup.Siting() as frame:
            return setup.ways(d, frame)[0]
        case laying.Laying() as frame:
            return laying.ground(d, frame)
    return d.book.field.chart.all


def _with_chosen(top: Tabletop, seen: View) -> Iterator[table.Piece]:
    """What the open question is about is seen on the pieces."""
    named = set(map(top.word, focus.chosen(seen.frames, seen.seat)))
    for piece in faces(top, seen):
        yield replace(piece, badges=(*piece.badges, focus.CHOSEN)) if piece.id in named else piece


def _trays(top: Tabletop, seen: View, d: Draft) -> tuple[Tray, ...]:
    """The own side's boxes, and on the other's what is in enemy hands."""
    if seen.seat is None:
        return ()
    mine, theirs, foe = top.book.sides[seen.seat], top.book.sides[OTHER[seen.seat]], OTHER[seen.seat]
    own = [Tray(box(mine, where), name, seen.seat, note) for where, (_, name, note) in ORGANIZER.items()]
    own.append(Tray(unlaid(mine), "Fortifications", seen.seat, _stock(seen, d)))
    taken = {box(theirs, where): name for where, (_, name, _) in ORGANIZER.items()}
    used = {piece.place for piece in faces(top, seen)}
    return (
        *own,
        *(Tray(key, f"{name}, in enemy hands", foe) for key, name in taken.items() if key in used),
    )


def _stock(seen: View, d: Draft) -> str:
    """What was bought and is not laid yet."""
    counts: dict[str, int] = {}
    for work in seen.works:
        if work.space < 0:
            name = work_name(work, d.book.counters)
            counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{count} × {name}" for name, count in counts.items())


def _markers(seen: View, d: Draft) -> list[Marker]:
    names, sides = d.book.field.names, d.book.sides
    found = [marker for work in seen.works if work.space >= 0 for marker in _laid(d, work)]
    for space, worth in d.book.battlefield.land.prizes.items():
        found.append(Marker(names[space], "LVP", str(worth), printed=True))
        holders = [seat for seat, hexes in zip(sides, d.control, strict=True) if hexes >> space & 1]
        found += [Marker(names[space], "control", seat.capitalize(), seat) for seat in holders]
    return found


def _laid(d: Draft, work: Work) -> list[Marker]:
    """A thing on the ground; of mines and pillboxes, as far as known, how strong."""
    place, camp = d.book.field.names[work.space], d.book.sides[work.owner] if work.owner >= 0 else ""
    found = [Marker(place, work.what.value, work.what.value, camp)]
    found += [Marker(place, kind, str(figure), camp) for kind, figure in _strength(work) if figure]
    return [*found, Marker(place, HIDDEN, HIDDEN, camp)] if work.hidden else found


def _strength(work: Work) -> list[tuple[str, int]]:
    return [("AP", work.ap), ("AT", work.at), ("room", work.size)]


def _layers(top: Tabletop, seen: View, d: Draft) -> list[Layer]:
    """Perimeters and their Front Lines, Isolated Areas, No-Man's Land, Control."""
    found, sides, places = list[Layer](), d.book.sides, top.places
    for side, seat in zip(BOTH, sides, strict=True):
        name = seat.capitalize()
        found += [
            Layer(f"{name} {PERIMETER}", seat, places(d.area(side)), edge=True, usual=True),
            Layer(f"{name} {LINES}", seat, places(d.fronts[side])),
            Layer(f"{name} {CONTROL}", seat, places(d.control[side])),
        ]
        pockets = board_of(space for pocket in d.outlines[side].pockets for space in bits(pocket.area))
        if pockets:
            found.append(Layer(f"{name} {POCKETS}", seat, places(pockets), usual=True))
    for number, zone in enumerate(seen.zones, start=1):
        camp = sides[zone.side] if zone.side >= 0 else ""
        name = f"{ISOLATED} {number}, type {zone.kind}"
        found.append(Layer(name, camp, places(unpack(zone.hexes)), usual=True))
    nobodys = d.book.field.chart.all & ~d.book.ground.lasting & ~(d.control[0] | d.control[1])
    found.append(Layer(EMPTY, "", places(nobodys)))
    found.append(Layer("LVP", "", places(board_of(d.book.battlefield.land.prizes))))
    found += focus.layers(d.book, seen.frames, seen.seat)
    found += [Layer(name, "", places(hexes)) for name, hexes in top.parts.items()]
    found += [Layer(held_after(d, one), sides[0], places(unpack(one.held)), past=True) for one in d.history]
    return found


def _tracks(top: Tabletop, seen: View, d: Draft) -> list[Track]:
    step, last, book, figures = top.ring[seen.stage], len(top.ring) - 1, d.book, d.book.figures
    found = [
        Track("date", seen.turn, 1, len(book.dates), book.dates[seen.turn - 1].key, named=True),
        Track("step", seen.stage, 0, last, step.title, named=True),
        Track("VP", points(d).total, 0, seen.needed, "", ATTACKER),
        Track("VP of the scenario", earned(d).total, 0, due(d), "", ATTACKER),
        Track("LVP", book.closing.locations(d), 0, book.closing.locations_most, "", ATTACKER),
        Track("CVP", seen.cvp, 0, 0, "", ATTACKER),
        Track("EVP", seen.evp, 0, 0, "", ATTACKER),
    ]
    for name, note in zip(SKIES, (seen.weather, seen.ground), strict=True):
        words = skies(book.tables[name])
        at = words.index(note) if note in words else 0
        found.append(Track(name, at, 0, len(words) - 1, note, named=True))
    if seen.wind:
        found.append(Track("wind", 0, 0, 0, seen.wind, named=True))
    for side, wire in zip(BOTH, seen.wires, strict=True):
        name = d.side_name(side)
        found += [
            Track(f"{name} SAN", wire.san, figures.san_least, figures.san_most, "", side),
            Track(f"{name} ELR", wire.elr, figures.elr_least, figures.elr_most, "", side),
            Track(f"{name} casualties", wire.suffered, 0, 0, "", side),
        ]
    if seen.seat is not None and seen.account is not None:
        found.append(Track("CPP", seen.account.cpp, 0, max(seen.account.total, 0), "", seen.seat))
        found.append(Track("FPP", seen.account.fpp, 0, 0, "", seen.seat))
    return [replace(track, about=ABOUT.get(track.name.split()[-1], "")) for track in found]


def skies(results: Table) -> tuple[str, ...]:
    """The weathers, or the conditions of the ground, that there are."""
    return tuple(band.result for band in results.bands)
