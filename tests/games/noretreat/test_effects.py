"""No Retreat! 9: the chances that are told really follow, and the log says what happened and why."""

import pytest
from tests.games.noretreat.cards import attack, full, play
from tests.games.noretreat.table import Table, fight, front, in_words

from berlin.games.noretreat.game import GAME
from berlin.kernel.contract.words import sentence
from berlin.kernel.play.undo import barrier
from berlin.kernel.proof.mark import rule


def attacked(defender: str, *attackers: str, turn: int = 26, side: str = "S", **more: object) -> Table:
    """An attack on open ground that is put together and not yet rolled."""
    t = front(f"{side}.5", turn, f"r0c5: {defender}", *attackers, **more).do("target r0c5")
    units = [word.rstrip("+-") for stack in attackers for word in stack.partition(":")[2].split()]
    for unit in units:
        if t.can(f"join {unit}"):
            t.do(f"join {unit}")
    return t


@rule("NR 9.result.dr", "NR 9.result.ds", "NR 9.result.dd", "NR 9.result.ex")
def test_9_against_a_lone_fort_the_chances_name_what_can_happen() -> None:
    t = attacked("FesK", "r0c4: Kal+")
    assert t.column() == "3:1"
    assert t.chances() == {
        "no counterblow: the fort holds": "1/6",
        "each side loses a step": "2/6",
        "no retreat: the fort holds": "2/6",
        "not shattered: on a fort each side loses a step": "1/6",
    }
    strong = attacked("FesK", "r0c4: Kal+ W+")
    assert strong.column() == "6:1"
    assert strong.chances()["the fort is destroyed"] == "2/6"
    finns = attacked("Fin", "r0c4: Kal+ W+", "r0c6: SW+ Vol+")
    assert finns.chances()["the fort loses a step and holds"] == "2/6"
    mixed = attacked("Fin 9A", "r0c4: Kal+ W+", "r0c6: SW+ Vol+", "r-1c5: Sta+ NCau+")
    assert mixed.chances()["the fort loses a step and holds, the others lose a step and retreat"] == "1/6"


@rule("NR 9.result.ca", "NR 9.result.cb")
def test_9_against_a_lone_fort_nobody_attacks_back() -> None:
    t = attacked("FesK", "r0c4: Sev")
    assert t.chances()["no effect: nobody there can attack back"] == "2/6"
    assert attacked("FesK 9A", "r0c4: W+").chances()["defenders may attack back"] == "2/6"
    idle = attacked("9A", "r0c4: W", disorganized="9A")
    assert "no effect: nobody there can attack back" in idle.chances()
    low = attacked("BerG 9A", "r0c4: Sev", disorganized="9A")
    assert low.chances() == {"no effect: nobody there can attack back": "1/1"}
    low.do("roll")
    assert low.told("below 1:3: no die is rolled")
    assert low.told("result: no effect: nobody there can attack back")


@rule("NAB 2.3.1b", "NAB 2.3.1c", "NR 9.volksturm")
def test_nab_2_the_chances_tell_that_a_volksturm_holds_and_is_lost() -> None:
    t = attacked("VolP 9A", "r0c4: SW+ W+", "r1c4: Kal+")
    assert t.column() == "4:1"
    assert t.chances() == {
        "each side loses a step": "2/6",
        "no retreat: the Volksturm holds, and is lost": "2/6",
        "defenders are shattered": "2/6",
    }


FORTS = [
    ("FesK", ("r0c4: Kal+",)),
    ("FesK 9A", ("r0c4: Kal+ W+",)),
    ("Fin", ("r0c4: Kal+ W+", "r0c6: SW+ Vol+")),
    ("VolP", ("r0c4: Sev",)),
    ("VolP 9A", ("r0c4: SW+ Cen+", "r1c4: Kal+")),
    ("9A", ("r0c4: W+",)),
]


@rule("NR 9.result.dr", "NR 9.result.ds", "NR 9.result.cb", "NR 9.volksturm")
@pytest.mark.parametrize(("defender", "attackers"), FORTS)
def test_9_the_log_tells_what_was_foretold(defender: str, attackers: tuple[str, ...]) -> None:
    """Every face of the die brings one of the chances, as often as they say."""
    foretold = attacked(defender, *attackers).chances()
    came: dict[str, int] = {}
    for die in range(1, 7):
        t = attacked(defender, *attackers).do("roll", dice=[die])
        told = [event.text for event in t.events if event.text.startswith("result: ")]
        came[told[0].removeprefix("result: ")] = came.get(told[0].removeprefix("result: "), 0) + 1
        if "no effect" in told[0] and "Volksturm" not in told[0]:
            assert t.units("r0c5") == sorted(defender.split())
            assert t.state.left == ()
            assert t.asked not in ("Retreat", "Advance", "Strike", "Marking", "Loss")
    assert came == {label: int(chance.partition("/")[0]) for label, chance in foretold.items()}


@rule("NR 9.result.dr")
def test_9_the_log_says_that_the_fort_held_and_why() -> None:
    t = front("S.5", 26, "r0c5: FesK", "r0c4: Kal+")
    fight(t, "r0c5", "Kal", die=4)
    (told,) = [event for event in t.events if event.text.startswith("result:")]
    assert (told.text, told.rules) == ("result: no retreat: the fort holds", ("NR 9.result.dr",))
    assert not t.told("defenders retreat")


