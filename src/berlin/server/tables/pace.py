"""How long it takes to play a table again, as everybody may know it: by what a watcher has noticed of it.

What was done in secret is played again too, and in some games that is most of it. A table that took as long
as it is would tell how much, to whoever has it put out of memory and asks for it. So it takes as long as
tables of its game do with as much to be noticed, and as long again.
"""

# Of the processor, for what was noticed, in a game of which nothing was played again yet.
USUAL_SECONDS = 0.1e-3
TIMES = 2
# Of fewer entries a table says little, and the newest counts for a part.
ENOUGH, PART = 20, 0.2


class Pace:
    """Seconds for an entry that everybody noticed, with the secret ones beside it: by game, and of late."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def expected(self, game: str, shown: int) -> float:
        """How long a table may take at which everybody noticed so many entries."""
        return TIMES * shown * self._seconds.get(game, USUAL_SECONDS)

    def note(self, game: str, shown: int, seconds: float) -> None:
        """A table at which everybody noticed so many took so long."""
        if shown >= ENOUGH:
            before = self._seconds.get(game, seconds / shown)
            self._seconds[game] = (1 - PART) * before + PART * seconds / shown
