"""Between the blows: who rallies, who runs, who gives himself up, what burns."""

from msgspec.structs import replace

from berlin.boards.hexes import bits
from berlin.campaign.model.fight import HELPLESS, Fight
from berlin.kernel.contract.ids import BOTH, OTHER, Place, Seat, Unit
from berlin.squad.board.counters import Sort
from berlin.squad.board.names import owner_of
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Work, Works

SHAKEN = Mark.PINNED | Mark.STUNNED | Mark.SHOCKED


def rally(f: Fight, side: Seat) -> None:
    """Broken men try to rally, better with a leader; crews shake off a shock."""
    for space in sorted(f.stacks[side]):
        for unit in f.stacks[side][space]:
            piece, counter = f.piece(unit), f.counter(unit)
            if piece.marks & SHAKEN and f.d.roll(6) <= 3:
                f.d.mark(unit, off=SHAKEN)
            if not piece.has(Mark.BROKEN):
                continue
            led = any(
                other != unit and f.counter(other).sort is Sort.LEADER and not f.piece(other).marks & HELPLESS
                for other in f.stacks[side][space]
            )
            need = counter.morale - f.lead(side, space, unit) if led else f.house.alone
            if f.dice() <= need:
                f.d.mark(unit, off=Mark.BROKEN | Mark.DISRUPTED)


def rout(f: Fight, side: Seat) -> None:
    """Broken men run from the enemy; who can't, next to enemies who could take him, surrenders."""
    rings = [f.board(OTHER[side])]
    for _ in range(f.house.near + f.house.flight):
        rings.append(f.around(rings[-1], 1))
    for space in sorted(f.stacks[side]):
        if space in f.stacks[OTHER[side]] or not rings[f.house.near] >> space & 1:
            continue
        for number in [n for n in f.men(side, space) if f.piece(n).has(Mark.BROKEN)]:
            _run(f, number, rings)


def _run(f: Fight, unit: Unit, rings: list[int]) -> None:
    """`rings` are the hexes so and so near to enemies."""
    start = space = f.piece(unit).space
    guards = _guards(f, owner_of(unit), space)
    if guards and f.d.roll(6) >= f.house.yields:
        f.capture(unit, guards[0])
        return
    shut = f.d.book.shut(f.d, f.counter(unit)) | rings[0]
    for _ in range(f.house.flight):
        step = _away(f, space, shut, rings)
        if step is None:
            break
        space = step
    if space != start:
        f.put(unit, space)
        return
    if guards:
        f.capture(unit, guards[0])


def _guards(f: Fight, side: Seat, space: Place) -> list[Unit]:
    """The enemy MMC next to a hex who could lead prisoners away."""
    return [
        n
        for near in bits(f.field.chart.beside[space])
        for n in f.men(OTHER[side], near)
        if f.counter(n).is_mmc and not f.piece(n).marks & HELPLESS
    ]


def _away(f: Fight, space: Place, shut: int, rings: list[int]) -> Place | None:
    """The hex next to it that is farther from all enemies, and safest; None if there is none."""
    here = _gap(rings, space)
    found = [
        (-_gap(rings, near), -f.shelter[near], near) for near in bits(f.field.chart.beside[space] & ~shut)
    ]
    if not found:
        return None
    gap, _, step = min(found)
    return step if -gap > here else None


def _gap(rings: list[int], space: Place) -> int:
    """How far the nearest enemy is."""
    return next((far for far, ring in enumerate(rings) if ring >> space & 1), len(rings))


def burn(f: Fight) -> None:
    """Burning wrecks set grass and houses on fire, and Flames become Blazes."""
    lit = {work.space for work in f.d.works if work.what in (Works.FLAME, Works.BLAZE)}
    for number, work in enumerate(list(f.d.works)):
        burns = work.space >= 0 and f.land.burns >> work.space & 1
        if work.what is Works.BURNING_WRECK and burns and work.space not in lit:
            if f.d.roll(6) >= f.house.blaze:
                lit.add(work.space)
                f.d.works.append(Work(Works.FLAME, work.space))
        elif work.what is Works.FLAME and f.d.roll(6) >= f.house.blaze:
            f.d.works[number] = replace(work, what=Works.BLAZE)
            _flee(f, work.space)


def _flee(f: Fight, space: Place) -> None:
    """Nobody stays in a Blaze: he goes where there is room and no enemy, or is lost."""
    for side in BOTH:
        for unit in list(f.stacks[side].get(space, ())):
            stays = f.counter(unit).sort in (Sort.GUN, Sort.CUPOLA)
            near = [s for s in bits(f.field.chart.beside[space]) if s not in f.stacks[OTHER[side]]]
            if near and not stays:
                f.put(unit, max(near, key=lambda s: (f.shelter[s], -s)))
