"""A scene on the screen: the front by place, the stacks, boxes, tracks, markers and hands."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from msgspec.structs import replace
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from berlin.cli.table import cards
from berlin.cli.table.answers import fold
from berlin.cli.table.prices import prices
from berlin.cli.table.typeset import columns, flow
from berlin.kernel.contract.scene import Marker, Piece, Scene, Spot, Track, Tray
from berlin.kernel.contract.words import sentence

COLUMN = 40
INDENT = 2
CAMP_STYLES = ("red", "cyan", "yellow", "magenta")
STAR = "★"
INDEX = "index"
# Printed on the board for good: such a marker alone is no news.
PRINTED = {INDEX: "", "star": STAR}
# So many places that hold the same markers and nothing else are told in a line; a fuller box by its number.
ALIKE, CROWD = 3, 9
SIGNS = f"place index {STAR}points   unit strength-movement   - reduced   * used"


def place_caller(scene: Scene, spots: Iterable[Spot], codes: bool) -> Callable[[str], str]:
    """Tells what a place on the map is called, by its code; what more is told of it is left out."""
    names = {spot.key: sentence(spot.name.partition(":")[0]) for spot in spots}
    beside = {tray.key for tray in scene.trays}

    def called(key: str) -> str:
        if key in beside:
            return key
        name = names.get(key, sentence(key))
        return f"{name} ({key})" if codes and fold(key) not in fold(name) else name

    return called


def with_names(scene: Scene, spots: Iterable[Spot], codes: bool = False) -> Scene:
    """The same with places and units called by their names; with their `codes` too, if these are wanted."""
    place = place_caller(scene, spots, codes)

    def unit(piece: Piece) -> str:
        return f"{piece.id} {piece.name}" if codes and piece.id != piece.name else piece.name

    return replace(
        scene,
        pieces=tuple(replace(one, id=unit(one), place=place(one.place)) for one in scene.pieces),
        markers=tuple(replace(one, place=place(one.place)) for one in scene.markers),
    )


def print_scene(out: Console, scene: Scene, seats: Sequence[str], codes: bool = False) -> None:
    """All of it: the table, the tracks and hands, the open question or the end."""
    print_table(out, scene, seats)
    print_status(out, scene, seats, brief=False, codes=codes)
    if scene.prompt is not None:
        rule = f" [{scene.prompt.rule}]" if scene.prompt.rule else ""
        out.print(Text(f"{seats[scene.prompt.seat].upper()}: {scene.prompt.text}{rule}", style="bold"))
    if scene.result:
        out.print(Text(scene.result, style="bold"))


def print_table(out: Console, scene: Scene, seats: Sequence[str]) -> None:
    alike = _alike_places(scene)
    grouped = {place for group in alike.values() for place in group}
    out.print(front(scene, seats, out.width, [place for place in places(scene) if place not in grouped]))
    for said, group in alike.items():
        phrases = [Text(f"{said}:", style="italic"), *(Text(f"{place},") for place in group[:-1])]
        out.print(Text("\n").join(flow([*phrases, Text(group[-1])], out.width, INDENT)))
    for line in boxes(scene, seats, out.width):
        out.print(line)
    if free := prizes(scene):
        phrases = [Text("empty:", style="dim"), *(Text(prize) for prize in free)]
        out.print(Text("\n").join(flow(phrases, out.width, INDENT, gap=2)))
    out.print(Text(legend(seats), style="dim"))


def print_status(out: Console, scene: Scene, seats: Sequence[str], brief: bool, codes: bool = False) -> None:
    """The caption, the tracks, the piles and the hands; in brief without what they mean."""
    for line in (
        caption(scene),
        tracks(scene, seats, out.width, brief),
        cards.piles(scene, out.width, brief),
        prices(scene, out.width, brief),
        hands(scene, seats, out.width, brief, codes),
    ):
        if line.plain:
            out.print(line)


def caption(scene: Scene) -> Text:
    return Text(scene.caption, style="bold reverse")


def front(scene: Scene, seats: Sequence[str], width: int, shown: Sequence[str], alone: bool = False) -> Table:
    """These places with stacks and markers, set like a newspaper; one under the other if they are alone."""
    count = 1 if alone else max(1, width // COLUMN)
    room = width // count - 1
    set_out = columns([_block(scene, seats, place, room) for place in shown], count)
    table = Table.grid(*(Column(width=room, no_wrap=True) for _ in set_out), padding=(0, 1, 0, 0))
    for row in zip_longest(*set_out, fillvalue=Text()):
        table.add_row(*row)
    return table


def legend(seats: Sequence[str]) -> str:
    """What the letters and signs on the table mean."""
    return "   ".join([*(f"{name[:1].upper()}: {sentence(name)}" for name in seats), SIGNS])


def counter(piece: Piece) -> str:
    """One counter in letters: name, numbers, and what has befallen it."""
    numbers = "-".join(piece.numbers)
    numbers = "" if piece.name.startswith(numbers) else f" {numbers}"
    marks = "-" if 0 < piece.steps < piece.full_steps else ""
    marks += "*" if piece.used else ""
    badges = "".join(f"({badge})" for badge in piece.badges)
    return f"{piece.id}{marks}{numbers}{badges}"


def counters(pieces: Iterable[Piece]) -> list[str]:
    """Several in letters; those alike are counted."""
    return [
        text if count == 1 else f"{text} ×{count}" for text, count in Counter(map(counter, pieces)).items()
    ]


def unit(piece: Piece, place: str, codes: bool = False) -> Text:
    """Everything about one counter, on a line; `place` is what people call where it stands."""
    text = Text(piece.name, style="bold")
    if codes and piece.id != piece.name:
        text.append(f" ({piece.id})", style="not bold dim")
    steps = f"{piece.steps} of {piece.full_steps} steps" if piece.full_steps > 1 else ""
    numbers = "-".join(piece.numbers)
    # Of a symbol the first word says what it is, the next its colours.
    kind = piece.symbol.partition(" ")[0]
    parts = [*dict.fromkeys(map(sentence, (piece.side, piece.camp))), kind]
    parts += ["" if piece.name.startswith(numbers) else numbers, steps, f"in {place}"]
    parts += ["used" if piece.used else "", *piece.badges]
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


def hands(scene: Scene, seats: Sequence[str], width: int, brief: bool, codes: bool = False) -> Text:
    """The cards that this seat sees in each hand, with their rules."""
    phrases = []
    for number, name in enumerate(seats):
        held = [card for card in scene.cards if card.seat == number]
        if held:
            whose = Text(f"{sentence(name)} ", style=camp_style(name, seats))
            phrases.append(cards.hand(held, whose, width, brief, codes))
    short = brief and all("\n" not in phrase.plain for phrase in phrases)
    return Text("\n").join(flow(phrases, width if short else 0, 0, gap=3))


def boxes(scene: Scene, seats: Sequence[str], width: int) -> list[Text]:
    """The boxes beside the map that hold something, a line for each seat."""
    lines = []
    for seat, name in ((-1, ""), *enumerate(seats)):
        whose = Text(f"{sentence(name)}: " if name else "", style=camp_style(name, seats))
        told = [_box(tray, scene, seats) for tray in scene.trays if tray.seat == seat]
        filled = [text for text in told if text.plain]
        if filled:
            lines.append(Text("\n").join(flow([whose + filled[0], *filled[1:]], width, INDENT, gap=3)))
    return lines


def box_name(tray: Tray, seats: Sequence[str]) -> str:
    """A box beside the map, and whose it is."""
    return f"{sentence(seats[tray.seat])} {tray.name}" if tray.seat >= 0 else tray.name


def places(scene: Scene) -> list[str]:
    """The places on the map that hold something, by falling index if the game has one."""
    order = {marker.place: at for at, marker in enumerate(reversed(scene.markers))}
    index = {m.place: int(m.text) for m in scene.markers if m.kind == INDEX and m.text.isdecimal()}
    beside = {tray.key for tray in scene.trays}
    held = [piece.place for piece in scene.pieces if piece.place not in beside]
    held += [m.place for m in scene.markers if m.kind not in PRINTED and not _on_a_track(m, scene)]
    return sorted(dict.fromkeys(held), key=lambda place: (-index.get(place, -1), -order.get(place, 0)))


def stacks(scene: Scene) -> dict[str, str]:
    """Who stands where, by their names."""
    found: dict[str, list[str]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.place, []).append(piece.name)
    return {place: ", ".join(dict.fromkeys(names)) for place, names in found.items()}


def has_moved(before: Scene | None, after: Scene | None) -> bool:
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


def _on_a_track(marker: Marker, scene: Scene) -> bool:
    """Whether a marker lies on a track that is told in numbers anyway."""
    return any(marker.kind in track.name.split() for track in scene.tracks)


def _alike_places(scene: Scene) -> dict[str, list[str]]:
    """Places that hold nothing but markers, by what these are, where several are the same."""
    stood = {piece.place for piece in scene.pieces}
    groups: dict[str, list[str]] = {}
    for place in places(scene):
        if place not in stood:
            marks = [marker for marker in scene.markers if marker.place == place]
            if not any(marker.kind in PRINTED for marker in marks):
                groups.setdefault(", ".join(map(_marker_text, marks)), []).append(place)
    return {said: group for said, group in groups.items() if len(group) >= ALIKE}


def _marker_text(marker: Marker) -> str:
    return marker.text if marker.kind == marker.text else f"{marker.kind} {marker.text}"


def _box(tray: Tray, scene: Scene, seats: Sequence[str]) -> Text:
    here = [piece for piece in scene.pieces if piece.place == tray.key]
    if not here:
        return Text()
    text = Text(f"{tray.name} ", style="bold")
    crowd = len(here) >= CROWD
    said = f"{len(here)} units (show {box_name(tray, seats)})" if crowd else ", ".join(counters(here))
    return text.append(said, style="not bold")


def _block(scene: Scene, seats: Sequence[str], place: str, width: int) -> list[Text]:
    """One place: its name, the stacks of each side and camp, its markers; broken into lines."""
    here = [piece for piece in scene.pieces if piece.place == place]
    marks = [marker for marker in scene.markers if marker.place == place]
    phrases = [_name(place, marks)]
    for side, camp in dict.fromkeys((piece.side, piece.camp) for piece in here):
        stack = [piece for piece in here if (piece.side, piece.camp) == (side, camp)]
        phrases += _stack(stack, _whose(side, camp), seats)
    for marker in marks:
        if marker.kind not in PRINTED:
            phrases.append(
                Text(f"({_marker_text(marker)})", style=f"italic {camp_style(marker.camp, seats)}")
            )
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
    phrases, told = [], counters(pieces)
    for at, text in enumerate(told):
        phrase = Text(f"{whose}: " if whose and not at else "", style="dim")
        comma = "," if at < len(told) - 1 else ""
        phrase.append(text + comma, style=f"not dim {camp_style(pieces[0].camp, seats)}")
        phrases.append(phrase)
    return phrases


def _whose(side: str, camp: str) -> str:
    """A stack's nation, and the letter of the seat that has it where that is another's."""
    return sentence(side) if side == camp else f"{sentence(side)} {camp[:1].upper()}".strip()


def _tracks(seat: str, line: list[Track], style: str, notes: list[str]) -> Text:
    text = Text()
    if not line:
        return text
    text.append(f"{sentence(seat)}: " if seat else "", style=style)
    for at, track in enumerate(line):
        text.append(" · " if at else "")
        text.append(f"{track.name.removeprefix(seat).removesuffix(seat).strip()} ")
        if track.named:
            text.append(track.note, style="bold")
            continue
        text.append(str(track.value), style="bold")
        text.append(f"/{track.last}" if track.last else "")
        told = [track.note if track.note in notes else "", track.about if notes else ""]
        text.append("".join(f" ({one})" for one in told if one), style="dim")
    return text
