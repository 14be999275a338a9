"""Both sides set up: first what is Isolated, then all the rest, piece by piece with what goes along."""

from collections.abc import Collection

from msgspec.structs import replace

from berlin.campaign import sectors
from berlin.campaign.aftermath import commanders
from berlin.campaign.deployment import laying
from berlin.campaign.deployment.limits import (
    bound,
    hides_too_many,
    to_arrive,
    to_hide,
    to_put,
    to_reserve,
    to_tow,
)
from berlin.campaign.deployment.parties import FULL, held, is_settled, leads, party, tractor, undecided
from berlin.campaign.question import CampaignQuestion, WhileOpen
from berlin.campaign.refit.ammunition import runs_short
from berlin.campaign.retained import is_immobile, retainer, upstairs
from berlin.campaign.sectors import Put, Sector
from berlin.campaign.state.state import GERMAN, RUSSIAN, Draft
from berlin.kernel.contract.ids import BOTH, Place, Seat, Unit
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import refusal, room
from berlin.squad.board.counters import PERSONNEL, Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import NOWHERE, ON_MAP, Mark, Where, keeper
from berlin.squad.board.works import Works

LEADS = PERSONNEL | {Sort.VEHICLE}
VEILED = Mark.CONCEALED | Mark.HIDDEN
VEILED_NOW = int(Mark.PLACED | Mark.CONCEALED)
WIPED = VEILED | Mark.PLACED | Mark.SEEN | Mark.HOOKED


class Take(Act, frozen=True, gc=False):
    """Set this piece up next."""

    verb = "take"
    says = "Set up {unit}"

    unit: Unit


class Lay(Act, frozen=True, gc=False):
    """Lay a fortification that was bought."""

    verb = "lay"
    says = "Lay {work}"

    work: str


class Open(Act, frozen=True, gc=False):
    """Give up the concealment of a piece."""

    verb = "open"
    says = "Give up the concealment of {unit}"

    unit: Unit


class Ready(Act, frozen=True, gc=False):
    """Set up nothing more."""

    verb = "ready"
    says = "Set up nothing more"


class Lurk(Act, frozen=True, gc=False):
    """Put it here, hidden."""

    verb = "lurk"
    says = "Hide it at {space}"

    space: Place


class Hitch(Act, frozen=True, gc=False):
    """Put it here, hooked up to a truck."""

    verb = "hitch"
    says = "Put it at {space}, hooked up to a truck"

    space: Place


class Arrive(Act, frozen=True, gc=False):
    """Let it come in from off board, by this hex."""

    verb = "arrive"
    says = "Let it come in by {space}"

    space: Place


class Reserve(Act, frozen=True, gc=False):
    """Keep it off the map, Retained."""

    verb = "reserve"
    says = "Keep it off the map"


class Deploying(WhileOpen, frozen=True, gc=False):
    """What is set up next: of the Isolated, or of all the others?"""

    isolated: bool

    acts = (Take, Lay, Open, Ready)
    topic = "setup.perimeter"
    asks = "Set-up: which piece next?"
    why = "Everything that should fight must be set up or brought in; what is left stays off the map."

    def is_open(self, d: Draft) -> bool:
        """Asked while there is anything to set up; and who has set up anything says when he is ready."""
        left = next(undecided(d, self.seat, self.isolated), None) is not None
        return bool(left or laying.kinds(d, self.seat, self.isolated) or concealed(d, self))

    def answers(self, d: Draft) -> list[Act]:
        seat, isolated = self.seat, self.isolated
        left = list(undecided(d, seat, isolated))
        acts: list[Act] = list(map(Take, leads(d, seat, left)))
        acts += map(Lay, laying.kinds(d, seat, isolated))
        acts += map(Open, concealed(d, self))
        return acts if due(d, self, left) else [*acts, Ready()]

    # Apart: asked after every piece, the answers are found in one walk over all of them.
    def why_not(self, d: Draft, act: Act) -> Refusal:
        match act:
            case Take():
                unit = act.unit
                if not d.is_there(unit) or retainer(d, unit) != self.seat:
                    return d.refusal("setup.order", "this is not yours to set up")
                if d.piece(unit).has(Mark.PLACED):
                    return d.refusal("setup.order", "it is set up already")
                if d.is_isolated(d.piece(unit)) != self.isolated:
                    return d.refusal("setup.order", "what is Isolated is set up first, and all else after it")
                return d.refusal("setup.weapon", "it is set up with those it belongs to, or after them")
            case Lay():
                return d.refusal("setup.works", "there is none of these to lay, or no ground for it")
            case Open():
                return d.refusal("setup.concealed", "only a concealed piece of yours that is set up now")
            case _:
                left = list(undecided(d, self.seat, self.isolated))
                return due(d, self, left) or d.refusal("setup.order", "this is not asked now")

    def carry_out(self, d: Draft, act: Act) -> None:
        match act:
            case Take():
                d.frames.append(Siting(self.seat, act.unit))
            case Lay():
                d.frames.append(laying.Laying(self.seat, self.isolated, act.work))
            case Open():
                with_it = held(d, act.unit) if owner_of(act.unit) == self.seat else []
                for one in (act.unit, *with_it):
                    d.mark(one, off=Mark.CONCEALED)
            case _:
                for unit in list(undecided(d, self.seat, self.isolated)):
                    d.mark(unit, on=Mark.PLACED)
                d.frames.pop()


