"""No Retreat!: a scorched city is marsh in every respect."""

from tests.games.noretreat.cards import attack, cast, full, play
from tests.games.noretreat.table import Table, fight, front

from berlin.games.noretreat.board.deck import code_of
from berlin.games.noretreat.board.ground import find_space
from berlin.games.noretreat.board.tables import AXIS, HALVES, SOVIET, find_card
from berlin.games.noretreat.rules.events.choosing import At, Pick
from berlin.games.noretreat.rules.supply import overland
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.proof.mark import rule


@rule("NR card.7.soviet", "NR 9.advance.stop", "NR 3.mp.marsh")
def test_a_scorched_city_ends_an_advance() -> None:
    def vacated(scorched: str) -> Table:
        t = front("A.5", 7, "Minsk: Sev", "r-4c2: 1Pz 4A", scorched=scorched)
        fight(t, "Minsk", "1Pz", "4A", die=6)
        while t.asked == "Retreat":
            t.do(t.legal()[0])
        return t.do("advance 1Pz Minsk")

    assert vacated("").legal("1Pz")
    assert vacated("Minsk").legal("1Pz") == []


@rule("NR card.7.soviet", "NR 3.mp.marsh")
def test_a_scorched_city_costs_the_points_of_marsh() -> None:
    t = front("A.4", 7, "r-4c2: 1Pz 4A", scorched="Minsk")
    # Six points: four for the marsh, two for what lies behind. A city takes one.
    assert t.can("move 1Pz r-4c5 via Minsk")
    t.refused("move 1Pz r-4c6 via Minsk")
    assert front("A.4", 7, "r-4c2: 1Pz").can("move 1Pz r-4c6 via Minsk")


@rule("NR card.7.soviet", "NR 8.zoc.exit")
def test_beside_a_friend_too_a_scorched_city_is_dear() -> None:
    stacks = ("r-4c2: 1Pz", "Minsk: 9A", "r-5c3: W")
    assert front("A.4", 4, *stacks).can("move 1Pz Minsk")
    front("A.4", 4, *stacks, scorched="Minsk").refused("move 1Pz Minsk")


@rule("NR card.7.soviet", "NR 7.place.axis", "NR 7.place.soviet", "NR 12.unit.axis.garrison", "NR 7.fort")
def test_nobody_comes_in_at_a_scorched_city_or_builds_a_fort_there() -> None:
    for scorched, may in (("", True), ("Minsk", False)):
        t = front("A.3", 10, "shattered: 9A", "reinforcements: LwG", axis_holds="Minsk", scorched=scorched)
        t.pass_all()
        assert (t.can("place 9A Minsk"), t.can("place LwG Minsk")) == (may, may)
    for scorched, may in (("", True), ("Gorki", False)):
        red = front("S.3", 7, "shattered: W", "Gorki: Mos", soviet="K9", scorched=scorched).pass_all()
        assert red.can("flip Mos") is may
        back = front("S.3", 7, "shattered: W", "r0c4: 9A", scorched=scorched).pass_all()
        assert back.can("place W Gorki") is may


@rule("NR card.7.soviet", "NR card.14.soviet", "NR card.37.axis")
def test_an_attack_on_a_scorched_city_is_none_on_a_city() -> None:
    def stormed(scorched: str) -> Table:
        stacks = ("r0c1: 1Pz 2Pz", "Kiev: S")
        t = full("A.5", 7, *stacks, axis="37", soviet="14", scorched=scorched)
        return attack(t, "Kiev", "1Pz", "2Pz")

    def answered(scorched: str) -> bool:
        t = cast(stormed(scorched), 6)
        while t.decider == "axis" and t.asked == "Window":
            t.do("pass")
        return t.can("play 14")

    stormed("").refused("play 37", "NR card.37.axis")
    assert stormed("Kiev").can("play 37")
    assert answered("")
    assert not answered("Kiev")


@rule("NR card.7.soviet")
def test_a_city_is_scorched_once_until_it_is_built_up() -> None:
    t = play(full("S.3", 2, "Gorki: W", soviet="7", scorched="Minsk"), "play 7")
    assert ("at Minsk" in t.legal(), "at Kiev" in t.legal()) == (False, True)


@rule("NR card.7.soviet", "NR 6.supply.city")
def test_a_city_gives_no_supply_from_the_moment_it_is_scorched() -> None:
    d = Draft(full("A.3", 7, "r-3c8: 9A", "r0c9: W", axis_holds="Minsk Smolensk", soviet="7").state)
    assert overland(d, AXIS) >> find_space("r-3c8") & 1
    pick = Pick(SOVIET, code_of(HALVES[find_card("7")][SOVIET]))
    d.frames.append(pick)
    pick.carry_out(d, At(find_space("Smolensk")))
    assert not overland(d, AXIS) >> find_space("r-3c8") & 1
