"""Victory: the points of the attacker, who won the scenario that is over, and who the campaign.

When the last scenario is over, `over` is one more than the seat of the side that has won the campaign.
"""

from berlin.boards.hexes import pack
from berlin.campaign.book.forces import Figures
from berlin.campaign.deployment.setup import count_absent
from berlin.campaign.refit.vehicles import forfeit
from berlin.campaign.state.state import GERMAN, RUSSIAN, Draft, Line
from berlin.campaign.wording import proper
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.contract.rules import Modifier, Tally
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark

TWICE = 2
"""What is in enemy hands when a scenario ends counts twice."""
CAPTURED_WORTH = frozenset((Sort.VEHICLE, Sort.GUN))


def needed(figures: Figures, favoured: Seat | None = None) -> int:
    """VP with which the attacker wins the campaign, if a side has its balance."""
    by_side = {GERMAN: figures.needed_first, RUSSIAN: figures.needed_second}
    return figures.needed if favoured is None else by_side[favoured]


def open_scenario(d: Draft) -> None:
    """A scenario begins: its casualties are counted from naught. Before the last, the CPP that the defender
    has left are written down."""
    d.before = (d.cvp, d.evp)
    d.counting = True
    for side in (GERMAN, RUSSIAN):
        d.account(side, suffered_now=0)
    if is_last(d):
        d.left = d.accounts[GERMAN].cpp


def points(d: Draft) -> Tally:
    """VP that the attacker has in all."""
    figures = d.book.figures
    return _tally(d, "VP in all", d.cvp // figures.cvp_each, d.evp // figures.evp_each)


def earned(d: Draft) -> Tally:
    """VP that count for this scenario: the Locations that he holds, and what he has newly gained."""
    figures, (cvp, evp) = d.book.figures, d.before
    return _tally(
        d,
        "VP of this scenario",
        d.cvp // figures.cvp_each - cvp // figures.cvp_each,
        d.evp // figures.evp_each - evp // figures.evp_each,
    )


def _tally(d: Draft, label: str, cvp: int, evp: int) -> Tally:
    closing = d.book.closing
    return Tally(
        label,
        0,
        (
            Modifier(closing.locations(d), "LVP", d.book.cite("victory.locations")),
            Modifier(cvp, f"of {d.cvp} CVP", d.book.cite("victory.points")),
            Modifier(evp, f"of {d.evp} EVP", d.book.cite("victory.points")),
        ),
    )


def due(d: Draft) -> int:
    """VP with which the attacker wins the scenario of this date."""
    return d.book.figures.needed_initial if d.turn == 1 else d.book.figures.needed_later


def is_last(d: Draft) -> bool:
    return d.turn == len(d.book.dates)


def determine(d: Draft) -> None:
    """The winner of the scenario. From here on casualties are not counted; at the very end the campaign is
    decided too."""
    count_captured(d)
    if is_last(d):
        count_absent(d)
    rule = d.book.cite("victory.initial" if d.turn == 1 else "victory.scenario")
    reached = earned(d)
    d.winner = RUSSIAN if reached.total >= due(d) else GERMAN
    lost = (d.accounts[GERMAN].suffered_now, d.accounts[RUSSIAN].suffered_now)
    d.history.append(
        Line(
            d.turn,
            d.winner,
            points(d).total,
            reached.total,
            lost,
            pack(d.control[GERMAN]),
            d.fought,
            d.weather,
            d.ground,
        )
    )
    text = f"{reached}, {due(d)} needed: the {d.side_name(d.winner)} side wins the scenario"
    d.say(
        "scenario", text, d.book.cite("victory.winner"), rule, *reached.rules, data=(d.winner, reached.total)
    )
    if is_last(d):
        forfeit(d)
        conclude(d)
    d.counting = False


def count_captured(d: Draft) -> None:
    """Prisoners, and Guns and vehicles in enemy hands, count twice: once."""
    for side in (GERMAN, RUSSIAN):
        for unit, _ in list(d.at_hand(side)):
            count_prize(d, unit)


def count_prize(d: Draft, unit: Unit) -> None:
    piece, counter = d.piece(unit), d.counter(unit)
    arms = piece.has(Mark.CAPTURED) and counter.sort in CAPTURED_WORTH
    if (arms or piece.has(Mark.PRISONER)) and not piece.has(Mark.COUNTED):
        d.score(owner_of(unit), TWICE * d.worth(unit))
        d.mark(unit, on=Mark.COUNTED)


def taken(d: Draft, left: int) -> int:
    """VP that CPP which the defender has left take from the attacker; no more than was agreed upon."""
    return d.book.figures.left_vp * (left if d.left_most < 0 else min(left, d.left_most))


def final(d: Draft) -> Tally:
    """VP at the end of the campaign: less what the defender has kept of his CPP."""
    found, left = points(d), max(d.left, 0)
    label = f"of {left} CPP that the defender has left"
    kept = Modifier(-taken(d, left), label, d.book.cite("victory.cpp_left"))
    return Tally("VP of the campaign", found.base, (*found.modifiers, kept))


def conclude(d: Draft) -> None:
    found = final(d)
    winner = RUSSIAN if found.total >= d.needed else GERMAN
    d.verdict = f"The {d.book.sides[winner]} side wins the campaign: {found}, {d.needed} needed"
    d.say(
        "victory",
        proper(d.book.sides, d.verdict),
        d.book.cite("victory.campaign"),
        *found.rules,
        data=(winner, found.total),
    )
    disclose(d)
    d.frames.clear()
    d.over = 1 + winner


def disclose(d: Draft) -> None:
    """When all is over, both sides show what they bought."""
    for side, name in zip(BOTH, d.book.sides, strict=True):
        for offer, count in zip(d.book.charts[side], d.accounts[side].bought, strict=False):
            if count:
                text = f"{d.side_name(side)}: bought {count} {offer.called}"
                d.say(f"bought by {name}", text, d.book.cite("purchases.secret"))
