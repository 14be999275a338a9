"""A scene on the screen: the front by place, the stacks, tracks, markers and hands."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from berlin.cli.typeset import columns, flow
from berlin.kernel.scene import Card, Marker, Piece, Scene, Track

COLUMN = 40
INDENT = 2
CAMP_STYLES = ("red", "cyan", "yellow", "magenta")
STAR = "★"
INDEX = "index"
# Printed on the board for good: such a marker alone is no news.
PRINTED = {INDEX: "", "star": STAR}
SIGNS = f"place index {STAR}points   unit strength-movement   - reduced   * used"


def print_scene(out: Console, scene: Scene, seats: Sequence[str]) -> None:
    """All of it: the table, the tracks and hands, the open question or the end."""
    print_table(out, scene, seats)
    print_status(out, scene, seats, brief=False)
    if scene.prompt is not None:
        rule = f" [{scene.prompt.rule}]" if scene.prompt.rule else ""
        out.print(Text(f"{seats[scene.prompt.seat].upper()}: {scene.prompt.text}{rule}", style="bold"))
    if scene.result:
        out.print(Text(scene.result, style="bold"))


def print_table(out: Console, scene: Scene, seats: Sequence[str]) -> None:
    out.print(front(scene, seats, out.width))
    if free := prizes(scene):
        phrases = [Text("empty:", style="dim"), *(Text(prize) for prize in free)]
        out.print(Text("\n").join(flow(phrases, out.width, INDENT, gap=2)))
    out.print(Text(legend(seats), style="dim"))


def print_status(out: Console, scene: Scene, seats: Sequence[str], brief: bool) -> None:
    """The caption, the tracks and the hands; in brief without what they mean."""
    for line in (
        caption(scene),
        tracks(scene, seats, out.width, brief),
        hands(scene, seats, out.width, brief),
    ):
        if line.plain:
            out.print(line)


def caption(scene: Scene) -> Text:
    return Text(scene.caption, style="bold reverse")


def front(scene: Scene, seats: Sequence[str], width: int, only: Sequence[str] = ()) -> Table:
    """The places that hold something (or these only), with stacks and markers, set like a newspaper."""
    count = 1 if only else max(1, width // COLUMN)
    room = width // count - 1
    shown = only or places(scene)
    set_out = columns([_block(scene, seats, place, room) for place in shown], count)
    table = Table.grid(*(Column(width=room, no_wrap=True) for _ in set_out), padding=(0, 1, 0, 0))
    for row in zip_longest(*set_out, fillvalue=Text()):
        table.add_row(*row)
    return table


def legend(seats: Sequence[str]) -> str:
    """What the letters and signs on the table mean."""
    return "   ".join([*(f"{name[:1].upper()}: {name}" for name in seats), SIGNS])


def counter(piece: Piece) -> str:
    """One counter in letters: name, numbers, and what has befallen it."""
    numbers = "-".join(piece.numbers)
    marks = "-" if 0 < piece.steps < piece.full_steps else ""
    marks += "*" if piece.used else ""
    badges = "".join(f"({badge})" for badge in piece.badges)
    return f"{piece.id}{marks} {numbers}{badges}".rstrip()


def unit(piece: Piece) -> Text:
    """Everything about one counter, on a line."""
    text = Text(f"{piece.id}", style="bold")
    steps = f"{piece.steps} of {piece.full_steps} steps"
    parts = [piece.name, piece.side, piece.camp, piece.symbol, "-".join(piece.numbers), steps]
    parts += [f"in {piece.place}", "used" if piece.used else "", *piece.badges]
    text.append(": " + ", ".join(part for part in parts if part), style="not bold")
    return text


def tracks(scene: Scene, seats: Sequence[str], width: int, brief: bool) -> Text:
    """All tracks: the common ones, then those of each seat; in brief without notes that can be spared."""
    known = scene.caption if brief else ""
    common = [track for track in scene.tracks if track.seat < 0]
    phrases = [_tracks("", common, "", [track.note for track in common if track.note not in known])]
    for number, name in enumerate(seats):
        own = [track for track in scene.tracks if track.seat == number]
        notes = [] if brief else [track.note for track in own]
        phrases.append(_tracks(name, own, camp_style(name, seats), notes))
    return Text("\n").join(flow([phrase for phrase in phrases if phrase.plain], width, 0, gap=3))


def hands(scene: Scene, seats: Sequence[str], width: int, brief: bool) -> Text:
    """The cards that this seat sees in each hand, with their rules."""
    phrases = []
    for number, name in enumerate(seats):
        held = [_card(card, brief) for card in scene.cards if card.seat == number]
        if held:
            phrases.append(Text(f"{name} holds ", style=camp_style(name, seats)) + Text("; ").join(held))
    return Text("\n").join(flow(phrases, width if brief else 0, 0, gap=3))


def places(scene: Scene) -> list[str]:
    """The places that hold something, by falling index if the game has one; boxes beside the map last."""
    order = {marker.place: at for at, marker in enumerate(reversed(scene.markers))}
    index = {m.place: int(m.text) for m in scene.markers if m.kind == INDEX and m.text.isdecimal()}
    held = [p.place for p in scene.pieces] + [m.place for m in scene.markers if m.kind not in PRINTED]
    return sorted(dict.fromkeys(held), key=lambda place: (-index.get(place, -1), -order.get(place, 0)))


def moved(before: Scene | None, after: Scene | None) -> bool:
    """Whether a counter has changed its place or its steps."""
    if before is None or after is None:
        return True
    then, now = ([(p.id, p.place, p.steps) for p in scene.pieces] for scene in (before, after))
    return then != now


def prizes(scene: Scene) -> list[str]:
    """The places that are worth points and hold nothing."""
    held = set(places(scene))
    return [f"{m.place} {STAR}{m.text}" for m in scene.markers if m.kind == "star" and m.place not in held]


def camp_style(camp: str, seats: Sequence[str]) -> str:
    return CAMP_STYLES[list(seats).index(camp) % len(CAMP_STYLES)] if camp in seats else ""


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def _block(scene: Scene, seats: Sequence[str], place: str, width: int) -> list[Text]:
    """One place: its name, the stacks of each side and camp, its markers; broken into lines."""
    here = [piece for piece in scene.pieces if piece.place == place]
    marks = [marker for marker in scene.markers if marker.place == place]
    phrases = [_name(place, marks)]
    for side, camp in dict.fromkeys((piece.side, piece.camp) for piece in here):
        stack = [piece for piece in here if (piece.side, piece.camp) == (side, camp)]
        phrases += _stack(stack, " ".join(part for part in (side, camp[:1].upper()) if part), seats)
    for marker in marks:
        if marker.kind not in PRINTED:
            said = marker.text if marker.kind == marker.text else f"{marker.kind} {marker.text}"
            phrases.append(Text(f"({said})", style=f"italic {camp_style(marker.camp, seats)}"))
    return flow(phrases, width, INDENT)


def _name(place: str, marks: list[Marker]) -> Text:
    """The name of a place with what is printed there."""
    text = Text(place, style="bold")
    for marker in marks:
        if marker.kind in PRINTED:
            text.append(f" {PRINTED[marker.kind]}{marker.text}", style="not bold")
    return text


def _stack(pieces: list[Piece], whose: str, seats: Sequence[str]) -> list[Text]:
    """The counters of one owner, each a phrase; the first one says whose they are."""
    phrases = []
    for at, piece in enumerate(pieces):
        phrase = Text(f"{whose}: " if whose and not at else "", style="dim")
        comma = "," if at < len(pieces) - 1 else ""
        phrase.append(counter(piece) + comma, style=f"not dim {camp_style(piece.camp, seats)}")
        phrases.append(phrase)
    return phrases


def _tracks(seat: str, line: list[Track], style: str, notes: list[str]) -> Text:
    text = Text()
    if not line:
        return text
    text.append(f"{seat}: " if seat else "", style=style)
    for at, track in enumerate(line):
        text.append(" · " if at else "")
        text.append(f"{track.name.removesuffix(seat).strip()} ")
        text.append(str(track.value), style="bold")
        text.append(f"/{track.last}" if track.last else "")
        text.append(f" ({track.note})" if track.note and track.note in notes else "", style="dim")
    return text


def _card(card: Card, brief: bool) -> Text:
    text = Text(card.name, style="bold")
    if card.text and not brief:
        text.append(f". {card.text}", style="not bold")
    if card.rule and (card.text or not brief):
        text.append(f" [{card.rule}]", style="not bold dim cyan")
    return text
