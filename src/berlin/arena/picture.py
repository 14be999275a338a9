"""A scene as plain text, for `render`."""

from collections import defaultdict
from collections.abc import Sequence

from berlin.kernel.contract.scene import Piece, Scene, Track

RENDER_MODES = ("ansi",)


def check_mode(render_mode: str | None) -> None:
    """Raises ValueError for a render mode that there isn't."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"unknown render mode {render_mode!r}; there is {', '.join(RENDER_MODES)}")


def picture(scene: Scene, seats: Sequence[str]) -> str:
    """The caption, the tracks, what lies where, and the open question."""
    stacks: dict[str, list[str]] = defaultdict(list)
    for piece in scene.pieces:
        stacks[piece.place].append(_counter(piece))
    for marker in scene.markers:
        if marker.place in stacks or marker.camp:
            stacks[marker.place].append(f"[{marker.kind} {marker.text}]")
    lines = [scene.caption, "   ".join(map(_track, scene.tracks))]
    lines += [f"{place}: {' '.join(stack)}" for place, stack in sorted(stacks.items())]
    lines += [f"{seats[card.seat]} holds {card.name}" for card in scene.cards]
    if scene.prompt is not None:
        lines.append(f"{seats[scene.prompt.seat]}: {scene.prompt.text} [{scene.prompt.rule}]")
    if scene.result:
        lines.append(scene.result)
    return "\n".join(lines)


def _counter(piece: Piece) -> str:
    reduced = "-" if 0 < piece.steps < piece.full_steps else ""
    badges = f"({','.join(piece.badges)})" if piece.badges else ""
    return f"{piece.id}{reduced}{badges}"


def _track(track: Track) -> str:
    return f"{track.name} {track.value}{f' ({track.note})' if track.note else ''}"
