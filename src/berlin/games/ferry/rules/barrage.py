"""3. The barrage: both sides name a place in secret, then the dice fall."""

from berlin.games.ferry.board import ALL_PLACES, ALL_UNITS, CALLED, LOST, NAMES, SIDE
from berlin.games.ferry.cover import SIDES
from berlin.games.ferry.state import Draft, Position
from berlin.kernel.contract.ids import Place, Seat, Unit
from berlin.kernel.contract.rules import Explanation, Outcome
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import Together


class Bombard(Act, frozen=True):
    verb, says, time = "bombard", "Fire at {place}", "FER 3"
    seat: Seat  # Both sides are asked at once.
    place: Place


class Barrage(Together[Position, Draft, Bombard], frozen=True):
    given: tuple[Bombard | bool | None, ...] = ()
    acts, rule, hit = (Bombard,), "FER 3", 5
    words = "Where does your barrage fall? The enemy names his place at the same time."
    why = "A company there is lost on 5 or 6: fire where two stand, or where one has to pass."

    def answers_of(self, p: Position, seat: Seat) -> list[Bombard]:
        return [Bombard(seat, place) for place in ALL_PLACES]

    def noted(self, d: Draft, seat: Seat, act: Bombard) -> None:
        side = SIDES[seat]
        d.whisper("aim", seat, f"{side} aims at {NAMES[act.place]}", f"{side} has aimed", "FER 3")

    def reveal(self, d: Draft, given: tuple[Bombard, ...]) -> None:
        d.fired = tuple(act.place for act in given)
        for act in given:
            d.say("barrage", f"{SIDES[act.seat]} fires at {NAMES[act.place]}", "FER 3")
            for unit in targets(d, act):
                if d.die("barrage", f"fire at {CALLED[unit]}", "FER 3") >= self.hit:
                    d.say("loss", f"{CALLED[unit]} is lost", "FER 3")
                    d.where[unit] = LOST

    def explain(self, p: Position, act: Bombard) -> Explanation:
        hit, missed = Outcome("loss", 7 - self.hit, 6), Outcome("no loss", self.hit - 1, 6)
        return Explanation("", outcomes=(hit, missed) if targets(p, act) else ())


def targets(p: Position, act: Bombard) -> list[Unit]:
    """The enemy companies there."""
    return [unit for unit in ALL_UNITS if p.where[unit] == act.place and SIDE[unit] != act.seat]
