"""The staff of No Retreat! and its cards: what it pays for first, and how it answers what events ask."""

from random import Random

from tests.games.noretreat.cards import attack, cast, come, full, play
from tests.games.noretreat.table import Table, front

from berlin.games.noretreat.game import GAME

STAFF = GAME.staff()


def chosen(t: Table) -> str:
    return GAME.write(STAFF.choose(t.state, Random(1)))


def worth(t: Table, *texts: str) -> list[float]:
    return STAFF.judge(t.state, [GAME.read(text) for text in texts])


def organize(t: Table) -> list[str]:
    """What the staff does in an Organization phase, in order."""
    given: list[str] = []
    stage = t.pass_all().state.stage
    while t.state.stage == stage:
        given.append(chosen(t))
        t.do(given[-1])
    return given


def test_armies_are_upgraded_before_placement_closes_that_step() -> None:
    t = front("S.3", 13, "Smolensk: 9A", "r-3c7: W", "r-5c8: Kal", "destroyed: SW", soviet="K9 K10 K15")
    verbs = [text.split()[0] for text in organize(t) if text.split()[0] in ("flip", "place")]
    assert verbs == ["flip", "flip", "place"]


def test_lost_armies_are_paid_for_before_replacements() -> None:
    t = front("A.3", 14, "Warsaw: 9A-", "r-3c5: W+", "destroyed: 4A-", axis="K9 K10")
    given = organize(t)
    assert any(text.startswith("place 4A") for text in given)
    assert "flip 9A" not in given


def test_of_two_dice_the_attacker_takes_what_drives_the_enemy_out() -> None:
    for dice, answer in (((2, 6), "say two"), ((6, 2), "say one")):
        t = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="21"), "r0c5", "9A")
        play(t, "play 21")
        assert chosen(cast(t, *dice)) == answer


def test_of_two_dice_the_defender_takes_what_holds() -> None:
    t = attack(full("S.5", 7, "r0c4: W", "r0c5: 9A", axis="21"), "r0c5", "W").do("roll")
    come(t, "play 21").do("play 21", dice=[6, 1])
    assert chosen(t) == "say two"


def test_a_crossing_that_came_to_nothing_is_tried_again() -> None:
    t = attack(full("A.5", 7, "r0c6: 2Pz", "r0c7: W", axis="27"), "r0c7", "2Pz")
    play(t, "play 27")
    cast(t, 1)
    assert t.legal() == ["say yes", "say no"]
    assert chosen(t) == "say yes"


def test_the_fleet_helps_one_s_own_attacks_and_hinders_the_enemy_s() -> None:
    ours = front("S.5", 9, "Odessa: 11A-", "r4c-2: SW+", "r3c-3: Cen+", soviet="K3")
    theirs = front("A.5", 9, "r4c-2: 1Pz 6A", "r3c-3: 2Pz 4A", "Odessa: S", soviet="K3")
    right, left = worth(come(ours, "play K3 right"), "play K3 right", "play K3 left")
    assert right > left
    right, left = worth(come(theirs, "play K3 right"), "play K3 right", "play K3 left")
    assert left > right


def test_the_last_reserves_are_called_when_they_cost_no_point() -> None:
    def called(event_vp: int) -> bool:
        where = ("Warsaw: 9A- 4A-", "Konigsberg: 16A- 18A-", "r-3c4: W+")
        t = front("A.3", 20, *where, axis="K20 K9 K10", event_vp=event_vp, extended=True)
        return "play K20" in organize(t)

    assert called(6)
    assert not called(0)


def test_the_city_that_is_likeliest_to_fall_is_scorched() -> None:
    t = full(
        "S.3", 2, "Gorki: W", "r-3c5: 2Pz 4A", "r-4c6: 3Pz 9A", soviet="7", axis="16", axis_holds="Minsk"
    )
    play(t, "play 7")
    assert chosen(t) == "at Smolensk"


def test_units_far_from_the_enemy_are_the_ones_sent_by_surprise() -> None:
    t = full("S.1", 14, "Gorki: SW+", "Saratov: Cen+", "r-3c7: W+", "Smolensk: 9A", soviet="18")
    play(t, "play 18")
    assert chosen(t) in ("choose SW", "choose Cen")


def test_the_axis_wants_clear_weather_while_it_attacks_and_mud_while_it_is_attacked() -> None:
    def asked(turn: int) -> Table:
        """A Card Phase whose first draw is Unseasonal Weather."""
        pile = ["3", "7", "9", "10", "16", "29", "30"]
        rest = " ".join(str(n) for n in range(1, 45) if str(n) not in pile)
        t = full("A.1", turn, "r0c0: 9A", "Gorki: W", discards=rest, dice=[3, 1, 1, 1, 1, 1])
        return t.do("done") if t.asked == "Hand" else t

    # Turn 3 is Mud and turn 4 Snow; turn 15 is Clear and turn 16 Mud.
    assert chosen(asked(3)) == "say this"
    assert chosen(asked(15)) == "say this"
    assert chosen(asked(8)) == "pass"
