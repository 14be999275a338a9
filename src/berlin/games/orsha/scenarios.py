"""7.4 What is played, what can be settled before it, and the table before the first purchase."""

from collections.abc import Mapping

from berlin.boards.hexes import packed
from berlin.campaign import victory
from berlin.campaign.muster import muster
from berlin.campaign.state import Account, Outline
from berlin.campaign.ways import EACH, MODEL, WAYS
from berlin.games.orsha.cover import PLAYED
from berlin.games.orsha.draft import Draft, State
from berlin.games.orsha.forces import DATES, FIGURES
from berlin.games.orsha.ground import EDGE, START
from berlin.games.orsha.tables import GERMAN, RUSSIAN, SEATS
from berlin.kernel.game import BadText

OPTIONS = ("battles", "balance", "kept")
KEPT = {"": -1, str(FIGURES.left_most): FIGURES.left_most}
BALANCE: dict[str, int | None] = {"": None, SEATS[GERMAN]: GERMAN, SEATS[RUSSIAN]: RUSSIAN}


def set_up(scenario: str, key: bytes, options: Mapping[str, str]) -> State:
    """The table before anything is given or bought. Raises BadText."""
    if scenario not in (played.key for played in PLAYED):
        raise BadText(f"unknown scenario {scenario!r}; there are: {', '.join(one.key for one in PLAYED)}")
    for name in options:
        if name not in OPTIONS:
            raise BadText(f"unknown option {name!r}; there are: {', '.join(OPTIONS)}")
    way = options.get("battles") or MODEL
    if way not in (*WAYS, EACH):
        raise BadText(f"battles are {way!r}? They are settled by one of: {', '.join((*WAYS, EACH))}")
    balance = options.get("balance", "")
    if balance not in BALANCE:
        raise BadText(f"{balance!r} is no side to favour; say german, russian, or nothing")
    kept = options.get("kept", "")
    if kept not in KEPT:
        raise BadText(f"{kept!r} CPP that count? Say {FIGURES.left_most}, or nothing", "OTO 7.518d")
    held = packed(START[GERMAN]), packed(START[RUSSIAN])
    edge = packed(START[GERMAN] & EDGE), packed(START[RUSSIAN] & EDGE)
    return State(
        key=key,
        rolls=0,
        given=(),
        turn=1,
        stage=0,
        over=0,
        frames=(),
        needed=victory.needed(FIGURES, BALANCE[balance]),
        way=way,
        pieces=((), ()),
        works=(),
        groups=((), ()),
        accounts=(Account(), Account()),
        control=held,
        edge=edge,
        markers=((), ()),
        outlines=(Outline(main=held[0]), Outline(main=held[1])),
        had=held,
        had_edge=edge,
        fronts=(b"", b""),
        zones=(),
        cvp=0,
        evp=0,
        before=(0, 0),
        weather=DATES[0].weather,
        ground=DATES[0].ground,
        wind="",
        rained=False,
        winner=-1,
        history=(),
        left=-1,
        left_most=KEPT[kept],
        verdict="",
    )


def deal(d: Draft) -> None:
    """The orders of battle are given out."""
    muster(d)
