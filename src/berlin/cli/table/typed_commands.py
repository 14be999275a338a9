"""What a player may type at the table besides an answer."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from rich.text import Text

from berlin.cli.clauses import describe, gist, lookup
from berlin.cli.complaint import Complaint, or_complain
from berlin.cli.files import write
from berlin.cli.seats import HUMAN
from berlin.cli.table import board, by_name, cards, explanation, menu, story
from berlin.cli.table.answers import find as find_answers
from berlin.cli.table.answers import fold, said_of, with_code
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.scene import Choice, Scene
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.resigning import VERB, meaning
from berlin.kernel.records.record import write as spell
from berlin.kernel.records.record_file import read_text
from berlin.players import ADVISOR, make_player
from berlin.players.delegation import delegate

if TYPE_CHECKING:
    from berlin.cli.table.session import Session

HINT = "Type a number, or an answer or its beginning in words (Tab completes); help for more."
NO_HINTS = "No hints in this game; between two humans they are allowed with: berlin play --hints"
STEP = "step"
YES = ("y", "yes")
# Other words for a command.
ALSO = {"concede": VERB}
LOG_LINES = 30
SOME = 12


class TypedCommand(msgspec.Struct, frozen=True):
    """A command of the table: its name, what follows it, what it does."""

    name: str
    follows: str
    about: str
    run: Callable[["Session", list[str]], None]


def find(word: str) -> TypedCommand | None:
    name = ALSO.get(word.casefold(), word.casefold())
    return next((command for command in COMMANDS if command.name == name), None)


def completions(session: "Session", before: list[str], begun: str) -> list[str]:
    """What the tab key offers behind these words."""
    names = [command.name for command in COMMANDS]
    if before and before[0] in ("why", "odds"):
        return menu.words_after(before[1:], begun, _spoken(session), ())
    if before and before[0] in ("show", "legal"):
        return [name for name in by_name.codes(session) if fold(name).startswith(fold(begun))]
    if before == ["staff"]:
        return [STEP] if STEP.startswith(fold(begun)) else []
    if before and before[0] in names:
        return []
    return menu.words_after(before, begun, _spoken(session), names)


def _spoken(session: "Session") -> list[str]:
    """The answers as they can be typed: their codes, and their sentences."""
    return [*session.texts, *(choice.said for choice in session.choices if choice.said)]


def first_few(texts: Sequence[str]) -> str:
    more = f"; and {len(texts) - SOME} more" if len(texts) > SOME else ""
    return "; ".join(texts[:SOME]) + more


def unclear(hits: Sequence[Choice], codes: bool) -> str:
    """Among which answers one has to choose."""
    return f"That could mean: {first_few([with_code(hit, codes) for hit in hits])}"


def tell_refusal(session: "Session", action: Struct) -> bool:
    """Tell why an action is not allowed; False if it is."""
    game, world = session.game, session.world
    refused = game.why_not(world, action)
    if refused is not None:
        session.out.print(explanation.refusal_text(game.say(world, action), refused, gist(game, refused)))
    return refused is not None


def _why(session: "Session", words: list[str]) -> None:
    _reckon(session, words, "allowed")


def _odds(session: "Session", words: list[str]) -> None:
    _reckon(session, words, "")


def _reckon(session: "Session", words: list[str], verdict: str) -> None:
    """An answer may be shortened; anything else must be spelled out to be refused."""
    text = " ".join(words)
    hits = find_answers(text, session.choices)
    if len(hits) > 1:
        session.say(unclear(hits, session.codes))
        return
    text = hits[0].text if hits else text
    try:
        action = by_name.read_act(session, text)
    except BadText as error:
        example = first_few(list(map(said_of, session.choices[:1])))
        session.say(str(error) if text else f"Say which action, for example: why {example}")
        return
    if tell_refusal(session, action):
        return
    prompt = session.game.prompt(session.state)
    if verdict and prompt is not None:
        said = session.game.say(session.world, action)
        session.out.print(Text(f"{said}: {verdict}, in answer to [{prompt.rule}]", style="green"))
    session.out.print(explanation.explanation_text(session.game.explain(session.world, action)))
    for warning in session.game.warnings(session.world, action):
        session.say(f"Mind: {warning}")


def _undo(session: "Session", words: list[str]) -> None:
    reason = session.take_back()
    if reason:
        session.say(f"This can't be taken back: {reason}.")
        return
    session.say("Taken back.")
    session.show_question()


def _auto(session: "Session", words: list[str]) -> None:
    session.auto = not session.auto
    if not session.auto:
        session.say("You are asked again even where there is one answer only.")
    elif list(session.players).count(HUMAN) > 1:
        session.say("With two humans every question is asked, so that nobody learns from a silence.")
    else:
        session.say("Where there is one answer only, it is taken by itself from now on.")


def _codes(session: "Session", words: list[str]) -> None:
    session.codes = not session.codes
    session.say("Codes stand beside the names." if session.codes else "Names stand alone.")
    session.show_question()


def _hint(session: "Session", words: list[str]) -> None:
    """What a staff would do in this place, by what this seat can see, and why."""
    if not session.hints or session.keyboard is None:
        session.say(NO_HINTS)
        return
    view, player = session.game.view(session.state, session.keyboard), make_player(ADVISOR)
    action = player.choose(session.game, view, Random(0))
    text = session.game.write(action)
    number = f" (answer {session.texts.index(text) + 1})" if text in session.texts else ""
    said = session.game.say(session.world, action)
    session.out.print(Text(f"Hint: {said}{number}", style="bold"))
    for line in story.reason_lines(player.reasons(session.game, view, action)):
        session.out.print(line)
    session.hinted.append((session.keyboard, "asked for a hint"))


def _staff(session: "Session", words: list[str]) -> None:
    """Lets the staff answer this question, or all that is left of this step."""
    whole = [fold(word) for word in words] == [STEP]
    if words and not whole:
        session.say(f"Type staff for this question, or staff {STEP} for all that is left of this step.")
    elif not session.hints or session.keyboard is None:
        session.say(NO_HINTS)
    else:
        session.delegation = delegate(session.game, session.state, session.keyboard, one=not whole)
        session.hinted.append((session.keyboard, "let the staff answer"))


def _resign(session: "Session", words: list[str]) -> None:
    """Gives the game up, if the player is sure."""
    if session.keyboard is None:
        return
    text = " ".join([VERB, *(words or [session.game.seats[session.keyboard]])])
    try:
        action = session.game.read(text)
    except BadText as error:
        session.say(f"{error}.")
        return
    if tell_refusal(session, action):
        return
    session.say(f"Mind: {meaning(session.game, session.keyboard)}")
    if session.read("Sure? [y/N] ").strip().casefold() in YES:
        session.resignation = action
    else:
        session.say("You play on.")


def _save(session: "Session", words: list[str]) -> None:
    if not words:
        session.say(f"Every action is saved as it is made, in {session.file.path}")
        return
    path = Path(" ".join(words)).expanduser()
    try:
        if path.exists():
            raise Complaint(f"{path} exists already")
        write(path, spell(session.file.record))
    except Complaint as complaint:
        session.say(f"Not saved: {complaint}")
        return
    session.say(f"A copy is in {path}; go on from it with: berlin play {path}")


def _form(session: "Session", words: list[str]) -> None:
    """What is asked as a form: a set-up, a report."""
    text = session.game.form(session.state, session.keyboard) if session.keyboard is not None else ""
    if not text:
        session.say("What is asked now is answered one by one: there is no form for it.")
    elif not words:
        session.out.print(Text(text))
    else:
        path = Path(" ".join(words)).expanduser()
        try:
            write(path, text)
        except Complaint as complaint:
            session.say(f"Not written: {complaint}")
            return
        session.say(f"Written to {path}; use it, here or in another game, with: fill {path}")


def _fill(session: "Session", words: list[str]) -> None:
    """Answers by a form: all of it, or nothing and what is wrong with it."""
    path = Path(" ".join(words)).expanduser()
    try:
        with or_complain(path):
            filled = session.game.filled(session.state, read_text(path), session.keyboard)
    except Complaint as complaint:
        session.say(f"Nothing was done: {complaint}")
        return
    for fault in filled.faults:
        session.say(f"{path}: {fault}")
    if filled.actions:
        *before, session.last_of_form = filled.actions
        session.file.append_all(before)
    elif not filled.faults:
        session.say("All of it stands so already.")


def _rules(session: "Session", words: list[str]) -> None:
    if not words:
        session.say("Say which, for example: rules " + session.game.ledger.clauses[0].id)
        return
    found = lookup(session.game.ledger, " ".join(words).strip("[]"))
    for clause in found:
        session.out.print(Text(describe(clause)))
    if not found:
        session.say(f"There is no clause {' '.join(words)}.")


def _show(session: "Session", words: list[str]) -> None:
    scene = session.scene
    if scene is None:
        return
    if not words:
        named = board.with_names(scene, session.game.board().spots, session.codes)
        board.print_scene(session.out, named, session.game.seats, session.codes)
        return
    hits = by_name.find(session, " ".join(words))
    units, shown = {piece.id: piece for piece in scene.pieces}, cards.open_cards(scene)
    spots = [name for name in hits if name not in units and name not in shown]
    _show_places(session, scene, spots)
    for piece in units.values():
        if piece.id in hits or piece.place in spots:
            place = by_name.place_names(session).get(piece.place, piece.place)
            session.out.print(board.unit(piece, place, session.codes))
    for key in hits:
        if key in shown:
            session.out.print(cards.card_text(shown[key], session.codes))
    if not hits:
        session.say(f"Nothing is called {' '.join(words)} here: name a place, a unit or a card.")


def _show_places(session: "Session", scene: Scene, places: list[str]) -> None:
    """What lies in these places and boxes, and what areas the places lie in."""
    if places:
        named = board.with_names(scene, session.game.board().spots, session.codes)
        called = board.place_caller(scene, session.game.board().spots, session.codes)
        shown = [called(place) for place in places]
        session.out.print(board.front(named, session.game.seats, session.out.width, shown, alone=True))
    for place in places:
        if within := [layer.name for layer in scene.layers if not layer.past and place in layer.places]:
            name = sentence(by_name.place_names(session).get(place, place))
            session.out.print(Text(f"  {name} lies in: {', '.join(within)}", style="dim"))
    for tray in scene.trays:
        if tray.key in places:
            session.out.print(Text(f"  {tray.name}{f': {tray.note}' if tray.note else ''}", style="dim"))


def _log(session: "Session", words: list[str]) -> None:
    most = int(words[0]) if words and words[0].isdecimal() else LOG_LINES
    lines = story.news(session.game, session.file.moments, session.viewer(), codes=session.codes)
    for line in lines[-most:] if most else []:
        session.out.print(line)


def _legal(session: "Session", words: list[str]) -> None:
    wanted = fold(" ".join(words))
    found = [
        Text(f"{number:4}) {with_code(choice, session.codes)}")
        for number, choice in enumerate(session.choices, start=1)
        if not wanted or f" {wanted}" in f" {fold(choice.text)} {fold(choice.said)}"
    ]
    for line in found:
        session.out.print(line)
    if not found:
        session.say(f"No answer now has the words {' '.join(words)}.")


def _help(session: "Session", words: list[str]) -> None:
    session.out.print(Text("Answer the question with a number of the list, with an answer in words, or with"))
    session.out.print(Text("its code, which `codes` shows; the beginnings of the words are enough."))
    session.out.print(Text("For example: " + first_few(list(map(said_of, session.choices[:2])))))
    session.out.print(Text("Besides, you may type:"))
    for command in COMMANDS:
        session.out.print(Text(f"  {f'{command.name} {command.follows}':18} {command.about}"))
    session.out.print(Text(board.legend(session.game.seats), style="dim"))


def _quit(session: "Session", words: list[str]) -> None:
    from berlin.cli.table.session import Leave

    raise Leave


COMMANDS = (
    TypedCommand("help", "", "this page", _help),
    TypedCommand("show", "[NAME]", "the whole table with all cards, or one place, box, unit or card", _show),
    TypedCommand("legal", "[WORDS]", "every legal answer with its number, or those with these words", _legal),
    TypedCommand("why", "ACTION", "is it allowed, and if not, by which rule", _why),
    TypedCommand("odds", "ACTION", "its numbers with their rules and the chance of each outcome", _odds),
    TypedCommand("hint", "", "what a staff would do in your place, and why; where hints are allowed", _hint),
    TypedCommand(
        "staff",
        "[step]",
        "let the staff answer for you, by what you see: this question, or the whole step",
        _staff,
    ),
    TypedCommand("rules", "CLAUSE", "a rule in short, for example: rules 8.3", _rules),
    TypedCommand("log", "[LINES]", "what happened so far", _log),
    TypedCommand("undo", "", "take your last action back (never past a die or a revelation)", _undo),
    TypedCommand(VERB, "", "give the game up, or concede it; you are asked whether you are sure", _resign),
    TypedCommand("auto", "", "take answers by themselves where there is only one, or stop doing so", _auto),
    TypedCommand("codes", "", "show the codes of answers, units, places and cards, or hide them", _codes),
    TypedCommand("form", "[FILE]", "what is asked as a form: a set-up, a report; shown, or written", _form),
    TypedCommand("fill", "FILE", "answer by a form that was written: all of it or nothing", _fill),
    TypedCommand("save", "[FILE]", "say where the game is kept, or write a copy", _save),
    TypedCommand("quit", "", "get up; the game is saved and can be resumed", _quit),
)
