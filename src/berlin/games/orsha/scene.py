"""The table as a client draws it: counters, "?", works, lines and Areas, boxes, tracks, the question."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from berlin.boards.hexes import bits, board_of, unpacked
from berlin.campaign.counters import Counter, Sort
from berlin.campaign.deployment import laying, setup
from berlin.campaign.desk.checklist import checklist
from berlin.campaign.desk.chronicle import chronicle, held_after
from berlin.campaign.desk.form import form
from berlin.campaign.desk.shop import shop
from berlin.campaign.explain import label
from berlin.campaign.names import piece_word, unit_of
from berlin.campaign.perimeters.drawing import Point
from berlin.campaign.pieces import Mark, Piece, Where
from berlin.campaign.report import acts as told
from berlin.campaign.retained import keeper
from berlin.campaign.sectors import Sector, sectors
from berlin.campaign.state import State as CampaignState
from berlin.campaign.victory import earned, points
from berlin.campaign.view import SECRET, Sight
from berlin.campaign.works import Work, Works
from berlin.games.orsha import focus
from berlin.games.orsha.actions import ACTS
from berlin.games.orsha.closing import CLOSING
from berlin.games.orsha.counters import COUNTERS
from berlin.games.orsha.draft import Draft
from berlin.games.orsha.forces import DATES, FIGURES
from berlin.games.orsha.ground import ALL, KEYS, LVP, LVP_MOST, MAP, STRATEGIC
from berlin.games.orsha.prompts import caption, prompt
from berlin.games.orsha.sequence import BATTLE, RING, STEPS
from berlin.games.orsha.tables import RESULTS, RUSSIAN, SEATS, TABLES
from berlin.games.orsha.teams import PARTS
from berlin.games.orsha.view import View
from berlin.kernel import scene as table
from berlin.kernel.acts import Act
from berlin.kernel.scene import Layer, Marker, Scene, Track, Tray

SYMBOLS = {
    Sort.SQUAD: "infantry",
    Sort.HALF: "half",
    Sort.CREW: "crew",
    Sort.LEADER: "leader",
    Sort.HERO: "hero",
    Sort.COMMANDER: "commander",
    Sort.WEAPON: "weapon",
    Sort.RADIO: "radio",
    Sort.GUN: "artillery",
    Sort.VEHICLE: "truck",
    Sort.CUPOLA: "fort",
    Sort.AIRCRAFT: "aircraft",
}
ARMOUR = "armour"
OPENING = (setup.Take, told.Tell)
"""Answers that only ask further of a piece."""
COLOURS = ("blue/white", "brown/white")
UNKNOWN = "concealed"

# fmt: off
BADGES: dict[Mark, str] = {
    Mark.BROKEN: "broken",          Mark.DISRUPTED: "disrupted",    Mark.PINNED: "pinned",
    Mark.EXHAUSTED: "CX",           Mark.CONCEALED: "?",            Mark.HIDDEN: "HIP",
    Mark.REVEALED: "revealed",      Mark.ENCIRCLED: "encircled",    Mark.WOUNDED: "wounded",
    Mark.HEROIC: "heroic",          Mark.HARDENED: "hardened",      Mark.FANATIC: "fanatic",
    Mark.ENGINEER: "engineers",     Mark.SHORT: "ammo short",       Mark.LOW_AMMO: "low ammo",
    Mark.DEPLETED: "depleted",      Mark.CAPTURED: "captured",      Mark.PRISONER: "prisoner",
    Mark.MALFUNCTION: "malfunction", Mark.DISABLED: "disabled",
    Mark.BMG_MALFUNCTION: "bow MG malfunction",     Mark.BMG_DISABLED: "bow MG disabled",
    Mark.CMG_MALFUNCTION: "coaxial MG malfunction", Mark.CMG_DISABLED: "coaxial MG disabled",
    Mark.RMG_MALFUNCTION: "rear MG malfunction",    Mark.RMG_DISABLED: "rear MG disabled",
    Mark.AAMG_MALFUNCTION: "AA MG malfunction",     Mark.AAMG_DISABLED: "AA MG disabled",
    Mark.BMG_ABSENT: "no bow MG",   Mark.CMG_ABSENT: "no coaxial MG",
    Mark.RMG_ABSENT: "no rear MG",  Mark.AAMG_ABSENT: "no AA MG",
    Mark.MOTION: "motion",          Mark.BOGGED: "bogged",
    Mark.MIRED: "mired",            Mark.IMMOBILE: "immobile",      Mark.ABANDONED: "abandoned",
    Mark.STUNNED: "stunned",        Mark.SHOCKED: "shocked",        Mark.UNCONFIRMED: "UK",
    Mark.RECALLED: "recalled",      Mark.RECALLED_FOR_AMMO: "recalled for ammo",
    Mark.DISMANTLED: "dm",          Mark.HOOKED: "in tow",          Mark.FIXED: "fixed",
    Mark.NEW: "new",                Mark.BYPASS: "bypass",          Mark.HIP: "may hide",
    Mark.HIP_SHELLHOLES: "may hide in shellholes",                  Mark.ATCB: "ATCB",
    Mark.DESPERATE: "DM",           Mark.BERSERK: "berserk",        Mark.HULL_DOWN: "HD",
    Mark.EXPOSED: "CE",             Mark.BUTTONED: "BU",            Mark.LABOR: "labor",
    Mark.SHAKEN: "+1",              Mark.SEEN: "seen",
}
# fmt: on
LEVELS = ("", "level 1", "level 2")

BOXES = {
    Where.RETAINED: ("retained", "Retained", "off the map, free to set up"),
    Where.ENTERING: ("entering", "Entering", "comes in during play"),
    Where.MAINTENANCE: ("maintenance", "Maintenance", "away for ammunition"),
    Where.EXITED: ("exited", "Exited", "left by the enemy's edge, for points"),
    Where.EVACUATED: ("evacuated", "Evacuated", "wounded, and not coming back"),
    Where.LOST: ("lost", "Lost", ""),
    Where.ABOARD: ("aboard", "Aboard", "in a vehicle that is not their own"),
}
LINES = "front line"
EMPTY = "No-Man's Land"
ISOLATED = "Isolated Area"
PERIMETER = "Perimeter"
POCKETS = "Pockets"
CONTROL = "Control"
HIDDEN = "hidden"
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
_WORD = piece_word(SEATS)
_SOURCES = {row["key"]: (row["source"], row["house"].split()) for row in TABLES.rows("counters")}
SKIES = {name: tuple(band.result for band in RESULTS[name].bands) for name in ("weather", "ground")}
# What an answer does, in the words of its act.
LABELS = {verb: label(kind) for verb, kind in ACTS.kinds.items()}


def scene(seen: View, world: CampaignState) -> Scene:
    """Lay a view out. `world` is any state of which it is the view: only open parts of it are read."""
    d = Draft(world)
    said = {ACTS.read(text): text for text in seen.choices}
    return Scene(
        game="orsha",
        seat=seen.seat,
        caption=caption(d),
        pieces=tuple(_with_chosen(seen, _pieces(seen))),
        markers=(*_markers(seen), *focus.markers(seen.frames, seen.seat)),
        tracks=tuple(_tracks(seen, d)),
        cards=(),
        prompt=prompt(d),
        choices=tuple(_choices(d, said)),
        result=seen.verdict,
        trays=_trays(seen),
        layers=tuple(_layers(seen, d)),
        shop=shop(d, seen.seat, said) if seen.seat is not None and not seen.over else None,
        checklist=_steps(seen),
        chronicle=chronicle(d, seen.seat),
        form=form(d, seen.seat, said, _WORD.write) if seen.seat is not None and said else None,
    )


def _steps(seen: View) -> table.Checklist:
    first, last = seen.turn == 1, seen.turn == len(DATES)
    return checklist(STEPS, BATTLE, RING[seen.stage].name, first=first, last=last, over=bool(seen.over))


def _choices(d: Draft, said: dict[Act, str]) -> Iterator[table.Choice]:
    """The answers; who names a part of the map may mean any hex of it that the question is about."""
    room = next((_room(d) for act in said if isinstance(act, Sector)), 0)
    for act, text in said.items():
        choice = ACTS.choice(text, LABELS)
        if isinstance(act, Sector):
            yield replace(choice, around=_places(room & sectors(MAP)[act.space]))
        elif isinstance(act, Point):
            # It goes on from where the line has come to: what is clicked is where it leads.
            yield replace(choice, place=KEYS[act.to])
        else:
            yield replace(choice, opens=True) if isinstance(act, OPENING) else choice


def _room(d: Draft) -> int:
    """The hexes that the open question is about."""
    match d.frames[-1]:
        case setup.Siting() as frame:
            return setup.ways(d, frame)[0]
        case laying.Laying() as frame:
            return laying.ground(d, frame)
    return ALL


def _pieces(seen: View) -> list[table.Piece]:
    found = []
    if seen.seat is not None:
        found += [_own(seen.seat, number, piece) for number, piece in enumerate(seen.own)]
        found += [_own(1 - seen.seat, number, piece) for number, piece in seen.kept]
    for side in (0, 1):
        heaps: dict[str, int] = {}
        for sight in seen.seen[side]:
            found.append(_sighted(side, sight, heaps))
    return found


def _with_chosen(seen: View, pieces: list[table.Piece]) -> Iterator[table.Piece]:
    """What the open question is about is seen on the pieces."""
    named = set(map(_WORD.write, focus.chosen(seen.frames, seen.seat)))
    for piece in pieces:
        yield replace(piece, badges=(*piece.badges, focus.CHOSEN)) if piece.id in named else piece


def _own(side: int, number: int, piece: Piece) -> table.Piece:
    """A piece with all that its side knows of it."""
    having = side if piece.is_out else keeper(side, piece)
    place = KEYS[piece.space] if piece.where is Where.MAP else box(having, piece.where)
    return _face(_WORD.write(unit_of(side, number)), side, piece.kind, piece.marks, piece.level, place)


def _sighted(side: int, sight: Sight, heaps: dict[str, int]) -> table.Piece:
    """A piece that is seen. Without a number it is called by its place, and how many are there."""
    place = KEYS[sight.space]
    heaps[place] = heaps.get(place, 0) + 1
    name = f"{SEATS[side][0]}-{place}-{heaps[place]}"
    if sight.kind == SECRET:
        return table.Piece(
            id=name,
            name=SECRET,
            side=SEATS[side],
            camp=SEATS[side],
            symbol=f"{UNKNOWN} {COLOURS[side]}",
            numbers=(),
            place=place,
            badges=tuple(filter(None, LEVELS[sight.level : sight.level + 1])),
        )
    if sight.number >= 0:
        name = _WORD.write(unit_of(side, sight.number))
    return _face(name, side, sight.kind, sight.marks, sight.level, place)


def _face(name: str, side: int, kind: str, marks: int, level: int, place: str) -> table.Piece:
    counter = COUNTERS[kind]
    source, house = _SOURCES[kind]
    printed = counter.text.split()[0]
    return table.Piece(
        id=name,
        name=counter.text,
        side=SEATS[side],
        camp=SEATS[1 - side if marks & Mark.CAPTURED else side],
        symbol=f"{symbol(counter)} {COLOURS[side]}",
        numbers=(printed,),
        place=place,
        used=bool(marks & int(Mark.PLACED)),
        badges=(*badges(marks), *filter(None, LEVELS[level : level + 1])),
        sources=("house" if "text" in house else source,),
    )


@cache
def badges(marks: int) -> tuple[str, ...]:
    return tuple(badge for mark, badge in BADGES.items() if marks & mark)


def symbol(counter: Counter) -> str:
    return ARMOUR if counter.afv and counter.sort is Sort.VEHICLE else SYMBOLS[counter.sort]


def box(side: int, where: Where) -> str:
    """The key of a box of a side's Force Organizer."""
    return f"{SEATS[side]}-{BOXES[where][0]}"


