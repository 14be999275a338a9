"""The machine that looks ahead: a tree search over worlds that its view allows.

Each look deals a world with `imagine(view)`, with dice of its own, walks down the tree by what was worth most
and what was tried least, plays on from there by the game's staff, and hands what came of it to every node on
the way. All of its own answers up to the next die or the next other player are kept in the tree at once: what
is held against each other are whole plans, not first steps. An answer's n-th visit gets the n-th world, so
that answers are held against the same luck.
"""

from random import Random
from typing import Any

from berlin.kernel.contract.game import A, Game, S, V, seat_of
from berlin.kernel.contract.ids import Seat
from berlin.players.budget import Budget
from berlin.players.foresight import by_looks
from berlin.players.reasons import Reasons
from berlin.players.tree import Answers, Node
from berlin.players.worth import prospects

# A look goes on to the game's horizon, or for so many decisions.
FARTHEST = 120


class Search:
    """Looks ahead until its budget is used up or somebody calls `stop`."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.root: Node[Any] | None = None
        self.stopped = False
        # What the kept tree was grown for: the answer given, and how many dice had been rolled then.
        self._answered: tuple[object, int] | None = None

    def stop(self) -> None:
        """Answers soon, with the best found so far."""
        self.stopped = True

    def choose(self, game: Game[S, A, V], view: V, rng: Random) -> A:
        self.stopped = False
        worlds = [game.imagine(view, rng)]
        seat = seat_of(view)
        answers = self._answers(game, worlds[0], seat)
        self.root = self._reuse_tree(game, worlds[0], answers)
        if len(answers.actions) > 1:
            self._look(game, view, worlds, rng)
        action = self._best(answers, seat)
        self._answered = (action, game.dice_made(worlds[0]))
        return action

    def reasons(self, game: Game[S, A, V], view: V, action: A) -> Reasons:
        return by_looks(game, view, action, self.root)

    def _look(self, game: Game[S, A, V], view: V, worlds: list[S], rng: Random) -> None:
        root, seat, left, looks, decisions = self.root, seat_of(view), self.budget.clock(), 0, 0
        assert root is not None
        horizon = game.milestone(worlds[0]) + game.horizons[self.budget.ample]
        # Looks that can't change any more which answer had most of them are saved.
        while not self.stopped and left(looks, decisions) > root.lead():
            first = root.pick(root.known or self._answers(game, worlds[0], seat), seat)
            nth = root.child(first).visits
            while len(worlds) <= nth:
                worlds.append(game.imagine(view, rng))
            decisions += self._walk(game, worlds[nth], seat, first, horizon, rng)
            looks += 1

    def _walk(self, game: Game[S, A, V], world: S, seat: Seat, first: A, horizon: int, rng: Random) -> int:
        """One look: down the tree, on by the staff, and back up. Returns how many decisions were played."""
        node = self.root
        assert node is not None
        rolled = game.dice_made(world)
        path, state, action, left = [node], world, first, FARTHEST
        while True:
            state = game.next(state, action)
            node, left = node.child(action), left - 1
            path.append(node)
            deciders = game.deciders(state)
            if not deciders or left <= 0 or game.milestone(state) >= horizon:
                break
            if deciders[0] == seat and game.dice_made(state) == rolled:
                answers = node.known = node.known or self._answers(game, state, seat)
            elif node.visits:
                answers = self._answers(game, state, deciders[0])
            else:
                break
            action = node.pick(answers, deciders[0])
        state, left = self._play_on(game, state, horizon, left, rng)
        values = prospects(game, state, rng)
        for visited in path:
            visited.add(values)
        return FARTHEST - left

    def _play_on(self, game: Game[S, A, V], state: S, horizon: int, left: int, rng: Random) -> tuple[S, int]:
        staff = game.staff()
        if staff is None:
            return state, left
        while left > 0 and game.deciders(state) and game.milestone(state) < horizon:
            state = game.next(state, staff.choose(state, rng))
            left -= 1
        return state, left

    def _answers(self, game: Game[S, A, V], state: S, seat: Seat) -> Answers[A]:
        actions, staff = game.legal(state, seat=seat), game.staff()
        return Answers(actions, staff.weigh(state, actions) if staff else [1.0] * len(actions))

    def _reuse_tree(self, game: Game[S, A, V], world: S, answers: Answers[A]) -> Node[A]:
        """The part of the last tree that lies before us now, if our own answer was all that came between."""
        node = None
        if self.root is not None and self._answered is not None:
            action, rolled = self._answered
            if rolled == game.dice_made(world):
                node = self.root.children.get(action)
        if node is None or node.known is None or set(node.known.actions) != set(answers.actions):
            node = Node(len(game.seats))
        node.known = answers
        return node

    def _best(self, answers: Answers[A], seat: Seat) -> A:
        """The answer that was looked at most; among equals the better one, then the likelier one."""
        root = self.root
        assert root is not None

        def rank(at: int) -> tuple[int, float, int]:
            child = root.children.get(answers.actions[at])
            return (child.visits, child.mean(seat), -at) if child else (0, 0.0, -at)

        return answers.actions[max(range(len(answers.actions)), key=rank)]
