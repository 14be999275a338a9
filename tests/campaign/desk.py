"""A campaign on the desk: a draft of Orsha with the pieces, works and ground that a test lays out."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from berlin.boards.hexes import board_of, pack
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.perimeters.pockets import Pocket
from berlin.campaign.purchases import strength
from berlin.campaign.purchases.modules import Contact, Radio
from berlin.campaign.purchases.purchase import Buy, Shop
from berlin.campaign.question import CampaignQuestion, Done
from berlin.campaign.state.state import Account, Outline, State
from berlin.games.orsha.board.ground import EDGE, START, find_hex, keys
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.kernel.contract.rules import Refusal
from berlin.kernel.play.acts import Act
from berlin.kernel.play.question import AnyQuestion
from berlin.squad.board.pieces import NOWHERE, Piece, Where
from berlin.squad.board.works import Work

KEY = bytes(32)


def place(key: str) -> str:
    """What people call a hex."""
    return Draft.book.field.called(find_hex(key))


def on_paper(key: str) -> str:
    """The same, with the number printed on the map."""
    return Draft.book.field.printed(find_hex(key))


def at(kind: str, hex_name: str, marks: int = 0, **fields: Any) -> Piece:
    """A piece on the map: at("g:4-6-7", "K12")."""
    return Piece(kind, where=Where.MAP, space=find_hex(hex_name), marks=marks, **fields)


def off(kind: str, marks: int = 0, **fields: Any) -> Piece:
    """A piece off the map: Retained, if nothing else is said."""
    return Piece(kind, marks=marks, **fields)


def desk(
    german: Sequence[Piece] = (),
    russian: Sequence[Piece] = (),
    works: Sequence[Work] = (),
    dice: Sequence[int] = (),
    **fields: Any,
) -> Draft:
    """A campaign before its first RePh, with these pieces; fields of State may be given by name.

    Each side Controls what it has when a campaign begins, and its Perimeter is the whole of it.
    """
    held = tuple(map(pack, START))
    edge = tuple(pack(ground & EDGE) for ground in START)
    outlines = tuple(Outline(main=ground) for ground in held)
    state: dict[str, Any] = {
        "key": KEY,
        "rolls": 0,
        "given": tuple(dice),
        "turn": 1,
        "stage": 0,
        "over": 0,
        "frames": (),
        "needed": 20,
        "way": "report",
        "pieces": (tuple(german), tuple(russian)),
        "works": tuple(works),
        "groups": ((), ()),
        "accounts": (Account(san=3, elr=3), Account(san=3, elr=4)),
        "control": held,
        "edge": edge,
        "markers": ((), ()),
        "outlines": outlines,
        "had": held,
        "had_edge": edge,
        "fronts": (b"", b""),
        "zones": (),
        "cvp": 0,
        "evp": 0,
        "before": (0, 0),
        "weather": "overcast",
        "ground": "wet",
        "wind": "",
        "rained": False,
        "winner": -1,
        "history": (),
        "left": -1,
        "verdict": "",
    }
    return Draft(State(**(state | fields)), [])


def told(d: Draft) -> list[Event]:
    """What was said."""
    return list(d.log or ())


def names(hexes: int) -> set[str]:
    """A set of hexes by their names."""
    return set(keys(hexes))


def nowhere(piece: Piece) -> bool:
    return piece.space == NOWHERE and piece.where is not Where.MAP


def question(d: Draft) -> AnyQuestion | None:
    """The open question, once those that ask nothing are gone."""
    while d.frames:
        if d.frames[-1].still_asks(d):
            top: AnyQuestion = d.frames[-1]
            return top
    return None


def legal(d: Draft) -> list[Act]:
    """The answers there are: each of a kind that can answer the question, and none of them twice."""
    frame = question(d)
    found: list[Act] = frame.answers(d) if frame else []
    assert frame is None or all(isinstance(act, frame.acts) for act in found)
    assert len(found) == len(set(found))
    return found


def answer(d: Draft, act: Act) -> None:
    """Carry out a legal answer."""
    d.frames[-1].carry_out(d, act)


def do(d: Draft, *acts: Act) -> None:
    """Answer questions; each answer must be legal."""
    for act in acts:
        assert act in legal(d), f"{act} is not among {legal(d)}"
        answer(d, act)
    question(d)


def refusal(d: Draft, act: Act) -> Refusal:
    """Why an act is not legal, which it must not be."""
    assert act not in legal(d), f"{act} is legal"
    top = d.frames[-1]
    assert isinstance(top, CampaignQuestion)
    return top.why_not(d, act)


def isolate(d: Draft, hexes: str, side: Seat | None = None) -> int:
    """Make these hexes an Isolated Area: a Pocket of one side, or of both (type D)."""
    area = board_of(find_hex(name) for name in hexes.split())
    d.zones.append(Area(area, "D" if side is None else "C", side))
    for one in (0, 1):
        if side in (one, None):
            drawn = d.outlines[one]
            pockets = (*drawn.pockets, Pocket(area, area))
            d.outlines[one] = replace(drawn, main=drawn.main & ~area, pockets=pockets)
            d.control[one] |= area
        else:
            d.control[one] &= ~area
    return area


def shop(
    side: Seat, cpp: int = 60, turn: int = 2, dice: Sequence[int] = (), total: int = 0, **fields: Any
) -> Draft:
    """A side about to buy groups, with so many CPP."""
    account = Account(cpp=cpp, total=total or cpp, san=3, elr=3)
    d = desk(dice=dice, turn=turn, accounts=(account, account), **fields)
    d.frames.append(Shop(side))
    return d


def bought(
    side: Seat, line: str, *acts: Act, turn: int = 2, dice: Sequence[int] = (), **fields: Any
) -> Draft:
    """A group is bought and received. The dice are for what it receives."""
    d = shop(side, turn=turn, **fields)
    do(d, Buy(line), *acts, Done())
    while isinstance(question(d), Contact):
        do(d, Radio())
    d.given = tuple(dice)
    strength.begin(d)
    assert not d.given, "dice are left"
    return d


def kinds(d: Draft, side: Seat, group: int = 0) -> list[str]:
    """What a group consists of, without the letter of its side."""
    return [piece.kind[2:] for piece in d.pieces[side] if piece.group == group and not piece.is_out]