def unlaid(side: int) -> str:
    return f"{SEATS[side]}-works"


def _trays(seen: View) -> tuple[Tray, ...]:
    """The own side's boxes, and on the other's what is in enemy hands."""
    if seen.seat is None:
        return ()
    own = [Tray(box(seen.seat, where), name, seen.seat, note) for where, (_, name, note) in BOXES.items()]
    own.append(Tray(unlaid(seen.seat), "Fortifications", seen.seat, _stock(seen)))
    foe = 1 - seen.seat
    taken = {box(foe, where): name for where, (_, name, _) in BOXES.items()}
    used = {piece.place for piece in _pieces(seen)}
    return (*own, *(Tray(key, f"{name}, in enemy hands", foe) for key, name in taken.items() if key in used))


def _stock(seen: View) -> str:
    """What was bought and is not laid yet."""
    counts: dict[str, int] = {}
    for work in seen.works:
        if work.space < 0:
            counts[_told(work)] = counts.get(_told(work), 0) + 1
    return ", ".join(f"{count} {text}" for text, count in counts.items())


def _markers(seen: View) -> list[Marker]:
    found = [marker for work in seen.works if work.space >= 0 for marker in _laid(work)]
    for space, worth in LVP.items():
        found.append(Marker(KEYS[space], "LVP", str(worth), printed=True))
        found += [Marker(KEYS[space], "control", seat, seat) for seat in _holders(seen, space)]
    return found


