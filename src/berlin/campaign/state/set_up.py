"""The table before anything is given or bought."""

from collections.abc import Mapping

from berlin.boards.hexes import pack
from berlin.campaign import victory
from berlin.campaign.book.book import Book
from berlin.campaign.state.state import Account, Outline, State
from berlin.campaign.ways import EACH, MODEL, WAYS
from berlin.kernel.contract.game import BadText
from berlin.kernel.contract.ids import BOTH
from berlin.squad.board.pieces import NOBODY

OPTIONS = ("battles", "balance", "kept")


def set_up(book: Book, key: bytes, options: Mapping[str, str]) -> State:
    """What is agreed on before: how battles are settled, whom the balance favours, and how many of the
    defender's CPP count in the end. Raises BadText."""
    for name in options:
        if name not in OPTIONS:
            raise BadText(f"unknown option {name!r}; there are: {', '.join(OPTIONS)}")
    way = options.get("battles") or MODEL
    if way not in (*WAYS, EACH):
        raise BadText(f"battles are {way!r}? They are settled by one of: {', '.join((*WAYS, EACH))}")
    balance = options.get("balance", "")
    if balance not in ("", *book.sides):
        raise BadText(f"{balance!r} is no side to favour; say {', '.join(book.sides)}, or nothing")
    kept, most = options.get("kept", ""), book.figures.left_most
    if kept not in ("", str(most)):
        reason = f"{kept!r} CPP that count? Say {most}, or nothing"
        raise BadText(reason, book.cite("victory.cpp_left"))
    start, rim = book.ground.start, book.field.edge
    held = pack(start[0]), pack(start[1])
    edge = pack(start[0] & rim), pack(start[1] & rim)
    return State(
        key=key,
        rolls=0,
        given=(),
        turn=1,
        stage=0,
        over=0,
        frames=(),
        needed=victory.needed(book.figures, BOTH[book.sides.index(balance)] if balance else None),
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
        weather=book.dates[0].weather,
        ground=book.dates[0].ground,
        wind="",
        rained=False,
        winner=NOBODY,
        history=(),
        left=-1,
        left_most=most if kept else -1,
        verdict="",
    )