class Siting(CampaignQuestion, frozen=True, gc=False):
    """Where does this piece go? `sector` is the part of the map that was named, -1 for none."""

    unit: Unit
    sector: Place = NOWHERE

    acts = (Put, Lurk, Hitch, Arrive, Reserve, Sector)
    topic = "setup.perimeter"
    asks = "Where does {unit} set up?"
    why = "Cover, a field of fire and company matter; some pieces may also hide, come in later, or stay away."

    def prompt(self, d: Draft) -> str:
        return self.asks.format(unit=d.name(self.unit))

    def answers(self, d: Draft) -> list[Act]:
        chart = d.book.field.chart
        openly, hidden, towed, entry = ways(d, self)
        acts: list[Act] = []
        if around := sectors.asked(chart, openly, self.sector):
            acts += map(Sector, around)
        else:
            for kind, hexes in ((Put, openly), (Lurk, hidden), (Hitch, towed)):
                acts += map(kind, sectors.listed(chart, hexes, self.sector))
        if self.sector < 0:
            acts += map(Arrive, sectors.listed(chart, entry, NOWHERE))
            if to_reserve(d, self.seat, self.unit) is None:
                acts.append(Reserve())
        return acts

    def why_not(self, d: Draft, act: Act) -> Refusal:
        seat, unit = self.seat, self.unit
        found: Refusal | None = None
        match act:
            case Put():
                found = refusal(to_put(d, seat, unit), act.space)
            case Lurk():
                found = refusal((*to_put(d, seat, unit), *to_hide(d, seat, unit)), act.space)
            case Hitch():
                found = refusal(to_tow(d, seat, unit), act.space)
            case Arrive():
                found = refusal(to_arrive(d, seat, unit), act.space)
            case Reserve():
                found = to_reserve(d, seat, unit)
            case _:
                return d.refusal("setup.order", "name a part of the map only where there are too many hexes")
        return found or d.refusal("setup.order", "name a hex in the part of the map that you have chosen")

    def carry_out(self, d: Draft, act: Act) -> None:
        seat, unit = self.seat, self.unit
        if isinstance(act, Sector):
            d.frames[-1] = Siting(seat, self.unit, act.space)
            return
        d.frames.pop()
        together, piece = party(d, seat, unit), d.piece(unit)
        match act:
            case Put() | Lurk():
                level = piece.level if upstairs(d, seat, piece) else 0
                _place(d, seat, together, act.space, isinstance(act, Lurk), level)
                _hand_over(d, seat, unit, Where.MAP)
            case Hitch():
                truck = tractor(d, seat, unit)
                assert truck is not None
                _place(d, seat, [*together, truck], act.space, hidden=False)
                d.mark(unit, on=Mark.HOOKED)
            case Arrive():
                truck = tractor(d, seat, unit) if _is_towed(d, unit) else None
                for one in together if truck is None else (*together, truck):
                    d.change(one, where=Where.ENTERING, space=act.space)
                    d.mark(one, on=Mark.PLACED)
                if truck is not None:
                    d.mark(unit, on=Mark.HOOKED)
                _hand_over(d, seat, unit, Where.ENTERING)
            case _:
                for one in together:
                    d.change(one, where=Where.RETAINED, space=NOWHERE)
                    d.mark(one, on=Mark.PLACED)
                if d.counter(unit).sort in (Sort.WEAPON, Sort.RADIO):
                    d.change(unit, holder=-1)