def _holders(seen: View, space: int) -> list[str]:
    return [
        seat for seat, hexes in zip(SEATS, map(unpacked, seen.control), strict=True) if hexes >> space & 1
    ]


def _laid(work: Work) -> list[Marker]:
    """A thing on the ground; of mines and pillboxes, as far as known, how strong."""
    place, camp = KEYS[work.space], SEATS[work.owner] if work.owner >= 0 else ""
    found = [Marker(place, work.what.value, work.what.value, camp)]
    found += [Marker(place, kind, str(figure), camp) for kind, figure in _strength(work) if figure]
    return [*found, Marker(place, HIDDEN, HIDDEN, camp)] if work.hidden else found


def _strength(work: Work) -> list[tuple[str, int]]:
    return [("AP", work.ap), ("AT", work.at), ("room", work.size)]


def _told(work: Work) -> str:
    """A thing that is not laid yet, in words."""
    return " ".join([work.what.value, *(f"{figure} {kind}" for kind, figure in _strength(work) if figure)])


def _places(hexes: int) -> tuple[str, ...]:
    return tuple(KEYS[space] for space in bits(hexes))


def _layers(seen: View, d: Draft) -> list[Layer]:
    """Perimeters and their Front Lines, Isolated Areas, No-Man's Land, Control."""
    found = []
    for side, seat in enumerate(SEATS):
        name = seat.capitalize()
        found += [
            Layer(f"{name} {PERIMETER}", seat, _places(d.area(side)), edge=True, usual=True),
            Layer(f"{name} {LINES}", seat, _places(d.fronts[side])),
            Layer(f"{name} {CONTROL}", seat, _places(d.control[side])),
        ]
        pockets = board_of(space for pocket in d.perimeters[side].pockets for space in bits(pocket.area))
        if pockets:
            found.append(Layer(f"{name} {POCKETS}", seat, _places(pockets), usual=True))
    for number, zone in enumerate(seen.zones, start=1):
        camp = SEATS[zone.side] if zone.side >= 0 else ""
        name = f"{ISOLATED} {number}, type {zone.kind}"
        found.append(Layer(name, camp, _places(unpacked(zone.hexes)), usual=True))
    found.append(Layer(EMPTY, "", _places(ALL & ~STRATEGIC & ~(d.control[0] | d.control[1]))))
    found.append(Layer("LVP", "", _places(board_of(LVP))))
    found += focus.layers(seen.frames, seen.seat)
    found += [Layer(name, "", _places(hexes)) for name, hexes in PARTS.items()]
    found += [
        Layer(held_after(d, one), SEATS[0], _places(unpacked(one.held)), past=True) for one in d.history
    ]
    return found


