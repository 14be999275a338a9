"""The staff of No Retreat!: what a sensible general would do."""

from random import Random

import pytest
from tests.games.noretreat.table import Table, front, in_words

from berlin.games.noretreat.board.ground import find_space
from berlin.games.noretreat.board.tables import SEATS, SOVIET
from berlin.games.noretreat.board.units import find_unit
from berlin.games.noretreat.game import GAME
from berlin.games.noretreat.rules.supply import failing
from berlin.games.noretreat.staff.assault import plan
from berlin.games.noretreat.staff.outlook import AT_STAKE, CAUGHT, Outlook
from berlin.games.noretreat.staff.posts import EXPOSED, post
from berlin.games.noretreat.state.state import Draft

STAFF = GAME.staff()


def chosen(t: Table) -> str:
    return GAME.write(STAFF.choose(t.state, Random(1)))


def play(t: Table, phase: str, most: int = 60) -> list[str]:
    """What the staff answers while one question lasts."""
    given: list[str] = []
    while t.asked == phase and len(given) < most:
        given.append(chosen(t))
        t.do(given[-1])
    return given


def play_through(t: Table, stage: int, most: int = 200) -> list[str]:
    """What both staffs answer to the end of a stage."""
    given: list[str] = []
    while t.state.frames and t.state.stage == stage and len(given) < most:
        given.append(chosen(t))
        t.do(given[-1])
    return given


def test_an_empty_city_in_reach_is_taken() -> None:
    t = front("S.4", 18, "r-3c4: SW+", "r-8c6: 9A", axis_holds="Minsk Riga")
    play(t, "Moving")
    assert t.owner("Minsk") == "soviet"


def test_a_weak_army_is_attacked_in_strength() -> None:
    t = front("S.4", 19, "Minsk: 9A-", "r-4c5: SW+", "r-3c4: W+", "r-5c5: Cen+", "r-2c4: Kal+")
    play(t, "Moving")
    t.pass_all()
    assert chosen(t) == "target Minsk"


def test_nobody_attacks_at_hopeless_odds() -> None:
    t = front("S.5", 19, "Konigsberg: 1Pz 2A", "r-7c3: Sev", extended=True)
    t.pass_all()
    assert chosen(t) == "done"


def test_a_good_target_is_marked_and_a_bad_one_is_not() -> None:
    t = front("S.5", 19, "r-3c4: 9A-", "r-3c5: SW+", "r-4c5: W+", "r-2c4: Cen+", "Riga: 1Pz 2A", "r-8c7: Mos")
    t.pass_all()
    assert play(t, "Targeting") == ["target r-3c4", "done"]


def test_everybody_whose_strength_counts_joins_the_attack() -> None:
    t = front("S.5", 19, "r-3c4: 9A", "r-3c5: SW+", "r-4c5: W+", "r-2c4: Cen+").do("target r-3c4")
    t.pass_all()
    answers = play_through(t, t.state.stage)
    assert {"join SW", "join W"} <= set(answers)


def test_germans_who_are_still_in_the_ussr_draw_the_soviets_when_1944_ends() -> None:
    space = find_space("r-4c9")

    def soviets(turn: int, left: str) -> Outlook:
        t = front("S.4", turn, f"r-4c9: {left}", "r-3c9: SW+", "r-5c10: W+")
        return Outlook(Draft(t.state), SOVIET)

    early, late, ally = soviets(16, "9A"), soviets(21, "9A"), soviets(21, "Hun1")
    assert late.draw[space] > early.draw[space] == ally.draw[space]
    assert late.mark(space).ds - late.mark(space).dr > early.mark(space).ds - early.mark(space).dr


def test_the_last_unit_in_a_city_that_lies_open_stays() -> None:
    behind, west = "Konigsberg: 4A", "Riga Minsk Kiev Odessa Smolensk"
    t = front("A.4", 19, "Warsaw: 9A", behind, "r-4c1: SW+", "r-5c1: Cen+", extended=True, axis_holds=west)
    play(t, "Moving")
    assert t.owner("Warsaw") == "axis"
    assert "9A" in t.units("Warsaw")


def test_an_open_city_is_guarded_when_the_enemy_comes() -> None:
    t = front("A.4", 19, "r-5c-3: 9A", "r-4c1: SW+", "Berlin: 4A", extended=True)
    play(t, "Moving")
    assert t.units("Warsaw")


def test_who_is_cut_off_goes_back_into_supply_if_he_can() -> None:
    t = front(
        "A.4", 7, "r-2c4: 4A", "Warsaw: 9A", "r-1c5: S", axis_holds="Minsk Kiev Smolensk", unsupplied="4A"
    )
    play(t, "Moving")
    t.pass_all()
    answers = play_through(t, t.state.stage)
    assert answers
    assert t.where("4A") != "surrendered"