def attack(d: Draft) -> None:
    """Nobody rolls for it: the second side attacks."""
    text = f"the {d.side_name(RUSSIAN)} side attacks, the {d.side_name(GERMAN)} side defends"
    d.say("attack", text, d.book.cite("setup.attacks"))


def begin(d: Draft) -> None:
    """What didn't come in is off the map again; what never moves is where it is."""
    for owner in BOTH:
        for unit, piece in d.listed(owner):
            if piece.is_out:
                continue
            d.mark(unit, off=WIPED)
            if piece.where in (Where.ENTERING, Where.RETAINED) and piece.space != NOWHERE:
                d.change(unit, where=Where.RETAINED, space=NOWHERE)
    for owner in BOTH:
        for unit, piece in d.listed(owner):
            seat = retainer(d, unit)
            stays = piece.where is Where.MAP and is_immobile(d, unit)
            if seat >= 0 and stays and not piece.has(Mark.HIP):
                for one in party(d, seat, unit):
                    _mark(d, seat, one, hidden=False)
    d.frames += [Deploying(seat, isolated) for isolated in (False, True) for seat in reversed(BOTH)]
    commanders.begin(d)


def concealed(d: Draft, frame: Deploying) -> list[Unit]:
    """The pieces set up now that have a "?" which they may give up; what they hold goes with them."""
    counters, apart, isolated, seat = d.book.counters, d.isolated, frame.isolated, frame.seat
    return [
        unit
        for owner in BOTH
        for unit, piece in d.listed(owner)
        if piece.marks & VEILED_NOW == VEILED_NOW
        and keeper(owner, piece) == seat
        and piece.where is ON_MAP
        and (apart >> piece.space & 1) == isolated
        and (piece.holder < 0 or counters[piece.kind].sort in LEADS)
        and retainer(d, unit) == seat
    ]


def due(d: Draft, frame: Deploying, left: Collection[Unit]) -> Refusal | None:
    """Why a side can't be ready yet, with what is left to set up; None if it can."""
    for unit in left:
        found = bound(d, frame.seat, unit)
        if found is not None:
            return Refusal(found.rule, f"{d.name(unit)} must be set up first: {found.reason}")
    if hides_too_many(d, frame.seat, away=left):
        squads = (unit for unit in left if d.counter(unit).sort in FULL)
        if any(room(to_put(d, frame.seat, unit)) for unit in squads):
            return d.refusal("setup.hidden_share", "so many squads are hidden that more must set up first")
    return None


def ways(d: Draft, frame: Siting) -> tuple[int, int, int, int]:
    """The hexes in which a piece may be put, hidden, hooked up, and by which it may come in."""
    seat, unit = frame.seat, frame.unit
    openly = room(to_put(d, seat, unit))
    hidden = openly and openly & room(to_hide(d, seat, unit))
    return openly, hidden, room(to_tow(d, seat, unit)), room(to_arrive(d, seat, unit))


def _is_towed(d: Draft, unit: Unit) -> bool:
    """A Gun that nobody could carry in."""
    return d.counter(unit).sort is Sort.GUN and not d.counter(unit).dismantled


def _place(d: Draft, seat: Seat, units: list[Unit], space: Place, hidden: bool, level: int = 0) -> None:
    for unit in units:
        piece = d.piece(unit)
        facing = piece.facing if is_immobile(d, unit) else -1
        d.change(
            unit,
            where=Where.MAP,
            space=space,
            level=level,
            side=-1,
            facing=facing,
            marks=piece.marks & ~Mark.BYPASS,
        )
        _mark(d, seat, unit, hidden)