def _tracks(seen: View, d: Draft) -> list[Track]:
    step, last = RING[seen.stage], len(RING) - 1
    found = [
        Track("date", seen.turn, 1, len(DATES), DATES[seen.turn - 1].key, named=True),
        Track("step", seen.stage, 0, last, f"{step.name} {step.title}", named=True),
        Track("VP", points(d).total, 0, seen.needed, "", RUSSIAN),
        Track("VP of the scenario", earned(d).total, 0, due(seen.turn), "", RUSSIAN),
        Track("LVP", CLOSING.locations(d), 0, LVP_MOST, "", RUSSIAN),
        Track("CVP", seen.cvp, 0, 0, "", RUSSIAN),
        Track("EVP", seen.evp, 0, 0, "", RUSSIAN),
    ]
    for name, note in zip(SKIES, (seen.weather, seen.ground), strict=True):
        words = SKIES[name]
        at = words.index(note) if note in words else 0
        found.append(Track(name, at, 0, len(words) - 1, note, named=True))
    if seen.wind:
        found.append(Track("wind", 0, 0, 0, seen.wind, named=True))
    for side, wire in enumerate(seen.wires):
        found += [
            Track(f"{SEATS[side]} SAN", wire.san, FIGURES.san_least, FIGURES.san_most, "", side),
            Track(f"{SEATS[side]} ELR", wire.elr, FIGURES.elr_least, FIGURES.elr_most, "", side),
            Track(f"{SEATS[side]} casualties", wire.suffered, 0, 0, "", side),
        ]
    if seen.seat is not None and seen.account is not None:
        found.append(Track("CPP", seen.account.cpp, 0, max(seen.account.total, 0), "", seen.seat))
        found.append(Track("FPP", seen.account.fpp, 0, 0, "", seen.seat))
    return [replace(track, about=ABOUT.get(track.name.split()[-1], "")) for track in found]


def due(turn: int) -> int:
    """VP with which the Russians win the scenario of this date."""
    return FIGURES.needed_initial if turn == 1 else FIGURES.needed_later