CUT_OFF = ("r-3c0: SW+", "r-4c1: 9A", "r-2c0: 4A", "r-2c3: W+", "r-3c5: Cen+", "Minsk: Kal+")


def test_an_army_that_would_surrender_is_relieved() -> None:
    t = front("S.4", 19, *CUT_OFF, unsupplied="SW", extended=True, soviet_holds="Kiev")
    o = Outlook(Draft(t.state), SOVIET)
    assert o.hungry == {find_unit("SW"): AT_STAKE[True]}
    assert o.relief(find_unit("W"), find_space("r-3c1")) == AT_STAKE[True]
    assert o.relief(find_unit("Cen"), find_space("r-3c4")) == 0
    play(t, "Moving")
    assert not failing(Draft(t.state), SOVIET)


def test_relief_counts_for_nothing_while_all_are_in_supply() -> None:
    t = front("S.4", 19, *(stack for stack in CUT_OFF if "SW" not in stack), extended=True)
    o = Outlook(Draft(t.state), SOVIET)
    assert not o.hungry
    assert o.relief(find_unit("W"), find_space("r-3c1")) == 0


def test_who_holds_the_way_open_for_others_does_not_leave() -> None:
    stacks = ("r-3c0: SW+", "r-4c1: 9A", "r-2c0: 4A", "r-3c1: W+", "Minsk: Kal+")
    t = front("S.4", 19, *stacks, extended=True, soviet_holds="Kiev")
    o = Outlook(Draft(t.state), SOVIET)
    before = o.d.freeze()
    assert o.feeds(find_unit("W"), find_space("r-2c3")) < 0
    assert o.d.freeze() == before


def test_a_blow_that_reopens_the_way_of_supply_gains_more() -> None:
    def gain(**marks: str) -> float:
        t = front("S.5", 19, *CUT_OFF, extended=True, soviet_holds="Kiev", **marks)
        return Outlook(Draft(t.state), SOVIET).gain(find_space("r-4c1"))

    assert gain(unsupplied="SW") > gain()


def test_cutting_off_an_enemy_is_worth_something() -> None:
    stacks = ("Riga: 16A", "r-7c4: 18A", "r-5c5: SW+", "Minsk: W+", "r-6c6: Cen+")
    t = front("S.4", 19, *stacks, extended=True, soviet_holds="Smolensk")
    o = Outlook(Draft(t.state), SOVIET)
    assert o.noose(find_unit("W"), find_space("r-6c3")) == CAUGHT[False]
    assert o.noose(find_unit("W"), find_space("r-3c4")) == 0


def test_a_post_that_the_enemy_could_cut_off_is_worth_less() -> None:
    stacks = ("r-4c0: 9A", "r0c-1: 4A", "r-2c0: SW+", "Minsk: W+", "Kiev: Cen+")
    o = Outlook(Draft(front("S.4", 19, *stacks, extended=True).state), SOVIET)
    exposed, safe = find_space("r-6c3"), find_space("Smolensk")
    assert (o.supplied & ~o.firm) >> exposed & 1
    assert o.firm >> safe & 1
    worth = post(o, find_unit("W"), exposed)
    o.firm |= 1 << exposed
    assert post(o, find_unit("W"), exposed) == pytest.approx(worth + EXPOSED)


def test_an_order_to_attack_is_obeyed_as_often_as_it_asks() -> None:
    def targets(*orders: str) -> list[str]:
        near = ("r-3c5: SW+", "r-4c5: W+", "r0c2: Kal+", "r-8c7: Mos", "r3c4: Don")
        enemies = ("r-3c4: 9A-", "r0c1: 4A", "Riga: 1Pz", "r3c3: 6A")
        held = "Minsk Smolensk Kiev Dnepropetrovsk Odessa"
        t = front("S.1", 19, *near, *enemies, soviet="K13", soviet_holds=held, extended=True).do(*orders)
        while t.asked != "Targeting":
            quiet = "pass" if t.asked in ("Window", "Reaction") else "done"
            t.do(quiet if t.can(quiet) else chosen(t))
        return play(t, "Targeting")

    assert len([text for text in targets() if text != "done"]) < 4
    assert len([text for text in targets("play K13") if text != "done"]) == 4


def test_armies_go_to_the_best_attack_first_whichever_was_marked_before() -> None:
    near = ("r-4c5: SW+", "r-3c5: W+", "r-2c4: Cen+")
    o = Outlook(Draft(front("S.5", 19, "r-3c4: 9A-", "r-2c3: 4A", *near).state), SOVIET)
    first, second = find_space("r-3c4"), find_space("r-2c3")
    plans = [plan(o, False, 0, given) for given in ((first, second), (second, first))]
    (one, other) = ([(assault.space, assault.party) for assault in planned] for planned in plans)
    assert one == other
    assert one[0][0] == first