def _mark(d: Draft, seat: Seat, unit: Unit, hidden: bool) -> None:
    """It is set up: hidden, concealed or openly, and short of ammunition where it is Isolated."""
    setup, piece, counter = d.book.setup, d.piece(unit), d.counter(unit)
    on = int(Mark.PLACED)
    if hidden:
        on |= Mark.HIDDEN
    elif setup.conceals(d, seat, counter) >> piece.space & 1:
        on |= Mark.CONCEALED
    if d.is_isolated(piece) and runs_short(d, unit):
        on |= Mark.SHORT
        if not piece.has(Mark.SHORT):
            text = f"{d.log_name(unit)}: Ammunition Shortage (A19.131)"
            d.whisper("short", seat, text, "", d.book.cite("setup.short"))
    d.mark(unit, on=on)


def _hand_over(d: Draft, seat: Seat, unit: Unit, where: Where) -> None:
    """A weapon alone is given to who has least to carry, an unmanned Gun to a crew that has none."""
    piece, sort = d.piece(unit), d.counter(unit).sort
    there = [
        one
        for one, other in d.listed(seat)
        if other.where is where and other.space == piece.space and is_settled(other)
    ]
    if sort in (Sort.WEAPON, Sort.RADIO):
        men = [one for one in there if d.counter(one).is_personnel]
        if men:
            _give(d, unit, men)
    elif sort is Sort.CREW and not held(d, unit):
        alone = (n for n in there if d.counter(n).sort is Sort.GUN and d.piece(n).holder < 0)
        gun = next(alone, None)
        if gun is not None:
            d.hand(gun, unit)
    elif sort is Sort.GUN and piece.holder < 0:
        idle = (n for n in there if d.counter(n).sort is Sort.CREW and not held(d, n))
        crew = next(idle, None)
        if crew is not None:
            d.hand(unit, crew)


def _give(d: Draft, weapon: Unit, men: list[Unit]) -> None:
    """An MMC has a weapon, an SMC a radio; it is seen or not as they are."""
    alone = d.counter(weapon).sort is Sort.RADIO
    loads = {man: len([one for one in held(d, man) if one != weapon]) for man in men}
    taker = min(men, key=lambda man: (d.counter(man).is_smc != alone, loads[man], man))
    kept = d.piece(taker).marks & VEILED
    d.hand(weapon, taker)
    d.mark(weapon, on=kept, off=VEILED & ~kept)


def conclude(d: Draft) -> None:
    """All are set up: fortifications are laid open, but for mines; and a Gun between walls stays there."""
    walls = d.book.setup.walls(d)
    for number, work in enumerate(d.works):
        if work.hidden and work.what is not Works.MINES and work.space >= 0:
            d.works[number] = replace(work, hidden=False)
            name = d.book.field.called(work.space)
            d.say("works", f"{work.what.value} at {name}", d.book.cite("setup.works_shown"))
    for owner in BOTH:
        for unit, piece in list(d.on_map(owner)):
            d.mark(unit, off=Mark.HIP | Mark.HIP_SHELLHOLES)
            if d.counter(unit).sort is Sort.GUN:
                fixed = bool(walls >> piece.space & 1) and not piece.has(Mark.HOOKED)
                d.mark(unit, on=Mark.FIXED if fixed else 0)
                if not piece.marks & VEILED:
                    d.mark(unit, on=Mark.REVEALED)


def absent(d: Draft) -> list[Unit]:
    """The units that should have come by now, on the last date, and are still off the map."""
    if d.turn < len(d.book.dates):
        return []
    return [
        unit
        for seat in sorted(d.book.setup.committed)
        for unit, piece in d.at_hand(seat)
        if piece.where in (Where.RETAINED, Where.ENTERING)
        and not piece.has(Mark.PRISONER)
        and d.counter(unit).points
        and d.counter(unit).sort is not Sort.AIRCRAFT
    ]


def count_absent(d: Draft) -> None:
    """They count as casualties."""
    for unit in absent(d):
        d.lose(unit, "never came")
        d.say("absent", f"{d.log_name(unit)} never came", d.book.cite("setup.last_date"))
