"""What must hold in every state of a campaign."""

from collections.abc import Iterator

from berlin.campaign.state.state import Draft
from berlin.kernel.contract.ids import BOTH, OTHER, Unit
from berlin.squad.board.names import SPAN, piece_word
from berlin.squad.board.pieces import NOWHERE, Mark, Where


def broken(d: Draft) -> list[str]:
    """Every law of a campaign that this one breaks, a line each."""
    return [*_pieces(d), *_budgets(d), *_ground(d)]


def _pieces(d: Draft) -> Iterator[str]:
    """Every piece is on the map, off it, or lost with its reason; who holds it is there."""
    word = piece_word(d.book.sides)
    for side, pieces in zip(BOTH, d.pieces, strict=True):
        if len(pieces) > SPAN:
            yield f"{d.book.sides[side]} has more pieces than have names [{d.book.cite('laws.pieces')}]"
        for unit, piece in d.listed(side):
            name = word.write(unit)
            if piece.kind not in d.book.counters:
                yield f"{name} is no counter of this book [{d.book.cite('laws.pieces')}]"
            elif d.book.counters[piece.kind].side != side:
                yield f"{name} is a counter of the other side [{d.book.cite('laws.pieces')}]"
            on_sheet = piece.space >= 0 and d.book.field.chart.all >> piece.space & 1
            if piece.where is Where.MAP and not on_sheet:
                yield f"{name} is on the map, but in no hex [{d.book.cite('laws.pieces')}]"
            if piece.is_out:
                if not piece.fate:
                    yield f"{name} is gone, and nobody knows why [{d.book.cite('laws.lost')}]"
                continue
            if piece.where not in (Where.MAP, Where.ENTERING) and piece.space != NOWHERE:
                yield f"{name} is off the map, and in a hex [{d.book.cite('laws.pieces')}]"
            if piece.where is Where.ABOARD and not _serves(d, unit):
                yield f"{name} is in a vehicle that there isn't [{d.book.cite('laws.pieces')}]"
            holders = d.pieces[OTHER[side] if piece.marks & (Mark.CAPTURED | Mark.PRISONER) else side]
            if piece.holder >= len(holders) or (piece.holder >= 0 and holders[piece.holder].is_out):
                yield f"{name} is held by nobody who is there [{d.book.cite('laws.pieces')}]"


def _serves(d: Draft, unit: Unit) -> bool:
    """Has some vehicle these men in it?"""
    return any(not piece.is_out for _, piece in d.held_by(unit))


def _budgets(d: Draft) -> Iterator[str]:
    """Nobody has spent more than he had, or bought more than there is."""
    for side, account in enumerate(d.accounts):
        name = d.book.sides[side]
        if account.cpp < 0 or account.fpp < 0:
            yield f"{name} has spent more than it had [{d.book.cite('laws.budget')}]"
        for offer, all_in_all, today in zip(d.book.charts[side], account.bought, account.today, strict=False):
            if all_in_all > offer.cg_max or today > offer.date_max:
                yield f"{name} has bought too many {offer.id} [{d.book.cite('laws.maxima')}]"


def _ground(d: Draft) -> Iterator[str]:
    """Both sides Control one hex only where it is Isolated."""
    both = d.control[0] & d.control[1] & ~d.isolated
    if both:
        yield f"{d.book.field.spell(both)}: both sides Control it [{d.book.cite('laws.control')}]"
    if bool(d.over) == bool(d.frames):
        rule = d.book.cite("laws.asked")
        yield f"a campaign that runs asks something, and one that is over nothing [{rule}]"
