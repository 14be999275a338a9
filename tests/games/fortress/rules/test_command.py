"""FB 3.5: headquarters and command."""

import pytest
from tests.games.fortress.positions import position

from berlin.games.fortress.board.units import find_unit
from berlin.games.fortress.rules.command import in_command
from berlin.kernel.proof.mark import rule


def commanded(unit: str, *stacks: str, stage: str = "german-assault") -> bool:
    """Is a unit in 0811 in command?"""
    t = position(stage, f"0811: {unit}", "0303: 52/Inf9" if stage[0] == "g" else "0303: FAH", *stacks)
    return in_command(t.draft, find_unit(unit))


@rule("FB 3.5.hq", "FB 3.5.q1")
@pytest.mark.parametrize(
    ("unit", "headquarters", "holds"),
    [
        ("18/Mech1", ("0817: 18/HQ",), True),  # six hexes
        ("18/Mech1", ("0818: 18/HQ",), False),
        ("18/Mech1", ("0818: 18/HQ", "0819: BerlinHQ"), False),
        ("18/Mech1", ("0818: 18/HQ", "0817: BerlinHQ"), True),
        ("18/Mech1", ("0820: 18/HQ", "0814: 56K/HQ"), True),
        ("Mun/Pz", ("0814: 56K/HQ",), True),
        ("20/Mech1", ("0817: 56K/HQ",), True),
        ("20/Mech1", ("0818: 56K/HQ",), False),
        ("20/Mech1", ("0814: 18/HQ",), False),
        ("456MG", ("0814: 56K/HQ",), True),
        ("456MG", ("0814: 18/HQ",), False),
        ("9P/Para-3", ("0814: 56K/HQ",), False),
        ("9P/Para-3", ("0817: 9P/HQ",), True),
        ("11SS/Tiger", ("0817: 11SS/HQ",), True),
        ("11SS/Tiger", ("0814: 56K/HQ",), False),
        *(
            (unit, ("6020: BerlinHQ",), True)
            for unit in ("MVK", "VS1", "Police1", "Berlin-AT1", "Clausewitz", "HJ1")
        ),
        *((unit, ("0814: 18/HQ",), False) for unit in ("MVK", "VS1", "Police1", "Berlin-AT1", "Clausewitz")),
        ("408-Light", ("destroyed: BerlinHQ",), False),
    ],
)
def test_3_5_which_headquarters_serves_whom(unit: str, headquarters: tuple[str, ...], holds: bool) -> None:
    assert commanded(unit, *headquarters) == holds


@rule("FB 3.5.hq", "FB 3.5.q1", "FB 15.base.command")
@pytest.mark.parametrize(
    ("unit", "headquarters", "stage", "holds"),
    [
        ("82/Par1", "0817: 82/HQ", "allied-assault", True),
        ("82/Par1", "0818: 82/HQ", "allied-assault", False),
        ("82/Par1", "0812: 101/HQ", "allied-assault", False),
        ("82/Par1", "lost: 82/HQ", "allied-assault", False),
        ("47/Rifle1", "0817: 47/HQ", "soviet-assault", True),
        ("47/Rifle1", "0818: 47/HQ", "soviet-assault", False),
        ("47/Rifle1", "0812: 28/HQ", "soviet-assault", False),
    ],
)
def test_3_5_the_attackers_need_their_own(unit: str, headquarters: str, stage: str, holds: bool) -> None:
    assert commanded(unit, headquarters, stage=stage) == holds


@rule("FB 3.5.lost")
def test_3_5_the_units_of_a_lost_headquarters_need_another_that_serves_them() -> None:
    assert not commanded("9P/Para-3", "destroyed: 9P/HQ")
    assert commanded("9P/Para-3", "destroyed: 9P/HQ", "0817: BerlinHQ")
    assert not commanded("9P/Para-3", "destroyed: 9P/HQ", "0818: BerlinHQ")


@rule("FB 3.5.hqunit")
def test_3_5_headquarters_never_attack() -> None:
    t = position("german-assault", "0811: 82/Par1", "0812: 18/HQ combat N", "0810: GD1 combat S").do(
        "target 0811"
    )
    t.refused("add 18/HQ", "FB 3.5.hqunit")
    t = position("german-gunfire", "0811: 82/Par1", "0812: 18/HQ combat N", "0810: 18/Pz combat S").do(
        "target 0811"
    )
    t.refused("add 18/HQ", "FB 3.5.hqunit")
    t = position("german-bombardment", "0811: 82/Par1", "0812: 18/HQ combat N", "0815: 408-Light combat N")
    t.do("target 0811", "add 408-Light").refused("add 18/HQ", "FB 3.5.hqunit")
