"""What a search saw when it looked ahead, in words."""

from random import Random

from berlin.kernel.contract.game import A, Game, S, V, seat_of
from berlin.kernel.contract.ids import Seat
from berlin.players.reasons import Reasons, by_judgement, by_standing, in_hundred, reasons, world_of
from berlin.players.tree import Node

# A reply is told of if it had at least so many looks, and so large a share of them.
LEAST, SHARE = 3, 0.04
# By how much it must hurt to be feared.
HURTS = 0.01
WORLDS = 4


def by_looks(game: Game[S, A, V], view: V, action: A, root: Node[A] | None) -> Reasons:
    """How the looks went that grew this tree; without one, what can be said without looking ahead."""
    world, seat = world_of(game, view), seat_of(view)
    if len(game.legal(world, seat=seat)) == 1:
        return Reasons()
    node = root.children.get(action) if root else None
    told = by_judgement(game, view, action) + by_standing(game, view, action)
    if root is None or node is None or not node.visits:
        return told
    lines = [
        f"winning from here: {in_hundred(node.mean(seat))}",
        f"{root.visits} looks ahead, {_share(node, root)} of them at this answer",
        *_others(game, world, seat, action, root),
    ]
    worlds = [game.imagine(view, Random(n)) for n in range(WORLDS)]
    return _replies(game, worlds, seat, action, node) + reasons(chances=lines) + told


def _others(game: Game[S, A, V], world: S, seat: Seat, action: A, root: Node[A]) -> list[str]:
    """The answer that was looked at most of all others."""
    looked = [(node.visits, one) for one, node in root.children.items() if one != action and node.visits]
    if not looked:
        return []
    _, other = max(looked, key=lambda pair: pair[0])
    node = root.children[other]
    chance, share = in_hundred(node.mean(seat)), _share(node, root)
    return [f"next best: {game.say(world, other)}, {chance}, {share} of the looks"]


def _replies(game: Game[S, A, V], worlds: list[S], seat: Seat, action: A, node: Node[A]) -> Reasons:
    """What comes next most likely and, of a rival's replies, which hurts most."""
    after = [game.next(world, action) for world in worlds]
    asked = {game.deciders(world)[:1] for world in after}
    tried = [
        (reply, one) for reply, one in node.children.items() if one.visits >= max(LEAST, SHARE * node.visits)
    ]
    # Who comes next may hang on a die: then no reply can be told as anybody's.
    if len(asked) > 1 or () in asked or not tried:
        return Reasons()
    ((decider,),) = asked
    likely, _ = max(tried, key=lambda pair: pair[1].visits)
    if decider == seat:
        return reasons([f"then: {game.say(after[0], likely)}"])
    rival = game.called(decider)
    worst, found = min(tried, key=lambda pair: pair[1].mean(seat))
    hurts = node.mean(seat) - found.mean(seat) > HURTS
    fear = f"{rival}: {game.say(after[0], worst)}, then winning {in_hundred(found.mean(seat))}"
    return reasons([f"then {rival}: {game.say(after[0], likely)}"], [fear] if hurts else [])


def _share(node: Node[A], root: Node[A]) -> str:
    return in_hundred(node.visits / root.visits)
