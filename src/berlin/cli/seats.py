"""Who sits where: `--zhukov human`, `--seat koniev=random`, or an answer to one question."""

from collections.abc import Callable, Sequence

from berlin.cli.complaint import Complaint, unknown
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.ids import Seat
from berlin.players import USUAL, UnknownPlayer, kinds, make_player

HUMAN = "human"


def choices() -> tuple[str, ...]:
    """Everybody who can take a seat."""
    return (HUMAN, *kinds())


def is_known(kind: str) -> bool:
    """Whether somebody is called so, a search with its budget (`search:100ms`) among them."""
    if kind == HUMAN:
        return True
    try:
        make_player(kind)
    except UnknownPlayer:
        return False
    return True


def split_words(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """The plain words of a command line, and its `--SEAT KIND` and `--SEAT=KIND` pairs."""
    plain: list[str] = []
    pairs: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            plain.append(word)
        elif "=" in word:
            name, _, kind = word.lstrip("-").partition("=")
            pairs.append((name, kind))
        else:
            pairs.append((word.lstrip("-"), next(rest, "")))
    return plain, pairs


def parse_pair(text: str) -> tuple[str, str]:
    """The seat and the kind of `SEAT=KIND`."""
    name, equals, kind = text.partition("=")
    if not equals:
        raise Complaint(f"--seat {text}: write it as SEAT=KIND, for example --seat koniev=random")
    return name, kind


def assign(seats: Sequence[str], pairs: Sequence[tuple[str, str]], default: Sequence[str]) -> list[str]:
    """Who sits in each seat, after these pairs were laid over the default."""
    taken = list(default)
    for name, kind in pairs:
        if name not in seats:
            there = ", ".join(f"--{seat}" for seat in seats)
            raise Complaint(f"--{name}: no such option or seat; the seats are {there}")
        if not is_known(kind):
            raise unknown(f"player for --{name}", kind, choices())
        taken[list(seats).index(name)] = kind
    return taken


def default_players(seats: Sequence[str]) -> list[str]:
    """The first seat for a human, the others for the usual machine."""
    return [HUMAN if at == 0 else USUAL for at in range(len(seats))]


def ask_players(seats: Sequence[str], default: Sequence[str], ask: Callable[[str], str]) -> list[str]:
    """Who sits in each seat, by one question: Enter, `human human`, or `koniev human`."""
    now = ", ".join(f"{seat} {kind}" for seat, kind in zip(seats, default, strict=True))
    question = f"Who plays? Enter for {now}; or type: {' '.join([HUMAN] * len(seats))} > "
    while True:
        words = ask(question).replace(",", " ").replace(":", " ").replace("=", " ").split()
        try:
            return assign(seats, _answer_pairs(seats, words), default)
        except Complaint as complaint:
            question = f"{complaint}. Again: "


def _answer_pairs(seats: Sequence[str], words: list[str]) -> list[tuple[str, str]]:
    if len(words) == len(seats) and all(is_known(word) for word in words):
        return list(zip(seats, words, strict=True))
    if len(words) % 2:
        raise Complaint(f"type a player for each of {', '.join(seats)}, or Enter")
    return list(zip(words[::2], words[1::2], strict=True))


def seat_number(game: AnyGame, name: str | None) -> Seat | None:
    """The number of a seat; None is the spectator."""
    if name is None:
        return None
    if name not in game.seats:
        raise unknown("seat", name, game.seats)
    return game.seat(name)
