"""No Retreat!: what is done is told, with the clause by which it is done."""

import pytest
from tests.games.noretreat.cards import full
from tests.games.noretreat.table import Table, fight, front, in_words

from berlin.kernel.proof.mark import rule


def clauses(t: Table, words: str) -> tuple[str, ...]:
    """The clauses of the one thing that was told in these words."""
    (found,) = [event for event in t.events if event.text == in_words(words)]
    return tuple(found.rules)


@rule("NR 5.use.discard", "NR 5.pay", "NR 7.disorganized")
@pytest.mark.parametrize(
    ("stage", "unit", "seat", "told"),
    [
        ("A.3", "4A", "axis", "Axis discards Knight's Cross to pay with"),
        ("S.3", "SW", "soviet", "Soviet discards NKVD to pay with"),
    ],
)
def test_5_a_discard_is_told_with_what_it_pays(stage: str, unit: str, seat: str, told: str) -> None:
    t = full(stage, 7, "Lublin: 4A", "Moscow: SW", disorganized="4A SW", **{seat: "16"}).pass_all()
    t.do(f"reorganize {unit}", "discard 16").pass_all()
    assert clauses(t, told) == ("NR 5.use.discard", "NR 5.pay")
    assert clauses(t, f"{unit} is reorganized") == ("NR 7.disorganized",)


@rule("NR 8.move", "NR 7.place.destroyed", "NR 9.target", "NR 9.order", "NR 9.shift.marker")
def test_8_moves_returns_targets_and_attackers_are_told() -> None:
    t = full("A.3", 7, "destroyed: 4A-", "r0c3: 9A", "r0c5: W", axis="16", blitz=1).pass_all()
    t.do("place 4A Warsaw", "discard 16").pass_all()
    t.do("done").pass_all().do("move 9A r0c4", "done").pass_all()
    t.do("target r0c5", "commit")
    assert clauses(t, "4A is placed in Warsaw") == ("NR 7.place.destroyed",)
    assert clauses(t, "9A moves from r0c3 to r0c4") == ("NR 8.move",)
    assert clauses(t, "r0c5 is a target") == ("NR 9.target",)
    assert clauses(t, "a marker is committed") == ("NR 9.shift.marker",)
    both = front("A.5", 7, "r0c4: 9A 4A", "r0c5: W").do("target r0c5", "join 9A")
    assert clauses(both, "9A joins the attack") == ("NR 9.order",)


@rule("NR 9.ratio", "NR 9.cap", "NR 9.retreat", "NR 9.advance", "NR 9.result.dr", "NR 9.sequence")
def test_9_odds_retreats_and_advances_are_told() -> None:
    t = fight(front("S.5", 14, "r0c5: 9A", "r0c6: W"), "r0c5", "W", die=6)
    assert clauses(t, "attack: +4 W [NR 12.unit.conv] = 4") == ("NR 12.unit.conv",)
    assert clauses(t, "defence: +4 9A [NR 12.unit.conv] = 4") == ("NR 12.unit.conv",)
    assert clauses(t, "column 1:1") == ("NR 9.ratio", "NR 9.cap")
    assert clauses(t, "result: defenders retreat") == ("NR 9.result.dr",)
    t.do("retreat 9A r0c4")
    while t.asked == "Retreat":
        t.do(t.legal()[0])
    t.do("advance W r0c5")
    assert clauses(t, "9A retreats to r0c4") == ("NR 9.retreat",)
    assert clauses(t, "W advances to r0c5") == ("NR 9.advance",)


@rule("NR 9.step", "NR 9.result.ex")
def test_9_losses_are_told() -> None:
    t = fight(front("S.5", 14, "r0c5: 9A", "r0c4: W"), "r0c5", "W", die=5)
    assert clauses(t, "W is destroyed") == ("NR 9.step",)
    assert any(event.kind == "loss" and event.text.startswith(in_words("9A ")) for event in t.events)
