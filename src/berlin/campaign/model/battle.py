"""A whole battle by the model: its turns in order, and the tale of it."""

from berlin.boards.bearings import hexes
from berlin.boards.hexes import bits
from berlin.campaign.book.charts import Branch
from berlin.campaign.model import assault, fire, march, recovery, support
from berlin.campaign.model.fight import Fight
from berlin.campaign.model.house import Battlefield
from berlin.campaign.state.state import GERMAN, RUSSIAN, Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Seat
from berlin.squad.board.pieces import Where

DEFENDER, ATTACKER = GERMAN, RUSSIAN
OVERCAST, RAIN = "overcast", "rain"


def fight(d: Draft, battlefield: Battlefield) -> int:
    """Settle a battle as the pieces were set up; how many game turns it took."""
    f = Fight(d, battlefield)
    d.rained = _rains(f)
    for side in (ATTACKER, DEFENDER):
        support.bombard(f, side)
    batteries = [support.batteries(f, side) for side in (DEFENDER, ATTACKER)]
    silencers = [bool(support.lines(f, side, Branch.COUNTER_BATTERY)) for side in (DEFENDER, ATTACKER)]
    flying = [support.arrive(f, side) for side in (DEFENDER, ATTACKER)]
    turn = 0
    while True:
        turn += 1
        tale = _Tale(d)
        for side in (ATTACKER, DEFENDER):
            for one in (ATTACKER, DEFENDER):
                recovery.rally(f, one)
            support.fire_missions(f, batteries[side], silencers[OTHER[side]])
            if turn <= f.house.sorties:
                support.sorties(f, side, flying[side])
            support.sniper(f, side)
            _player_turn(f, side)
        recovery.burn(f)
        tale.tell(d, f, turn)
        if _is_over(f, turn):
            break
    for side in (DEFENDER, ATTACKER):
        support.land(f, side, flying[side])
    return turn


def _player_turn(f: Fight, side: Seat) -> None:
    f.moved.clear()
    if side == ATTACKER:
        march.advance(f, side)
    else:
        march.reinforce(f, side)
    fire.volleys(f, OTHER[side], moving=False)
    fire.volleys(f, side, moving=True)
    for one in (side, OTHER[side]):
        recovery.rout(f, one)
    assault.assaults(f, side, f.house.assault if side == ATTACKER else f.house.counter)


def _rains(f: Fight) -> bool:
    """Rain falls, or an overcast sky breaks."""
    sky = f.d.weather.casefold()
    return sky == RAIN or (sky == OVERCAST and f.dice() <= f.house.rain)


def _is_over(f: Fight, turn: int) -> bool:
    """The Game End roll, from the last sure turn on."""
    past = turn - f.house.turns
    if past < 0:
        return False
    return f.d.die("end", f"Game End, turn {turn}", f.rule) <= f.house.ends[min(past, len(f.house.ends) - 1)]


class _Tale:
    """What a turn changed."""

    __slots__ = ("ground", "lost")

    def __init__(self, d: Draft) -> None:
        self.lost = _lost(d)
        self.ground = d.control[ATTACKER]

    def tell(self, d: Draft, f: Fight, turn: int) -> None:
        if d.log is None:
            return
        one, other = (now - then for now, then in zip(_lost(d), self.lost, strict=True))
        taken = d.control[ATTACKER] & ~self.ground
        won = taken.bit_count()
        back = (self.ground & ~d.control[ATTACKER]).bit_count()
        text = (
            f"turn {turn} by the model: {d.side_name(GERMAN)} losses {one},"
            f" {d.side_name(RUSSIAN)} losses {other};"
            f" the {d.side_name(ATTACKER)} side takes {hexes(won)} and loses {hexes(back)}"
        )
        names = (d.book.field.names[space] for space in bits(taken))
        d.say("model", text, f.rule, data=(turn, one, other, won, back, *names))


def _lost(d: Draft) -> tuple[int, int]:
    one, other = (sum(piece.where is Where.LOST for piece in d.pieces[side]) for side in BOTH)
    return one, other
