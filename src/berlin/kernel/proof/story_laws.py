"""What holds of the story of every game: it is about what its reader sees, and ends at what he sees."""

from berlin.kernel.contract.scene import Scene
from berlin.kernel.contract.story import Beat
from berlin.kernel.play.storytelling import Deed, atlas, tell
from berlin.kernel.proof.checkpoint import Checkpoint


def stories_are_of_what_is_seen(point: Checkpoint) -> None:
    """What an action led to is told of counters and places that the reader has, and leads to his scene."""
    game, state = point.game, point.state
    for action in point.some(game.legal(state), 1):
        step = game.apply(state, action)
        deed = Deed(game.write(action), game.say(state, action)) if game.is_open(state) else Deed()
        for eyes in (None, *game.everybody):
            before, after = (game.scene(game.view(at, eyes)) for at in (state, step.state))
            events = [seen for event in step.events if (seen := event.seen_by(eyes)) is not None]
            beats = tell(game, before, after, deed, events)
            _hold(point, before, after, beats)


def _hold(point: Checkpoint, before: Scene, after: Scene, beats: tuple[Beat, ...]) -> None:
    law = "stories are of what is seen"
    units = {piece.id for scene in (before, after) for piece in scene.pieces}
    places = atlas(point.game).keys.union(
        *(("", *(piece.place for piece in scene.pieces)) for scene in (before, after))
    )
    for beat in beats:
        if strange := {*beat.units} - units:
            point.fail(law, f"'{beat.lines[-1]}' is of {min(strange)}, which isn't there")
        if strange := {*beat.path, *beat.places} - places:
            point.fail(law, f"'{beat.lines[-1]}' is of {min(strange)}, which is no place")
    shown = {piece.id: piece for piece in before.pieces}
    for beat in beats:
        shown.update((piece.id, piece) for piece in beat.pieces)
        for unit in beat.gone:
            shown.pop(unit, None)
    if beats:
        point.same(law, "the counters in the end", sorted(shown.items()), sorted(_by_id(after).items()))


def _by_id(scene: Scene) -> dict[str, object]:
    return {piece.id: piece for piece in scene.pieces}
