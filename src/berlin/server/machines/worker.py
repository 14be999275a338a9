"""Where machines think: processes of their own, which get a seat's view and nothing else.

A worker keeps the players that it asked last, each for one seat of one table, so that what a search has grown
serves its next decision too. Another worker, or one that was started anew, begins afresh and answers as well.
"""

import multiprocessing
import os
import signal
import time
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from random import Random
from threading import Lock, Thread

import msgspec
from msgspec.structs import replace

from berlin.kernel.contract.game import AnyGame, View
from berlin.kernel.contract.variant import Changes
from berlin.players import Advisor, make_player
from berlin.players.delegation import DEPUTY
from berlin.players.reasons import Reasons
from berlin.server.tables.games import NONE, loaded
from berlin.server.work.overtime import Overtime, limit

NICENESS = 10
WATCH_SECONDS = 1.0
KEPT = 24
# What a marshal takes ten times over; a hint takes two or three.
THINK_SECONDS = 15.0
INSTEAD_SECONDS = 3.0


class Task(msgspec.Struct, frozen=True):
    """A decision: the game, who decides it, and the view it is decided by.

    `seat` names the seat at its table, `number` the entry that the answer will be, and `after` the entry of
    the seat's own last answer with its text, if nothing was done since. `seconds` is how long it may think.
    """

    game: str
    player: str
    view: bytes
    chance: bytes
    seat: str = ""
    number: int = 0
    after: str = ""
    changes: Changes = NONE
    seconds: float = THINK_SECONDS


class Thought(msgspec.Struct, frozen=True):
    """The text of the action that a machine chose, and why. `failed` is the type of an error in telling.

    `late`: it was stopped, and another chose in its place. `milliseconds` are the processor's, for all of it.
    """

    action: str
    reasons: Reasons
    failed: str = ""
    late: bool = False
    milliseconds: float = 0.0


class PlayerCache:
    """The players that were asked last, by their seats, with the answer that each gave."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._lock = Lock()
        self._players: OrderedDict[str, tuple[str, Advisor]] = OrderedDict()

    def take(self, task: Task) -> Advisor:
        """Whoever sits there, if all that was done since is what he answered; else somebody new."""
        with self._lock:
            answer, player = self._players.pop(task.seat, ("", None))
        return player if player is not None and answer == task.after else make_player(task.player)

    def keep(self, task: Task, text: str, player: Advisor) -> None:
        if not task.seat:
            return
        with self._lock:
            self._players[task.seat] = (answered(task.number, text), player)
            while len(self._players) > self.most:
                self._players.popitem(last=False)


PLAYERS = PlayerCache()


def answered(number: int, text: str) -> str:
    return f"{number} {text}"


def think(task: Task, players: PlayerCache = PLAYERS) -> Thought:
    """In the worker: what this machine chooses, from its view alone; or another, if it takes too long."""
    game = loaded(task.game, task.changes)
    view = game.decode_view(task.view)
    began = time.thread_time()
    try:
        with limit(task.seconds):
            thought = _chosen(task, game, view, players)
    except Overtime:
        thought = Thought(game.write(_instead(game, view, Random(task.chance))), Reasons(), late=True)
    return replace(thought, milliseconds=1000 * (time.thread_time() - began))


def _chosen(task: Task, game: AnyGame, view: View, players: PlayerCache) -> Thought:
    player = players.take(task)
    action = player.choose(game, view, Random(task.chance))
    text = game.write(action)
    players.keep(task, text, player)
    try:
        return Thought(text, player.reasons(game, view, action))
    except (Exception, Overtime) as error:
        # Whoever can't say why may play all the same.
        return Thought(text, Reasons(), type(error).__name__)


def _instead(game: AnyGame, view: View, rng: Random) -> msgspec.Struct:
    """What the staff would do; if even that takes long, the first answer that there is."""
    try:
        with limit(INSTEAD_SECONDS):
            action: msgspec.Struct = make_player(DEPUTY).choose(game, view, rng)
    except Overtime:
        action = game.legal(game.imagine(view, rng), seat=view.seat)[0]
    return action


def at_once(executor: Executor) -> int:
    """How many think in it at the same time."""
    return int(getattr(executor, "_max_workers", 1))


def end(executor: Executor) -> None:
    """Ends its processes, whatever they do; threads are left to themselves."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def processes() -> Executor:
    """Worker processes, one fewer than there are cores, that give way to the server."""
    workers = max(1, (os.cpu_count() or 2) - 1)
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, spawn, initializer=_settle, initargs=(os.getpid(),))


def _settle(server: int) -> None:
    Thread(target=_stay, args=(server,), daemon=True).start()
    # Ctrl-C is for the server, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)


def _stay(server: int) -> None:
    """A server that was killed can't end its workers: then they go by themselves."""
    while os.getppid() == server:
        time.sleep(WATCH_SECONDS)
    os._exit(1)
