"""4.housekeeping and 11: what a turn brings, before anybody acts; and 4.removals."""

from berlin.games.noretreat.board.ground import NAMES, spaces_of
from berlin.games.noretreat.board.tables import (
    FIRST_SOVIET_INITIATIVE,
    RESET_TURN,
    SOVIET,
    TURNS,
    WEATHERS,
)
from berlin.games.noretreat.board.units import ALL_UNITS, KIT, LEAVES, RANGES, arriving, find_unit
from berlin.games.noretreat.rules.cards.paid_acts import Restore
from berlin.games.noretreat.rules.cards.paying import pay, payable
from berlin.games.noretreat.rules.cards.reset import reset_cards
from berlin.games.noretreat.rules.cards.windows import Window
from berlin.games.noretreat.rules.citing import turn_rule
from berlin.games.noretreat.rules.combat.losses import remove
from berlin.games.noretreat.rules.events.registry import EVENTS
from berlin.games.noretreat.rules.na_berlin import (
    arrive,
    open_extension,
    reich_defenses,
    rumania_surrenders,
    triggered,
)
from berlin.games.noretreat.rules.points import gain, initiative, note_tide
from berlin.games.noretreat.rules.question import DONE, Done, NoRetreatQuestion
from berlin.games.noretreat.rules.supply import recheck
from berlin.games.noretreat.rules.victory import test_objectives, test_soviet_sudden_death
from berlin.games.noretreat.state.state import (
    ASIDE,
    DISORGANIZED,
    DUE,
    FLIPPED,
    FRESH,
    OUT,
    RANK,
    Draft,
)
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.limits import Limit, refuse, room

EXTENSION_TURN = 17
SS_PANZER, GARRISON = find_unit("SSPz"), find_unit("BerG")
RESTORED_FOR = 2


def turn_events(d: Draft) -> None:
    """B: weather, markers, arrivals, removals, switches."""
    box = TURNS[d.turn]
    if d.log is not None:
        weather = WEATHERS[d.weathers[d.turn]].name
        text = f"turn {d.turn}, {box.label}: {weather}, Blitz {box.blitz}, Shock {box.shock}"
        d.say("turn", text, turn_rule(d.turn), data=(d.turn,))
    d.blitz, d.shock, d.short = box.blitz, box.shock, 0
    for unit in ALL_UNITS:
        d.marks[unit] &= ~(FRESH | FLIPPED)
    if d.turn >= EXTENSION_TURN and not d.extended:
        open_extension(d)
    if d.turn == RESET_TURN:
        d.event_vp = 0
        reset_cards(d)
        if d.kit:
            reich_defenses(d)
    if box.event_vp:
        gain(d, SOVIET, box.event_vp, box.event, turn_rule(d.turn))
    for unit in arriving(d.turn):
        if d.where[unit] == DUE and not KIT[unit]:
            arrive(d, unit, turn_rule(d.turn))
    _departures(d)
    triggered(d)
    note_tide(d)


def _departures(d: Draft) -> None:
    """11.italians: units that leave for good, wherever they are."""
    for unit in ALL_UNITS:
        if LEAVES[unit] != d.turn or d.where[unit] == OUT:
            continue
        if unit == GARRISON and d.kit:
            continue
        remove(d, unit, ASIDE if unit == SS_PANZER else OUT)
        d.say("departure", f"{d.named(unit)} leaves", "NR 11.italians", data=(unit,))


def soviet_check(d: Draft) -> None:
    """On turn 12 the initiative passes between the two tests."""
    if d.turn == FIRST_SOVIET_INITIATIVE:
        d.event_vp = 0
        d.say("vp", "the initiative passes to the Soviets; event VP are 0", "NR 10.vp.change")
    test_soviet_sudden_death(d)


def objective_check(d: Draft) -> None:
    test_objectives(d, initiative(d))


# Removals.


def begin_removals(d: Draft) -> None:
    """Windows come first: a card may spare the units of a space."""
    seat = d.phasing
    d.frames.append(Window(OTHER[seat], "removals"))
    d.frames.append(Window(seat, "removals"))


def remove_units(d: Draft) -> None:
    """6.surrender: those that are still cut off, but for whom a card spares."""
    spared = 0
    for force in d.forces:
        spared |= EVENTS[force.code].spares(d, force)
    recheck(d, spared)


def begin_restoring(d: Draft) -> None:
    d.frames.append(Restoring(d.phasing))


def clear_up(d: Draft) -> None:
    """Allies that give up leave; Disorganized markers come off."""
    rumania_surrenders(d)
    for unit in RANGES[d.phasing]:
        d.marks[unit] &= ~DISORGANIZED


def _scorched(d: Draft, seat: Seat) -> int:
    return d.scorched_cities & d.owned(seat)


class Restoring(NoRetreatQuestion, frozen=True, gc=False):
    """4.removals: are scorched cities built up again?"""

    acts = (Restore, Done)
    rule = "NR 4.removals"
    why = (
        "A scorched city of yours is marsh: it gives no points and no supply until two cards are spent on "
        "it. Ask what the cards could do instead."
    )

    def prompt(self, d: Draft) -> str:
        return "Build up a scorched city for 2 cards, or finish"

    def still_asks(self, d: Draft) -> bool:
        # Whether the cards can be paid is for the hand's size alone to say.
        if _scorched(d, self.seat) and d.hands[self.seat].bit_count() >= RESTORED_FOR:
            return True
        d.frames.pop()
        return False

    def _limits(self, d: Draft) -> tuple[Limit, Limit]:
        told = "a scorched city of yours may be built up for 2 cards"
        return (
            Limit(_scorched(d, self.seat), "NR 4.removals", told),
            payable(d, self.seat, RESTORED_FOR, DONE),
        )

    def answers(self, d: Draft) -> list[Act]:
        return [*(Restore(space) for space in spaces_of(room(self._limits(d)))), DONE]

    def carry_out(self, d: Draft, act: Act) -> None:
        if isinstance(act, Restore):
            pay(d, self.seat, RESTORED_FOR, act)
        else:
            d.frames.pop()

    def when_paid(self, d: Draft, act: Act) -> None:
        assert isinstance(act, Restore)
        d.scorched &= ~(1 << RANK[act.space])
        d.stir(self.seat)
        d.say("event", f"{NAMES[act.space]} is built up again", "NR 4.removals", data=(act.space,))
        note_tide(d)

    def refuse(self, d: Draft, act: Act) -> Refusal:
        cities, paid = self._limits(d)
        return refuse((cities, paid), act.space) if isinstance(act, Restore) else cities.refuse(0)
