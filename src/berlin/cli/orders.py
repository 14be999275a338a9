"""What a player may type at the table besides an answer."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from berlin.cli import board, chronicle, hand, menu, reckoning
from berlin.cli.answers import fold, match
from berlin.cli.complaint import Complaint
from berlin.cli.files import write
from berlin.cli.position import gist
from berlin.cli.rulebook import describe, lookup
from berlin.cli.seats import HUMAN
from berlin.kernel.game import BadText
from berlin.kernel.record import write as spell
from berlin.kernel.resigning import VERB, meaning
from berlin.players import ADVISOR, seated
from berlin.players.errand import errand

if TYPE_CHECKING:
    from berlin.cli.desk import Desk

HINT = "Type an answer, its beginning or its number (Tab completes); help for more."
NO_HINTS = "No hints in this game; between two humans they are allowed with: berlin play --hints"
STEP = "step"
YES = ("y", "yes")
# Other words for a command.
ALSO = {"concede": VERB}
LOG_LINES = 30
SOME = 12


class Order(msgspec.Struct, frozen=True):
    """A command of the table: its name, what follows it, what it does."""

    name: str
    follows: str
    about: str
    run: Callable[["Desk", list[str]], None]


def named(word: str) -> Order | None:
    name = ALSO.get(word.casefold(), word.casefold())
    return next((order for order in ORDERS if order.name == name), None)


def offered(desk: "Desk", before: list[str], begun: str) -> list[str]:
    """What the tab key offers behind these words."""
    names = [order.name for order in ORDERS]
    if before and before[0] in ("why", "odds"):
        return menu.words_after(before[1:], begun, desk.texts, ())
    if before and before[0] in ("show", "legal"):
        return [name for name in _names(desk) if fold(name).startswith(fold(begun))]
    if before == ["staff"]:
        return [STEP] if STEP.startswith(fold(begun)) else []
    if before and before[0] in names:
        return []
    return menu.words_after(before, begun, desk.texts, names)


def some(texts: Sequence[str]) -> str:
    more = f", and {len(texts) - SOME} more" if len(texts) > SOME else ""
    return ", ".join(texts[:SOME]) + more


def tell_refusal(desk: "Desk", text: str, action: Any) -> bool:
    """Tell why an action is not allowed; False if it is."""
    refused = desk.game.why_not(desk.world, action)
    if refused is not None:
        desk.out.print(reckoning.refusal(text, refused, gist(desk.game, refused)))
    return refused is not None


def _why(desk: "Desk", words: list[str]) -> None:
    _reckon(desk, words, "allowed")


def _odds(desk: "Desk", words: list[str]) -> None:
    _reckon(desk, words, "")


def _reckon(desk: "Desk", words: list[str], verdict: str) -> None:
    """An answer may be shortened; anything else must be spelled out to be refused."""
    text = " ".join(words)
    hits = match(text, desk.texts)
    if len(hits) > 1:
        desk.say(f"That could mean: {some(hits)}")
        return
    text = hits[0] if hits else text
    try:
        action = desk.game.read(text)
    except BadText as error:
        desk.say(str(error) if text else "Say which action, for example: why " + some(desk.texts[:1]))
        return
    if tell_refusal(desk, text, action):
        return
    prompt = desk.game.prompt(desk.state)
    if verdict and prompt is not None:
        desk.out.print(Text(f"{text}: {verdict}, in answer to [{prompt.rule}]", style="green"))
    desk.out.print(reckoning.explanation(desk.game.explain(desk.world, action)))
    for warning in desk.game.warnings(desk.world, action):
        desk.say(f"Mind: {warning}")


def _undo(desk: "Desk", words: list[str]) -> None:
    reason = desk.take_back()
    if reason:
        desk.say(f"This can't be taken back: {reason}.")
        return
    desk.say("Taken back.")
    desk.show_question()


def _auto(desk: "Desk", words: list[str]) -> None:
    desk.auto = not desk.auto
    if not desk.auto:
        desk.say("You are asked again even where there is one answer only.")
    elif list(desk.players).count(HUMAN) > 1:
        desk.say("With two humans every question is asked, so that nobody learns from a silence.")
    else:
        desk.say("Where there is one answer only, it is taken by itself from now on.")


def _hint(desk: "Desk", words: list[str]) -> None:
    """What a staff would do in this place, by what this seat can see, and why."""
    if not desk.hints or desk.keyboard is None:
        desk.say(NO_HINTS)
        return
    view, player = desk.game.view(desk.state, desk.keyboard), seated(ADVISOR)
    action = player.choose(desk.game, view, Random(0))
    text = desk.game.write(action)
    number = f" (answer {desk.texts.index(text) + 1})" if text in desk.texts else ""
    desk.out.print(Text(f"Hint: {text}{number}", style="bold"))
    for line in chronicle.why(player.reasons(desk.game, view, action)):
        desk.out.print(line)
    desk.hinted.append((desk.keyboard, "asked for a hint"))


def _staff(desk: "Desk", words: list[str]) -> None:
    """Lets the staff answer this question, or all that is left of this step."""
    whole = [fold(word) for word in words] == [STEP]
    if words and not whole:
        desk.say(f"Type staff for this question, or staff {STEP} for all that is left of this step.")
    elif not desk.hints or desk.keyboard is None:
        desk.say(NO_HINTS)
    else:
        desk.errand = errand(desk.game, desk.state, desk.keyboard, one=not whole)
        desk.hinted.append((desk.keyboard, "let the staff answer"))


def _resign(desk: "Desk", words: list[str]) -> None:
    """Gives the game up, if the player is sure."""
    if desk.keyboard is None:
        return
    text = " ".join([VERB, *(words or [desk.game.seats[desk.keyboard]])])
    try:
        action = desk.game.read(text)
    except BadText as error:
        desk.say(f"{error}.")
        return
    if tell_refusal(desk, text, action):
        return
    desk.say(f"Mind: {meaning(desk.game, desk.keyboard)}")
    if desk.read("Sure? [y/N] ").strip().casefold() in YES:
        desk.given_up = action
    else:
        desk.say("You play on.")


def _save(desk: "Desk", words: list[str]) -> None:
    if not words:
        desk.say(f"Every action is saved as it is made, in {desk.file.path}")
        return
    path = Path(" ".join(words)).expanduser()
    try:
        if path.exists():
            raise Complaint(f"{path} exists already")
        write(path, spell(desk.file.record))
    except Complaint as complaint:
        desk.say(f"Not saved: {complaint}")
        return
    desk.say(f"A copy is in {path}; go on from it with: berlin play {path}")


def _rules(desk: "Desk", words: list[str]) -> None:
    if not words:
        desk.say("Say which, for example: rules " + desk.game.ledger.clauses[0].id)
        return
    found = lookup(desk.game.ledger, " ".join(words).strip("[]"))
    for clause in found:
        desk.out.print(Text(describe(clause)))
    if not found:
        desk.say(f"There is no clause {' '.join(words)}.")


def _show(desk: "Desk", words: list[str]) -> None:
    scene = desk.scene
    if scene is None:
        return
    if not words:
        board.print_scene(desk.out, scene, desk.game.seats)
        return
    hits = match(" ".join(words), _names(desk), numbered=False)
    units, cards = {piece.id: piece for piece in scene.pieces}, hand.open_cards(scene)
    spots = [name for name in hits if name not in units and name not in cards]
    if spots:
        desk.out.print(board.front(scene, desk.game.seats, desk.out.width, spots, alone=True))
    for place in spots:
        if within := [layer.name for layer in scene.layers if not layer.past and place in layer.places]:
            desk.out.print(Text(f"  {place} lies in: {', '.join(within)}", style="dim"))
    for tray in scene.trays:
        if tray.key in spots:
            desk.out.print(Text(f"  {tray.name}{f': {tray.note}' if tray.note else ''}", style="dim"))
    for piece in units.values():
        if piece.id in hits or piece.place in spots:
            desk.out.print(board.unit(piece))
    for key in hits:
        if key in cards:
            desk.out.print(hand.whole(cards[key]))
    if not hits:
        desk.say(f"Nothing is called {' '.join(words)} here: name a place, a unit or a card.")


def _log(desk: "Desk", words: list[str]) -> None:
    most = int(words[0]) if words and words[0].isdecimal() else LOG_LINES
    lines = chronicle.news(desk.game, desk.file.moments, desk.viewer())
    for line in lines[-most:] if most else []:
        desk.out.print(line)


def _legal(desk: "Desk", words: list[str]) -> None:
    wanted = fold(" ".join(words))
    for number, text in enumerate(desk.texts, start=1):
        if not wanted or f" {wanted}" in f" {fold(text)}":
            desk.out.print(Text(f"{number:4}) {text}"))


def _help(desk: "Desk", words: list[str]) -> None:
    desk.out.print(Text("Answer the question with the text of an answer, the beginnings of its words, or"))
    desk.out.print(Text("its number. For example: " + some(desk.texts[:3])))
    desk.out.print(Text("Besides, you may type:"))
    for order in ORDERS:
        desk.out.print(Text(f"  {f'{order.name} {order.follows}':18} {order.about}"))
    desk.out.print(Text(board.legend(desk.game.seats), style="dim"))


def _quit(desk: "Desk", words: list[str]) -> None:
    from berlin.cli.desk import Leave

    raise Leave


def _names(desk: "Desk") -> list[str]:
    """The places, units and cards that can be looked at."""
    scene = desk.scene
    if scene is None:
        return []
    spots = [*(piece.place for piece in scene.pieces), *(marker.place for marker in scene.markers)]
    spots += [place for layer in scene.layers for place in layer.places]
    return list(dict.fromkeys([*spots, *(piece.id for piece in scene.pieces), *hand.open_cards(scene)]))


ORDERS = (
    Order("help", "", "this page", _help),
    Order("show", "[NAME]", "the whole table with all cards, or one place, box, unit or card", _show),
    Order("legal", "[UNIT]", "every legal answer with its number, or those of one unit", _legal),
    Order("why", "ACTION", "is it allowed, and if not, by which rule", _why),
    Order("odds", "ACTION", "its numbers with their rules and the chance of each outcome", _odds),
    Order("hint", "", "what a staff would do in your place, and why; where hints are allowed", _hint),
    Order(
        "staff",
        "[step]",
        "let the staff answer for you, by what you see: this question, or the whole step",
        _staff,
    ),
    Order("rules", "CLAUSE", "a rule in short, for example: rules 8.3", _rules),
    Order("log", "[LINES]", "what happened so far", _log),
    Order("undo", "", "take your last action back (never past a die or a revelation)", _undo),
    Order(VERB, "", "give the game up, or concede it; you are asked whether you are sure", _resign),
    Order("auto", "", "take answers by themselves where there is only one, or stop doing so", _auto),
    Order("save", "[FILE]", "say where the game is kept, or write a copy", _save),
    Order("quit", "", "get up; the game is saved and can be resumed", _quit),
)
