"""8.2 and on: a rolled combat is carried out: losses, retreat, advance, in this order."""

from msgspec.structs import replace

from berlin.games.race.board.units import GERMANS_FROM
from berlin.games.race.board.zones import BERLIN
from berlin.games.race.rules.combat.advance import Advance
from berlin.games.race.rules.combat.losses import Losses, eliminate
from berlin.games.race.rules.combat.odds import defenders
from berlin.games.race.rules.combat.retreat import Retreat
from berlin.games.race.rules.positions import any_soviets_in, germans_in, units_in
from berlin.games.race.rules.question import RaceQuestion
from berlin.games.race.state.state import GUEST, Draft, Position
from berlin.kernel.contract.ids import OTHER, Seat

# The steps of a combat.
ATTACKER_LOSES, DEFENDER_LOSES, RETREATS, ADVANCES = range(4)


class Battle(RaceQuestion, frozen=True, gc=False):
    """What remains to be done of a rolled combat. Asks nothing itself: its questions are put on top of it."""

    zone: int
    units: tuple[int, ...]
    step: int
    attacker: int
    defender: int
    retreat: bool
    origins: tuple[int, ...]

    rule = "RFB 8"

    def prompt(self, p: Position) -> str:
        return ""

    def still_asks(self, d: Draft) -> bool:
        """Take the next steps of a combat."""
        german_attack = self.units[0] >= GERMANS_FROM
        open_frames = len(d.frames)
        step = self.step
        while step <= ADVANCES and len(d.frames) == open_frames:
            if step == ATTACKER_LOSES:
                _lose(d, self.units, self.attacker, self.seat)
            elif step == DEFENDER_LOSES:
                # Where both players' Germans defend, the camp that is not attacking loses first.
                if self.defender:
                    _lose(d, tuple(defenders(d, self.zone, german_attack)), self.defender, OTHER[self.seat])
            elif step == RETREATS:
                self._flee(d, german_attack)
            else:
                self._conquer(d, german_attack)
            step += 1
        if len(d.frames) == open_frames:
            d.frames.pop()
        else:
            d.frames[open_frames - 1] = replace(self, step=step)
        return False

    def _flee(self, d: Draft, german_attack: bool) -> None:
        if german_attack:
            units = tuple(u for u in units_in(d, self.zone, 0, GERMANS_FROM) if not d.marks[u] & GUEST)
            # 7.3.3: guests do not outlive their hosts' stand, whole or reduced.
            if self.retreat or not units:
                for unit in units_in(d, self.zone, 0, GERMANS_FROM):
                    if d.marks[unit] & GUEST:
                        eliminate(d, unit, "RFB 7.3.3c" if units else "RFB 7.3.3.q2")
        else:
            units = tuple(units_in(d, self.zone, GERMANS_FROM))
        if self.retreat and units:
            d.frames.append(Retreat(OTHER[self.seat], self.zone, units, self.seat))

    def _conquer(self, d: Draft, german_attack: bool) -> None:
        """The attackers enter a zone that lies empty; a city zone is not entered so."""
        if self.zone in BERLIN:
            return
        if any_soviets_in(d, self.zone) if german_attack else germans_in(d, self.zone):
            return
        d.taken += ((self.zone, self.origins),)
        d.frames.append(Advance(self.seat, self.zone, self.units))


def _lose(d: Draft, units: tuple[int, ...], left: int, camp: Seat) -> None:
    if left and units:
        d.frames.append(Losses(camp, units, (0,) * len(units), left, camp))
