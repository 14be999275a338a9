"""No Retreat!: cards that have their moment, but nothing to do in it or another thing."""

import pytest
from tests.games.noretreat.cards import attack, cast, full, play
from tests.games.noretreat.table import Table

from berlin.kernel.proof.mark import rule


def offered(t: Table, seat: str, text: str, stage: str) -> bool:
    """Is a card ever offered before a stage is over?"""
    while t.stage == stage and t.decider is not None:
        if t.decider == seat and text in t.legal():
            return True
        options = t.legal()
        t.do(next((word for word in ("pass", "done", "roll") if word in options), options[0]))
    return False


@rule("NR card.1.axis", "NR card.5.axis", "NR card.7.soviet", "NR card.15.soviet", "NR card.18.soviet")
@rule("NR card.30.axis", "NR card.36.axis", "NR card.37.soviet", "NR card.41.axis", "NR card.24.soviet")
@pytest.mark.parametrize(
    ("stage", "turn", "seat", "card", "idle", "busy"),
    [
        ("S.5", 7, "axis", "1 blows", ("r0c4: 9A", "r0c7: W"), ("r0c4: 9A", "r0c5: W")),
        ("A.3", 14, "axis", "30", ("Warsaw: 9A",), ("Warsaw: 9A-",)),
        ("A.3", 14, "axis", "30", ("Warsaw: Rum3", "destroyed: Rum4"), ("Warsaw: Rum3", "destroyed: 9A-")),
        ("S.3", 7, "soviet", "7", (), ("r0c4: 9A",)),
        ("A.5", 9, "soviet", "15", ("Gorki: W",), ("Gorki: W", "shattered: SW")),
        ("S.1", 9, "soviet", "18", ("r0c4: W", "r0c5: 9A"), ("r0c4: W", "r0c7: 9A")),
        ("S.5", 8, "axis", "36", ("r0c2: 9A", "r0c7: W"), ("r0c2: 9A", "r0c5: W")),
        ("A.5", 8, "soviet", "37", ("r0c2: 9A", "r0c5: W"), ("r0c4: 9A", "r0c5: W")),
    ],
)
def test_a_card_with_nothing_to_do_is_not_offered(
    stage: str, turn: int, seat: str, card: str, idle: tuple[str, ...], busy: tuple[str, ...]
) -> None:
    number = card.split()[0]
    holds = (
        "Riga Minsk Smolensk Kiev Kharkov Odessa Dnepropetrovsk Stalino Kalinin Tula Rostov Voronezh Gorki"
    )
    holds += " Yaroslavl Saratov Astrakhan Novorossiysk"
    lost = {"axis_holds": holds} if number == "7" and not idle else {}
    assert not offered(full(stage, turn, *idle, **{seat: number}, **lost), seat, f"play {card}", stage)
    assert offered(full(stage, turn, *busy, **{seat: number}), seat, f"play {card}", stage)


@rule("NR card.5.axis")
@pytest.mark.parametrize(
    ("discards", "can"), [("", False), ("9 11 20", False), ("6 9 11 20", False), ("6 9", True)]
)
def test_card_5_okh_needs_a_card_among_the_top_three(discards: str, can: bool) -> None:
    t = full("A.1", 7, "Warsaw: 9A", axis="5", discards=discards)
    assert t.can("play 5") is can


@rule("NR card.1.axis", "NR card.6.axis", "NR card.9.soviet", "NR card.40.axis", "NR card.17.axis")
def test_a_card_of_two_ways_has_one_at_each_moment() -> None:
    battle = attack(full("A.5", 7, "r0c4: 9A", "r0c5: W", axis="1 6 17"), "r0c5", "9A")
    assert battle.can("play 1 double")
    battle.refused("play 1 blows", "NR card.1.axis")
    assert battle.can("play 6 shift")
    battle.refused("play 6 save", "NR card.6.axis")
    battle.refused("play 1", "NR card.1.axis")
    removals = full("A.6", 7, "r0c8: 9A", axis="6", unsupplied="9A")
    assert removals.can("play 6 save")
    removals.refused("play 6 shift", "NR card.6.axis")
    fed = full("A.6", 7, "Warsaw: 9A", axis="6")
    assert fed.stage != "A.6" or not fed.can("play 6 save")
    for stage, turn, seat, card in (("S.1", 7, "soviet", "9"), ("A.1", 14, "axis", "40")):
        phase = full(stage, turn, "Warsaw: 9A", **{seat: card})
        assert phase.can(f"play {card} draw")
        phase.refused(f"play {card} cancel", f"NR card.{card}.{seat}")
    moving = full("A.4", 7, "Warsaw: 9A", axis="17")
    assert moving.can("play 17 move")
    moving.refused("play 17 advance", "NR card.17.axis")
    moving.do("move 9A Lublin") if moving.can("move 9A Lublin") else moving.do(moving.legal("9A")[0])
    moving.refused("play 17 move", "NR card.17.axis")


@rule("NR card.31.axis", "NR card.14.axis", "NR 5.cancel")
def test_card_31_cancels_no_discard() -> None:
    t = full("S.3", 8, "Leningrad: Len", soviet="15", axis="14 31").pass_all()
    t.do("flip Len", "discard 15")
    assert (t.decider, t.asked, t.can("play 14")) == ("axis", "Reaction", True)
    t.refused("play 31", "NR card.31.axis")


@rule("NR card.34.soviet", "NR card.36.soviet")
def test_cards_34_and_36_answer_a_card_just_played_and_nothing_else() -> None:
    t = full("A.3", 8, "Warsaw: 9A-", axis="16", soviet="34 36").pass_all()
    t.do("flip 9A", "discard 16")
    assert t.decider != "soviet" or not {"play 34", "play 36"} & set(t.legal())
    played = attack(full("A.5", 8, "r0c4: 9A", "r0c5: W", axis="6", soviet="34 36"), "r0c5", "9A")
    played.refused("play 34")
    played.do("play 6 shift")
    assert played.legal() == ["play 34", "play 36", "pass"]


@rule("NR 5.use.event")
def test_outside_a_battle_several_cards_are_played_at_one_moment() -> None:
    t = full("S.5", 14, "r0c4: SW+", "r0c5: 9A", axis="19 24 34")
    play(t, "play 34")
    play(t, "play 24")
    play(t, "play 19")
    assert len(t.state.forces) == 3
    assert t.discards == ["34", "24", "19"]


@rule("NR 5.window")
def test_the_window_after_the_roll_comes_once_for_each_side() -> None:
    t = attack(full("A.5", 14, "r0c4: 9A 4A", "r0c5: S", axis="16 28", soviet="43 30"), "r0c5", "9A", "4A")
    cast(t, 6)
    assert (t.decider, t.asked, t.can("play 16")) == ("axis", "Window", True)
    t.refused("play 43")
    t.do("pass")
    assert (t.decider, t.asked, t.can("play 43"), t.can("play 30")) == ("soviet", "Window", True, True)
    t.refused("play 16")
    t.do("play 43", dice=[6]).pass_all()
    # One card each: the second Soviet card has had its chance.
    assert "30" in t.hand("soviet")
    t.refused("play 30")
