"""What happened, in words and data, with the rules it happened by."""

import msgspec

from berlin.kernel.contract.ids import Seat

EVERYBODY = Seat(-1)


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. A secret one is told whole to one seat; the others read its veil."""

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    data: tuple[int | str, ...] = ()
    seat: Seat = EVERYBODY
    veil: str = ""

    def seen_by(self, seat: Seat | None) -> "Event | None":
        """The event as this seat learns of it; None if it learns nothing."""
        if self.seat in (EVERYBODY, seat):
            return self
        if not self.veil:
            return None
        return Event(self.kind, self.veil, self.rules)
