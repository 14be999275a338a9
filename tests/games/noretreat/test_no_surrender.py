"""No Retreat! 10, the option No Surrender: a sudden death costs cards, and the war goes on."""

import pytest
from tests.games.noretreat.table import Table, front
from tests.games.noretreat.test_victory import QUIET, axis_with, soviets_with

from berlin.games.noretreat.board.names import card_name
from berlin.games.noretreat.board.tables import AXIS, SOVIET, TURNS
from berlin.games.noretreat.rules.cards.card_phase import draw_rate
from berlin.games.noretreat.state.state import Draft
from berlin.kernel.contract.ids import Card, Seat
from berlin.kernel.proof.mark import rule


def rates(t: Table) -> tuple[int, int]:
    """By how many cards each side draws less than the turn's rate."""
    d = Draft(t.state)
    axis, soviet = (TURNS[t.turn].draw[side] - draw_rate(d, side).total for side in (AXIS, SOVIET))
    return axis, soviet


@rule("NR 10.sudden.axis")
@pytest.mark.parametrize(("turn", "needs"), [(3, 20), (6, 23), (9, 26), (12, 27)])
def test_the_soviets_lose_their_hand_and_a_draw(turn: int, needs: int) -> None:
    t = axis_with("H.2", turn, needs + 1, sudden="cards", soviet="K3 K4", axis="K5")
    while t.asked == "Doom":
        t.do("pass")
    assert (t.winner, t.turn, t.stage) == ("", turn, "A.1")
    assert (t.hand("soviet"), t.hand("axis"), t.discards) == ([], ["K5"], ["K3", "K4"])
    assert rates(t) == (0, 1)
    assert t.told("no surrender: the Soviet side loses its hand and draws a card less")
    spared = axis_with("H.2", turn, needs, sudden="cards", soviet="K3 K4")
    assert (spared.hand("soviet"), rates(spared)) == (["K3", "K4"], (0, 0))


def drawn(t: Table) -> int:
    """How many cards the Axis holds after its draw; with an empty hand nothing may be asked before."""
    while t.asked in ("Doom", "Hand"):
        t.do("pass" if t.asked == "Doom" else "done")
    return len(t.hand("axis"))


@rule("NR 10.sudden.soviet")
@pytest.mark.parametrize(("turn", "needs", "left"), [(12, 16, 3), (15, 19, 3), (18, 24, 3), (21, 30, 2)])
def test_the_axis_loses_its_hand_and_a_draw(turn: int, needs: int, left: int) -> None:
    events = max(needs - 29, 0)
    t = soviets_with("H.3", turn, needs + 1 - events, event_vp=events, sudden="cards", axis="K3 K4")
    # On turn 21 the oil of Ploesti is lost too.
    assert (drawn(t), t.discards[:2], t.state.short) == (left, ["K3", "K4"], 1 << AXIS)
    assert t.winner == ""


@rule("NR 10.sudden.soviet")
def test_so_it_is_in_1945_too() -> None:
    t = front("H.3", 24, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=1, sudden="cards", axis="K3")
    assert (drawn(t), t.winner) == (2, "")
    assert any(event.text.startswith(f"Axis discards {card_name(Card(63), AXIS)}") for event in t.events)
    held = f"{QUIET} Berlin Konigsberg"
    t = front("H.1", 27, "r-5c-3: 9A", soviet_holds=held, event_vp=5, sudden="cards")
    assert (t.points, t.winner, t.state.short) == (16, "", 1 << AXIS)


@rule("NR 10.sudden.soviet", "NR 5.draw.rumania")
def test_an_empty_hand_still_draws_less_and_with_rumania_lost_a_single_card() -> None:
    assert drawn(soviets_with("H.3", 15, 20, sudden="cards")) == 3
    poor = front("H.3", 15, "r0c4: 9A", "r4c-5: W", "r4c-6: SW", "r3c-5: S", sudden="cards")
    assert drawn(poor) == 1
    said = next(event.text for event in poor.events if "Draw Rate" in event.text)
    assert "-2 Soviets in Rumania [NR 5.draw.rumania], -1 no surrender [NR 10.sudden.soviet] = 1" in said


@rule("NR 10.sudden.axis", "NR 10.sudden.soviet")
@pytest.mark.parametrize(("side", "clause"), [(AXIS, "NR 10.sudden.soviet"), (SOVIET, "NR 10.sudden.axis")])
def test_the_card_less_is_owed_to_the_sudden_death_that_the_other_side_has_earned(
    side: Seat, clause: str
) -> None:
    d = Draft(front("A.1", 15, "r0c4: 9A", "r0c9: W", short="axis soviet", sudden="cards").state)
    assert [(lost.value, lost.rule) for lost in draw_rate(d, side).modifiers] == [(-1, clause)]


@rule("NR 10.sudden.soviet", "NR 5.draw")
def test_the_draw_is_as_printed_again_a_turn_later() -> None:
    assert drawn(soviets_with("A.1", 15, 18, short="axis", sudden="cards")) == 3
    assert drawn(soviets_with("H.1", 16, 18, short="axis", sudden="cards")) == 4


@rule("NR card.9.soviet", "NR card.40.axis")
def test_a_card_that_cancels_a_sudden_death_cancels_the_loss() -> None:
    taken = "Riga Minsk Smolensk Kiev Kharkov Odessa Dnepropetrovsk Stalino Kalinin Tula Rostov Voronezh"
    t = front("H.2", 6, "r0c4: 9A", deck="full", soviet="9 3", axis_holds=taken, sudden="cards")
    assert (t.asked, t.decider) == ("Doom", "soviet")
    assert t.prompt is not None
    assert t.prompt.text == "Your hand is lost by sudden death unless a card stops it"
    refused = t.why("done")
    assert refused is not None
    assert "your hand is lost unless a card stops it: play one, or pass" in refused.reason
    t.do("play 9 cancel").pass_all()
    assert (t.winner, t.hand("soviet"), t.state.short) == ("", ["3"], 0)
    t = soviets_with("H.3", 15, 20, deck="full", axis="40 3", sudden="cards")
    assert (t.asked, t.decider) == ("Doom", "axis")
    t.do("play 40 cancel").pass_all()
    assert (t.winner, t.hand("axis"), t.state.short) == ("", ["3"], 0)


@rule("NR 10.objective.soviet", "NR 10.total", "NR 10.end22")
def test_other_ends_stay() -> None:
    assert front("S.9", 19, "r-5c-3: 9A", soviet_holds=QUIET, event_vp=4, sudden="cards").winner == "soviet"
    berlin = front("S.9", 25, "r-5c-3: 9A", soviet_holds="Berlin Konigsberg Vienna", sudden="cards")
    assert berlin.winner == "soviet"
    assert front("T", 22, "r-5c-3: 9A", "r0c9: W", tide=30, sudden="cards").winner == "axis"


def test_a_situation_tells_the_option_and_who_draws_less() -> None:
    t = soviets_with("H.3", 15, 20, sudden="cards")
    text = t.game.write_situation(t.state)
    assert 'sudden = "cards"' in text
    assert 'short = ["axis"]' in text
    again = Table.at(text)
    assert (again.state.no_surrender, again.state.short) == (True, 1 << AXIS)
    assert "sudden" not in t.game.write_situation(soviets_with("A.1", 15, 18).state)