@rule("NR card.47.soviet")
def test_card_47_heavy_artillery_lets_the_chances_be_those_of_infantry() -> None:
    t = attack(full("S.5", 25, "Posen: FesB", "r-7c-1: Kal+", soviet="47"), "Posen", "Kal")
    assert "no retreat: the fort holds" in t.chances()
    play(t, "play 47")
    after = t.chances()
    assert "defenders retreat" in after
    assert not any("fort" in label for label in after)


@rule("NR 9.result.cb")
def test_9_a_counterblow_without_a_marker_is_told_as_nothing() -> None:
    # On turn 26 the Axis has one marker, and here it must attack without it.
    stacks = ("r0c5: W", "r0c4: 9A", "r4c5: S", "r4c4: 4A")

    def bound(*marked: str) -> Table:
        t = front("A.5", 26, *stacks, left="r0c5").do(*(f"target {space}" for space in marked))
        while t.asked != "Battle":
            t.do("attack r0c5" if t.asked == "Fighting" else "done")
        return t

    free = bound()
    assert "a counterblow is laid" in free.chances()
    none = bound("r4c5")
    assert "no counterblow: no marker is free" in none.chances()
    none.do("roll", dice=[3])
    assert none.told("result: no counterblow: no marker is free")
    assert none.state.left == ()


def struck_back(attacker: str, defender: str, **more: object) -> Table:
    """The defender may attack back: it rolled a one."""
    t = front("S.5", 13, f"r0c5: {defender}", f"r0c4: {attacker}", **more)
    return fight(t, "r0c5", *attacker.split(), die=1)


@rule("NR 9.result.ca")
def test_9_a_counterattack_has_its_odds_and_its_chances_before_it_is_made() -> None:
    t = struck_back("W", "9A")
    told = t.explain("strike r0c4")
    assert told.title == sentence(in_words("9A attacks back at r0c4"))
    assert [tally.total for tally in told.tallies] == [4, 4, 0]
    assert t.column("strike r0c4") == "1:1"
    # The Axis table, where neither a counterblow nor another counterattack can follow.
    assert t.chances("strike r0c4") == {
        "no effect: a counterattack is not answered": "1/6",
        "no effect": "1/6",
        "no counterblow in a counterattack": "1/6",
        "each side loses a step": "1/6",
        "defenders retreat": "2/6",
    }
    cut = struck_back("W", "9A", unsupplied="W")
    assert cut.shifts("strike r0c4") == {"defender unsupplied": 2}
    # Only those who attacked from the space are attacked.
    two = front("S.5", 24, "r0c5: 9A 4A", "r0c4: W SW", "r1c4: S")
    fight(two, "r0c5", "W", "S", die=1)
    for space, defence in (("r0c4", 4), ("r1c4", 3)):
        assert [tally.total for tally in two.explain(f"strike {space}").tallies[:2]] == [8, defence]


@rule("NR 9.result.ca")
def test_9_a_counterattack_can_be_taken_back_until_its_die_is_cast() -> None:
    t = struck_back("W", "9A")
    strike, roll = GAME.read("strike r0c4"), GAME.read("roll")
    before = t.state
    t.do("strike r0c4")
    assert barrier(GAME, before, strike, t.state) == ""
    assert (t.decider, t.legal()) == ("axis", ["roll"])
    assert t.prompt is not None
    assert t.prompt.text == sentence(in_words("9A attacks back at r0c4: roll"))
    assert t.chances() == Table(before).chances("strike r0c4")
    for text in ("pass", "join 9A", "commit", "play K9"):
        t.refused(text, "NR 9.result.ca", "NR 5.window", "NR 5.use.event")
    assert barrier(GAME, t.state, roll, GAME.next(t.state, roll)) == "a die was rolled"


@rule("NR 9.result.ca", "NR 9.result.ex", "NR 9.result.ca.chain")
def test_9_a_counterattack_warns_of_what_it_may_cost() -> None:
    def warned(t: Table, space: str) -> tuple[str, ...]:
        return GAME.warnings(t.state, GAME.read(f"strike {space}"))

    assert warned(struck_back("W", "9A"), "r0c4") == (
        "it costs a step of your own in 1 of 6 rolls [NR 9.result.ex]",
    )
    # Over the river into an objective city a tank army rolls a CA; two against eight is below 1:3.
    weak = front("S.5", 19, "Vienna: Rum3", "r-2c-7: Cen+")
    fight(weak, "Vienna", "Cen", die=1)
    assert warned(weak, "r-2c-7") == ("nothing can come of it [NR 9.result.ca.chain]",)
    weak.do("strike r-2c-7", "roll")
    assert weak.told("result: no effect: a counterattack is not answered")
    # At 6:1 nothing of the kind can happen.
    strong = front("S.5", 13, "r0c5: 1Pz 2Pz", "r0c4: Sev")
    fight(strong, "r0c5", "Sev")
    assert warned(strong, "r0c4") == ()
