"""The table in a terminal: who decides sees the front, the news and the question, and types an answer."""

import sys
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct
from rich.console import Console
from rich.text import Text

from berlin.cli.seats import HUMAN
from berlin.cli.table import board, by_name, menu, story, typed_commands
from berlin.cli.table.answers import find, with_code
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.scene import Choice, Scene
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.dice import split
from berlin.kernel.records.record_file import RecordFile
from berlin.kernel.records.replay import Moment
from berlin.players import Player, make_player
from berlin.players.delegation import DEPUTY, Delegation

NEWS = 40
CLEAR_SCROLLBACK = "\033[3J"


class Leave(Exception):
    """The player gets up; everything is on disk."""


class Session:
    """One sitting at a game."""

    def __init__(
        self,
        file: RecordFile,
        players: Sequence[str],
        out: Console,
        read: Callable[[str], str] = menu.read_line,
        hints: bool = False,
        codes: bool = False,
    ) -> None:
        self.file, self.game, self.players, self.out, self.read = file, file.game, players, out, read
        self.machines = {seat: make_player(kind) for seat, kind in enumerate(players) if kind != HUMAN}
        self.keyboard: Seat | None = None
        self.auto, self.hints = False, hints
        # Whether codes stand beside the names; both can always be typed.
        self.codes = codes
        # Who asked for a hint or let the staff answer, until the others have been told.
        self.hinted: list[tuple[Seat, str]] = []
        self.delegation: Delegation | None = None
        # The resignation of a player who is sure of it.
        self.resignation: Struct | None = None
        # Of a form that was filled in, the last action: those before it are played.
        self.last_of_form: Struct | None = None
        self.told: dict[Seat | None, int] = {}
        # The answer that the player was last warned of.
        self.warned = ""
        self.scene: Scene | None = None

    @property
    def state(self) -> object:
        return self.file.moment.state

    @property
    def world(self) -> object:
        """A world as the seat at the keyboard may take it to be: what is told by it gives nothing away."""
        if self.keyboard is None:
            return self.state
        return self.game.imagine(self.game.view(self.state, self.keyboard), Random(0))

    @property
    def texts(self) -> list[str]:
        """The legal answers to the open question, as texts."""
        return [choice.text for choice in self.choices]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The legal answers to the open question."""
        return self.scene.choices if self.scene else ()

    def run(self) -> None:
        """Play until the game is over. Raises Leave when a player gets up."""
        menu.complete_with(lambda before, begun: typed_commands.completions(self, before, begun))
        while deciders := self.game.deciders(self.state):
            machines = [seat for seat in deciders if self.players[seat] != HUMAN]
            if machines:
                self.let_machine_play(machines[0])
            else:
                self.let_human_play(deciders[0])
        self.tell_news(self.viewer())
        self.out.print()
        story.tell_standing(self.out, self.game, self.state)

    def viewer(self) -> Seat | None:
        """Whose eyes the screen is for: the seat at the keyboard, an only human, or a spectator."""
        humans = [seat for seat in self.game.everybody if self.players[seat] == HUMAN]
        if self.keyboard is not None:
            return self.keyboard
        return humans[0] if len(humans) == 1 else None

    def let_machine_play(self, seat: Seat) -> None:
        self.file.append(self.choose_for(self.machines[seat], seat), seat)
        if HUMAN not in self.players:
            self.tell_news(None)

    def choose_for(self, player: Player, seat: Seat) -> Struct:
        """What a machine does in this seat."""
        # It follows from the game so far, so that a game broken off and resumed goes on the same.
        label = f"{self.game.seats[seat]} {len(self.file.record.lines)}"
        rng = Random(split(self.file.record.key, label))
        action: Struct = player.choose(self.game, self.game.view(self.state, seat), rng)
        return action

    def staff_answer(self) -> Struct | None:
        """The answer of the staff, if the player lets it answer."""
        return self.choose_for(make_player(DEPUTY), self.delegation.seat) if self.delegation else None

    def let_human_play(self, seat: Seat) -> None:
        """Put the open question to a human until he has answered it."""
        arrives = self.keyboard != seat
        if arrives and self.keyboard is not None:
            self.draw_curtain(seat)
        self.keyboard = seat
        if self.delegation and self.delegation.goes_on(self.game, self.state):
            self.file.append(self.choose_for(make_player(DEPUTY), self.delegation.seat), seat)
            return
        self.delegation = self.last_of_form = None
        before = self.scene
        self.look(seat)
        if self.answers_itself():
            self.file.append(self.game.read(self.texts[0]), seat)
            return
        stranger = any(m.line and m.line.seat != self.game.seats[seat] for m in self.unread_moments(seat))
        if arrives or (stranger and board.has_moved(before, self.scene)):
            self.show_front()
        self.tell_news(seat)
        self.tell_hints(seat)
        self.show_question()
        action = None
        while action is None:
            action = self.interpret(self.read(f"{sentence(self.game.seats[seat])}> "))
        self.file.append(action, seat)

    def answers_itself(self) -> bool:
        """One answer only needs no asking, if the player wants that and no second human reads along."""
        return self.auto and len(self.texts) == 1 and list(self.players).count(HUMAN) == 1

    def interpret(self, line: str) -> Struct | None:
        """The action that a line means; None if it was a command or is not clear, which is told."""
        words = line.split()
        if not words:
            self.show_question()
            return None
        command = typed_commands.find(words[0])
        if command is not None and line not in self.texts:
            command.run(self, words[1:])
            if self.last_of_form is not None:
                return self.last_of_form
            return self.staff_answer() if self.resignation is None else self.resignation
        hits = find(line, self.choices)
        if len(hits) == 1:
            return self.confirm(hits[0])
        if hits:
            self.say(typed_commands.unclear(hits, self.codes))
        else:
            self.say_why_not(line)
        return None

    def confirm(self, choice: Choice) -> Struct | None:
        """The action of an answer; one that costs what can't be had back has to be typed twice."""
        text = choice.text
        action: Struct = self.game.read(text)
        warnings = () if text == self.warned else self.game.warnings(self.world, action)
        self.warned = text if warnings else ""
        if not warnings:
            return action
        for warning in warnings:
            self.say(f"Mind: {warning}")
        self.say(f"Type it again if you mean it: {with_code(choice, self.codes)}")
        return None

    def say_why_not(self, line: str) -> None:
        try:
            typed_commands.tell_refusal(self, by_name.read_act(self, line))
        except BadText as error:
            # What could be said instead is listed by others.
            reason = str(error).partition(" (")[0]
            self.say(f"No answer reads like that: {reason}. Type a number, an answer, or help.")

    def look(self, seat: Seat | None) -> None:
        self.scene = self.game.scene(self.game.view(self.state, seat))

    def show_front(self) -> None:
        if self.scene is not None:
            named = board.with_names(self.scene, self.game.board().spots, self.codes)
            board.print_table(self.out, named, self.game.seats)

    def show_question(self) -> None:
        """The tracks, the hand, the question and its answers: all that is needed to go on."""
        scene = self.scene
        if scene is None or scene.prompt is None:
            return
        self.out.print()
        board.print_status(self.out, scene, self.game.seats, brief=True, codes=self.codes)
        name = self.game.seats[scene.prompt.seat]
        self.out.print(menu.question(scene.prompt, name, board.camp_style(name, self.game.seats)))
        self.out.print(menu.answers(scene.choices, self.out.width, board.stacks(scene), self.codes))
        self.out.print(Text(typed_commands.HINT, style="dim"))

    def unread_moments(self, seat: Seat | None) -> list[Moment]:
        return self.file.moments[self.told.get(seat, 0) :]

    def tell_news(self, seat: Seat | None) -> None:
        """What this seat has not read yet, cut to the last lines if it is much."""
        lines = story.news(self.game, self.file.moments, seat, self.told.get(seat, 0), self.codes)
        if len(lines) > NEWS:
            self.out.print(Text(f"... {len(lines) - NEWS} lines before these: type log", style="dim"))
        for line in lines[-NEWS:]:
            self.out.print(line)
        self.told[seat] = len(self.file.moments)

    def tell_hints(self, seat: Seat) -> None:
        """Whoever sits down reads that the others asked for hints, or let the staff answer."""
        for other, what in dict.fromkeys(one for one in self.hinted if one[0] != seat):
            self.say(f"{sentence(self.game.called(other))} {what}.")
        self.hinted = [one for one in self.hinted if one[0] == seat]

    def draw_curtain(self, seat: Seat) -> None:
        """Hide one player's hand from the other when the keyboard changes hands."""
        if not (sys.stdin.isatty() and self.out.is_terminal and self.has_secrets()):
            return
        self.clear()
        self.read(f"Pass the keyboard to {self.game.seats[seat].upper()} and press Enter. ")
        self.clear()

    def has_secrets(self) -> bool:
        """Whether some seat sees cards, pieces, markers or an account that a spectator doesn't, or has just
        answered in secret what others are still asked."""
        moments = self.file.moments
        if len(moments) > 1 and not self.game.is_open(moments[-2].state):
            return True
        common, *own = (
            self.game.scene(self.game.view(self.state, seat)) for seat in (None, *self.game.everybody)
        )
        return any(_faces(scene) != _faces(common) for scene in own)

    def clear(self) -> None:
        self.out.clear()
        self.out.file.write(CLEAR_SCROLLBACK)

    def take_back(self) -> str:
        """Take the last action of the seat at the keyboard back; why not, if it can't be."""
        last = self.file.moment.line
        if last is not None and self.keyboard is not None and last.seat != self.game.seats[self.keyboard]:
            return f"the last action was by {self.game.called(self.game.seat(last.seat))}"
        reason = self.file.undo()
        if not reason:
            self.told = {seat: min(told, len(self.file.moments)) for seat, told in self.told.items()}
            self.look(self.keyboard)
        return reason

    def say(self, text: str) -> None:
        self.out.print(Text(text, style="yellow"))


def _faces(scene: Scene) -> tuple[object, ...]:
    """What of a scene may be secret, but for the question itself."""
    return scene.cards, scene.pieces, scene.markers, scene.shop
