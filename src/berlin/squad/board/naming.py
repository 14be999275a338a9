"""What people call pieces, conditions and things on the ground: never by their codes in a record."""

import re
from collections.abc import Callable, Sequence

from berlin.kernel.contract.ids import Place
from berlin.squad.board.counters import Counter, Counters, Sort
from berlin.squad.board.pieces import ON_MAP, UNSEEN, Mark, Piece, Where
from berlin.squad.board.works import RUBBLE, Work, Works

NOUNS = {
    **{sort: sort.value for sort in (Sort.SQUAD, Sort.HALF, Sort.CREW, Sort.LEADER)},
    Sort.COMMANDER: "armor leader",
    Sort.GUN: "Gun",
}
"""What is said beside what is printed on a counter; of all others that says enough."""
BOXES = {
    Where.ENTERING: " (entering)",
    Where.MAINTENANCE: " (away for ammunition)",
    Where.ABOARD: " (in a vehicle)",
}
ORDINALS = ("1st", "2nd", "3rd")
RESULTS = {
    "escapes replaced": "escapes, Replaced",
    "escapes reduced": "escapes, Casualty Reduced",
    "escapes replaced reduced": "escapes, Replaced and Casualty Reduced",
    "abandoned crew-escapes": "abandoned, its crew escapes",
    "abandoned crew-eliminated": "abandoned, its crew Eliminated",
    "unconfirmed": "Unconfirmed Kill",
    "": "none",
}
"""Results of tables that are not told in the words that the tables have for them."""
GUNS = {"bmg": "bow", "cmg": "coaxial", "rmg": "rear", "aamg": "anti-aircraft"}
CONDITIONS = {
    "exhausted": "Counter Exhausted",
    "low-ammo": "low on ammunition",
    "malfunction": "malfunctioning",
    "motion": "in Motion",
    "unconfirmed": "an Unconfirmed Kill",
    "recalled-for-ammo": "Recalled for ammunition",
    "short": "short of ammunition",
    "new": "new",
    "hip": "may set up hidden",
    "hip-shellholes": "may set up hidden in shellholes too",
    "atcb": "with cluster bombs",
    "desperate": "in Desperation Morale",
    "exposed": "Crew Exposed",
    "buttoned": "Buttoned Up",
    "hooked": "in tow",
    "absent": "missing",
}
"""The conditions that are not called by their words in records."""
UNCOUNTED = frozenset(one.value for one in (Works.WIRE, Works.SHELLHOLES, Works.OPEN, *RUBBLE))
SPELLED = re.compile(r"[AEFHILMNORSX][A-Z.]")
"""How an abbreviation begins that is spoken letter by letter, and with a vowel."""


def kind_name(counter: Counter) -> str:
    """`4-6-7 squad`, `T-34 M43`."""
    noun = NOUNS.get(counter.sort, "")
    return counter.text if counter.text.endswith(noun) else f"{counter.text} {noun}"


def counter_name(counter: Counter, side: str) -> str:
    """`German 4-6-7 squad`, `Russian T-34 M43`."""
    return f"{side.capitalize()} {kind_name(counter)}"


def result_name(result: str, counters: Counters) -> str:
    """The result of a table in words; some tables say which counter is received."""
    return counters[result].text if result in counters else RESULTS.get(result, result)


def condition_name(word: str) -> str:
    """A condition by its word in records: `low-ammo`, `bmg-disabled`."""
    gun, _, state = word.partition("-")
    if gun in GUNS and state:
        return f"{GUNS[gun]} machine-gun {CONDITIONS.get(state, state)}"
    return CONDITIONS.get(word, word.replace("-", " "))


def work_name(work: Work, counters: Counters) -> str:
    """`foxhole for 2 squads`, `minefield of 8 AP and 3 AT factors`, `wreck of a T-34/M43`."""
    name, figures = work.what.value, ((work.ap, "AP"), (work.at, "AT"))
    if work.what is Works.MINES and (work.ap or work.at):
        return f"{name} of {' and '.join(f'{n} {word}' for n, word in figures if n)} factors"
    if work.what is Works.PILLBOX and work.size:
        return f"{name} {'+'.join(str(work.size))}"
    if work.size:
        return f"{name} for {work.size} squad{'s' * (work.size > 1)}"
    return f"{name} of {with_article(counters[work.of].text)}" if work.of in counters else name


def with_article(noun: str) -> str:
    """`a 4-6-7`, `an 8-0`, `an LMG`, but `wire`."""
    if noun in UNCOUNTED:
        return noun
    is_vowel = noun[0] in "aeiouAEIO8" or noun.startswith(("11", "18")) or SPELLED.match(noun)
    return f"{'an' if is_vowel else 'a'} {noun}"


def ordinal(count: int) -> str:
    """`1st`, `22nd`, `112th`."""
    if count // 10 % 10 == 1 or not 1 <= count % 10 <= len(ORDINALS):
        return f"{count}th"
    return f"{count // 10 or ''}{ORDINALS[count % 10 - 1]}"


def piece_title(pieces: Sequence[Piece], number: int, counters: Counters, side: str) -> str:
    """`2nd concealed German 4-6-7 squad`, wherever that is told.

    It is counted among those that are alike to everybody: nothing is told of pieces that are better hidden.
    """
    piece = pieces[number]
    alike = [n for n, other in enumerate(pieces) if other.kind == piece.kind and _is_alike(piece, other)]
    count = f"{ordinal(alike.index(number) + 1)} " if len(alike) > 1 else ""
    veil = "hidden " if piece.marks & Mark.HIDDEN else "concealed " if piece.marks & UNSEEN else ""
    return f"{count}{veil if piece.where is ON_MAP else ''}{counter_name(counters[piece.kind], side)}"


def piece_name(
    pieces: Sequence[Piece], number: int, counters: Counters, side: str, place: Callable[[Place], str]
) -> str:
    """`the 2nd German 4-6-7 squad at the bridge`; `place` says what a hex is called."""
    piece, title = pieces[number], piece_title(pieces, number, counters, side)
    if piece.where is not ON_MAP:
        return f"the {title}{BOXES.get(piece.where, '')}"
    upstairs = f", level {piece.level}" if piece.level else ""
    return f"the {title} at {place(piece.space)}{upstairs}"


def _is_alike(one: Piece, other: Piece) -> bool:
    """In one place, and seen by the same people."""
    return (
        one.where is other.where
        and one.space == other.space
        and one.level == other.level
        and not (one.marks ^ other.marks) & UNSEEN
    )