def test_a_lost_army_is_rebuilt() -> None:
    t = front("S.3", 18, "Minsk: 9A", "Smolensk: W+", "destroyed: SW", soviet="K9 K10 K15 K19 K20")
    t.pass_all()
    assert any(answer.startswith("place SW") for answer in play_through(t, t.state.stage))
    assert t.where("SW") not in ("destroyed", "shattered")


def test_free_upgrades_are_made_at_the_front() -> None:
    t = front("S.3", 13, "Smolensk: 9A", "r-3c7: W", "Gorki: Sta", "Saratov: Vor")
    t.pass_all()
    assert "flip W" in play_through(t, t.state.stage)


def test_the_owner_of_a_loss_gives_the_step_that_is_cheapest() -> None:
    t = front("S.5", 19, "r-3c4: 9A-", "r-3c5: SW+", "r-4c5: Mos", "r-2c4: W+")
    t.do("target r-3c4").pass_all()
    while t.asked in ("Targeting", "Countering"):
        t.do("done").pass_all()
    t.do("join SW", "join W", "join Mos", "roll", dice=[2]).pass_all()
    if t.asked == "Loss":
        assert chosen(t) != "lose Mos"


def test_the_least_useful_card_is_laid_off() -> None:
    t = front("S.1", 19, "Smolensk: W+", "Minsk: 9A", soviet="K18 K9 K12")
    assert t.asked == "Hand"
    assert chosen(t) != "discard K18"


def test_a_card_that_stops_a_sudden_death_is_played() -> None:
    t = front("H.3", 18, "Smolensk: W+", "Minsk: 9A", axis="K26", event_vp=6, soviet_holds="Riga")
    assert t.asked == "Doom"
    assert chosen(t) == "play K26 cancel"
    # It would be lost with the hand anyway.
    text = GAME.write_situation(t.state).replace("turn = 18", 'sudden = "cards"\nturn = 18')
    assert chosen(Table.at(text)) == "play K26 cancel"


def test_nobody_stays_on_a_train() -> None:
    t = front("S.8", 19, "Smolensk: W+", "Minsk: 9A", "rail: SW+")
    assert chosen(t).startswith("detrain SW ")


def test_worlds_that_differ_in_hidden_cards_get_the_same_answer() -> None:
    t = Table.new("1944", 3)
    rng = Random(5)
    for _ in range(150):
        (seat,) = GAME.deciders(t.state)
        other = GAME.other_world(t.state, seat, rng)
        answers = {GAME.write(STAFF.choose(world, Random(7))) for world in (t.state, other)}
        assert len(answers) == 1
        t.take(answers.pop())


def test_every_answer_gets_a_weight_and_the_chosen_one_the_greatest() -> None:
    t = Table.new("war", 4)
    for _ in range(120):
        actions = GAME.legal(t.state)
        weights = STAFF.weigh(t.state, actions)
        choice = STAFF.choose(t.state, Random(2))
        assert len(weights) == len(actions)
        assert min(weights) > 0
        assert weights[actions.index(choice)] == max(weights)
        t.take(GAME.write(choice))


def test_what_the_staff_answers_is_always_legal_to_the_end_of_a_game() -> None:
    t, rng = Table.new("1944", 6), Random(6)
    for _ in range(5000):
        if not t.state.frames:
            break
        action = STAFF.choose(t.state, rng)
        assert GAME.why_not(t.state, action) is None
        t.state = GAME.next(t.state, action)
    assert t.result is not None


def test_it_beats_random_play_on_either_side() -> None:
    for seat in (0, 1):
        rng = Random(seat)
        state = Table.new("1944", 8 + seat).state
        while GAME.deciders(state):
            (asked,) = GAME.deciders(state)
            action = STAFF.choose(state, rng) if asked == seat else GAME.sample(state, rng)
            state = GAME.next(state, action)
        result = GAME.result(state)
        assert result is not None
        assert [SEATS[winner] for winner in result.winners] == [SEATS[seat]]


def test_the_reasons_for_an_attack_tell_its_odds_and_chances() -> None:
    t = front("S.5", 19, "r-3c4: 9A-", "r-3c5: SW+", "r-4c5: W+", "r-2c4: Cen+").pass_all()
    first, *_ = STAFF.reasons(t.state, GAME.read("target r-3c4"))
    assert first.startswith(in_words("attacks r-3c4 at 6:1: drives the defender out "))


def test_the_reasons_for_a_move_tell_what_it_brings() -> None:
    t = front("S.4", 18, "r-3c4: SW+", "r-8c6: 9A", axis_holds="Minsk Riga")
    lines = STAFF.reasons(t.state, GAME.read("move SW Minsk"))
    assert "takes Minsk: 1 victory point" in lines
