"""7.4 What is played, what can be settled before it, and the table before the first purchase."""

from collections.abc import Mapping

from berlin.boards.hexes import packed
from berlin.campaign import battle, victory
from berlin.campaign.muster import muster
from berlin.campaign.state import Account, Outline
from berlin.games.orsha.draft import Draft, State
from berlin.games.orsha.forces import DATES, FIGURES
from berlin.games.orsha.ground import EDGE, START
from berlin.games.orsha.tables import GERMAN, RUSSIAN, SEATS
from berlin.kernel.game import BadText, Option, Scenario

PLAYED = (
    Scenario(
        "orsha",
        "On Track to Orsha",
        "The campaign game: four dates, 23 and 24 June 1944, from the first purchase to the verdict.",
    ),
)
WAYS = (*battle.WAYS, battle.EACH)
BALANCE: dict[str, int | None] = {"": None, SEATS[GERMAN]: GERMAN, SEATS[RUSSIAN]: RUSSIAN}


def options(scenario: str) -> tuple[Option, ...]:
    """What is settled before a campaign begins, in words."""
    return (
        Option(
            "battles",
            "Battles",
            (
                ("", "settled by the model"),
                ("report", "played elsewhere, and reported"),
                (battle.EACH, "asked before each battle"),
            ),
            "The model is ours: quick, and honest about it.",
        ),
        Option(
            "balance",
            "Balance",
            (
                ("", f"none: the Russians need {FIGURES.needed} VP"),
                (SEATS[GERMAN], f"for the Germans: the Russians need {FIGURES.needed_first} VP"),
                (SEATS[RUSSIAN], f"for the Russians: they need {FIGURES.needed_second} VP"),
            ),
        ),
    )


def set_up(scenario: str, key: bytes, options: Mapping[str, str]) -> State:
    """The table before anything is given or bought. Raises BadText."""
    if scenario not in (played.key for played in PLAYED):
        raise BadText(f"unknown scenario {scenario!r}; there are: {', '.join(one.key for one in PLAYED)}")
    for name in options:
        if name not in ("battles", "balance"):
            raise BadText(f"unknown option {name!r}; there are: battles, balance")
    way = options.get("battles") or "model"
    if way not in WAYS:
        raise BadText(f"battles are {way!r}? They are settled by one of: {', '.join(WAYS)}")
    balance = options.get("balance", "")
    if balance not in BALANCE:
        raise BadText(f"{balance!r} is no side to favour; say german, russian, or nothing")
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
        verdict="",
    )


def deal(d: Draft) -> None:
    """The orders of battle are given out."""
    muster(d)
