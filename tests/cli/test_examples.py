"""The example is there for who asks: it is listed by a flag, and played by its name."""

import os
import pty
import sys
from pathlib import Path
from subprocess import Popen
from threading import Thread
from time import monotonic

from tests.cli.runs import Berlin

MAIN = "from berlin.cli.main import main; main()"
BARRAGES = "bombard east lebus\nbombard west seelow\n"
PATIENCE = 60


def test_it_is_listed_only_with_the_flag(berlin: Berlin) -> None:
    assert "ferry" not in berlin("games").out
    assert "ferry      The Ferry [FER], for east and west" in berlin("games", "--examples").out
    assert '"ferry"' in berlin("games", "--examples", "--json").out


def test_it_is_played_by_its_name_and_resumed_from_its_file(berlin: Berlin, home: Path) -> None:
    file = home / "crossing.record"
    ran = berlin(
        "play", "ferry", "--west", "human", "-o", file, "--seed", 3, typed=BARRAGES + "move e1 ferry\n"
    )
    assert (ran.code, "Orlov's company goes to the ferry [FER 4]" in ran.out) == (0, True)
    shown = berlin("show", file).out
    assert "Turn 1: East moves" in shown
    assert "West> quit" in berlin("play", file, typed="done\nquit\n").out
    assert berlin("replay", file, "--verify").code == 0


def test_its_rules_are_read_and_who_names_no_game_is_not_told_of_it(berlin: Berlin) -> None:
    assert "FER 3 (enforce)" in berlin("rules", "FER 3", "--game", "ferry").out
    berlin("rules", "--game", "chess").refused(
        "unknown game 'chess'; known: race, noretreat, fortress, orsha"
    )


class Terminal:
    """`berlin play` at a terminal of its own: what is typed, and all that came."""

    def __init__(self, *words: str) -> None:
        hand, end = pty.openpty()
        self.hand, self.seen = hand, ""
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "50"}
        self.process = Popen(
            [sys.executable, "-c", MAIN, *words], stdin=end, stdout=end, stderr=end, env=environment
        )
        os.close(end)
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while part := os.read(self.hand, 4096):
                self.seen += part.decode(errors="replace")
        except OSError:
            pass  # Its other end was closed: the program is over.

    def until(self, words: str) -> str:
        """All that came up to these words, which are then forgotten."""
        end = monotonic() + PATIENCE
        while words not in self.seen:
            assert monotonic() < end, f"{words!r} never came: {self.seen}"
        before, _, self.seen = self.seen.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.hand, f"{line}\n".encode())


def test_two_at_one_keyboard_name_their_places_in_secret(home: Path) -> None:
    at = Terminal("play", "ferry", "--east", "human", "--west", "human", "-o", str(home / "a.record"))
    try:
        at.until("East> ")
        at.type("bombard east lebus")
        assert "\x1b[3J" in at.until("Pass the keyboard to WEST and press Enter. ")
        at.type("")
        shown = at.until("West> ")
        assert ("East has aimed" in shown, "aims" in shown, "bombard east" in shown) == (True, False, False)
        at.type("bombard west seelow")
        assert "Pass the keyboard" not in at.until("East fires at Lebus")
    finally:
        at.process.kill()
        at.process.wait()
        os.close(at.hand)
