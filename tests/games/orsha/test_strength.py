"""7.519 to 7.5194, CG8 and the notes: at which strength groups arrive, and with what."""

from collections import Counter

import pytest
from tests.campaign.desk import bought, do, kinds, legal, off, question, refusal, shop, told
from tests.games.orsha.test_charts import PRINTED_GERMAN, PRINTED_RUSSIAN

from berlin.campaign.aftermath.clearing import stay_behind
from berlin.campaign.purchases import strength
from berlin.campaign.purchases.prices import line_of
from berlin.campaign.purchases.purchase import Buy, Enter, Motorize, Onboard
from berlin.campaign.purchases.strength import Spare
from berlin.campaign.question import Done
from berlin.campaign.refit.dates import advance
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.rules import Outcome
from berlin.kernel.play.acts import Act
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Where

GERMAN, RUSSIAN = BOTH
PRINTED = (PRINTED_GERMAN, PRINTED_RUSSIAN)
# Two dice that give Full and Depleted Strength on every date.
FULL, DEPLETED = (1, 1), (6, 6)


def received(side: Seat, line: str, first: tuple[int, ...], turn: int = 2) -> Draft:
    """A group with the dice of its strength laid down; all others fall as they will."""
    d = shop(side, turn=turn)
    do(d, Buy(line), Done())
    d.given = first
    strength.begin(d)
    return d


STRENGTHS = [
    (side, line, printed[3])
    for side in (GERMAN, RUSSIAN)
    for line, printed in PRINTED[side].items()
    if "/" in printed[3]
]
RULES = [f"OTO RG.{('german', 'russian')[side]}.{line}" for side, line, _ in STRENGTHS]


@rule(*RULES, "OTO 7.5185", "OTO 7.5194", "OTO 7.5191", "OTO 7.5184", "OTO 6.depleted")
@pytest.mark.parametrize(("side", "line", "cell"), STRENGTHS)
def test_every_group_at_full_and_at_depleted_strength(side: Seat, line: str, cell: str) -> None:
    types = set(PRINTED[side][line][1].split("/")) | {PRINTED[side][line][1]}
    for dice, count in zip((FULL, DEPLETED), map(int, cell.split("/")), strict=True):
        d = received(side, line, dice)
        assert sum(kind in types for kind in kinds(d, side)) == count
        assert d.groups[side][0].depleted == (dice == DEPLETED)
        assert d.groups[side][0].paid == PRINTED[side][line][2]


@rule("OTO 7.5191", "OTO RG.german.note.c", "OTO RG.russian.note.c")
@pytest.mark.parametrize(
    ("side", "line", "turn", "roll", "count"),
    [
        (GERMAN, "G5", 4, (4, 4), 1),
        (GERMAN, "G5", 4, (4, 3), 2),
        (GERMAN, "G5", 2, (4, 4), 2),
        (RUSSIAN, "V2", 2, (4, 4), 1),
        (RUSSIAN, "V2", 3, (4, 5), 2),
        (RUSSIAN, "V2", 3, (5, 5), 1),
    ],
)
def test_the_historical_drm_is_added(
    side: Seat, line: str, turn: int, roll: tuple[int, int], count: int
) -> None:
    d = received(side, line, roll, turn)
    wanted = {"G5": "sK-18", "V2": "ISU-122"}[line]
    assert kinds(d, side).count(wanted) == count


@rule("OTO 7.4.ihsr.2", "OTO 6.full_strength")
@pytest.mark.parametrize(
    ("side", "line", "kind", "count"),
    [(RUSSIAN, "I1", "4-4-7", 11), (GERMAN, "G1", "PaK-40", 2)],
)
def test_before_the_initial_scenario_all_are_full_without_a_roll(
    side: Seat, line: str, kind: str, count: int
) -> None:
    dice = (1, 1) if line == "I1" else ()
    d = bought(side, line, turn=1, dice=dice)
    assert kinds(d, side).count(kind) == count


@rule("OTO 7.5191.q1", "OTO 6.strength")
@pytest.mark.parametrize(
    ("side", "line", "dice"), [(GERMAN, "F1", (1,)), (GERMAN, "O1", (3, 4)), (GERMAN, "M1", ())]
)
def test_aircraft_oba_and_fpp_have_no_strength(side: Seat, line: str, dice: tuple[int, ...]) -> None:
    """Their dice are the number of aircraft and the ammunition: nothing else is rolled."""
    d = bought(GERMAN, line, dice=dice)
    assert d.rolls == len(dice)
    assert not d.groups[GERMAN][0].depleted


def test_the_odds_of_each_strength() -> None:
    d = bought(GERMAN, "M1")
    chart = {offer.id: offer for offer in d.book.charts[GERMAN]}
    assert strength.odds(d, GERMAN, chart["I1"]) == (Outcome("full", 26, 36), Outcome("depleted", 10, 36))
    assert strength.odds(d, GERMAN, chart["I7"]) == (Outcome("full", 1, 1),)
    assert strength.odds(d, GERMAN, chart["O1"]) == ()
    d.turn = 4
    assert strength.odds(d, GERMAN, chart["V1"]) == (Outcome("full", 21, 36), Outcome("depleted", 15, 36))
    d.turn = 1
    assert strength.odds(d, GERMAN, chart["I1"]) == (Outcome("full", 1, 1),)


LEADERS = (3, 3)
ALLOTTED = [
    (GERMAN, "I1", (6,), "LMG 3 MMG 1 PSK 1"),
    (GERMAN, "I1", (3,), "LMG 3 MMG 2 PSK 1"),
    (GERMAN, "I1", (4,), "LMG 3 MMG 1 PSK 1"),
    (GERMAN, "I2", (), "LMG 3 MMG 1 PSK 1"),
    (GERMAN, "I3", (), "LMG 1 FT 1 DC 2"),
    (GERMAN, "I4", (), "LMG 1 DC 1"),
    (RUSSIAN, "I1", (), "LMG 1 MMG 1 ATR 1 50mm-MTR 1"),
    (RUSSIAN, "I2", (), "LMG 2 MMG 1 ATR 1 50mm-MTR 2"),
    (RUSSIAN, "I3", (), "DC 1"),
    (RUSSIAN, "I4", (3, 4), "LMG 1 DC 1"),
    (RUSSIAN, "I4", (4, 3), "ATR 1 DC 1"),
    (RUSSIAN, "I5", (), "LMG 1 FT 2 DC 5"),
]


def weapons(d: Draft, side: Seat) -> dict[str, int]:
    arms = ("LMG", "MMG", "HMG", "PSK", "ATR", "FT", "DC", "50mm-MTR")
    return {kind: count for kind, count in Counter(kinds(d, side)).items() if kind in arms}


def listed(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@rule(
    *("OTO 7.5192a", "OTO 7.5192.ex", "OTO RG.german.note.e", "OTO RG.russian.note.e"),
    *("OTO 7.5192.german.I1", "OTO 7.5192.german.I2", "OTO 7.5192.german.I3", "OTO 7.5192.german.I4"),
    *("OTO 7.5192.russian.I1", "OTO 7.5192.russian.I2", "OTO 7.5192.russian.I3", "OTO 7.5192.russian.I4"),
    "OTO 7.5192.russian.I5",
)
@pytest.mark.parametrize(("side", "line", "dice", "arms"), ALLOTTED)
def test_support_weapons_at_full_strength(side: Seat, line: str, dice: tuple[int, ...], arms: str) -> None:
    leader = (1,) if line in ("I3", "I4") and side == GERMAN else LEADERS
    d = bought(side, line, dice=(*FULL, *dice, *leader))
    assert weapons(d, side) == listed(arms)


@rule("OTO 7.5192b", "OTO 7.5192.ex", "OTO 7.5192.q1")
@pytest.mark.parametrize(
    ("side", "line", "dice", "arms"),
    [
        (GERMAN, "I1", (4, 5, 2, 4, 3, 5), "LMG 2 MMG 1"),
        (GERMAN, "I1", (5, 5, 6, 4, 2, 4), "MMG 2 PSK 1"),
        (RUSSIAN, "I4", (3, 2, 4), "ATR 1 DC 1"),
        (RUSSIAN, "I4", (2, 3, 5), "LMG 1"),
    ],
)
def test_support_weapons_at_depleted_strength(
    side: Seat, line: str, dice: tuple[int, ...], arms: str
) -> None:
    d = bought(side, line, dice=(*DEPLETED, *dice, *LEADERS))
    assert weapons(d, side) == listed(arms)


@rule(
    *("OTO 7.5193a", "OTO RG.german.note.b", "OTO RG.russian.note.b"),
    *("OTO RG.german.I5", "OTO RG.german.I6", "OTO RG.russian.I6", "OTO RG.russian.I7"),
)
@pytest.mark.parametrize(
    ("side", "line", "arms"),
    [
        (GERMAN, "I5", "HMG 2 2-2-8 2"),
        (GERMAN, "I6", "81mm-MTR 2 2-2-8 2"),
        (RUSSIAN, "I6", "HMG 2 .50cal 1 2-2-8 3"),
        (RUSSIAN, "I7", "82mm-MTR 2 2-2-8 2"),
    ],
)
def test_a_heavy_weapons_section_at_full_strength(side: Seat, line: str, arms: str) -> None:
    d = bought(side, line, dice=FULL)
    assert Counter(kinds(d, side)) == listed(arms)


@rule("OTO RG.german.note.b", "OTO RG.russian.note.b")
@pytest.mark.parametrize(("side", "line", "kind"), [(GERMAN, "G1", "PaK-40"), (RUSSIAN, "G1", "obr-27")])
def test_every_gun_has_a_crew(side: Seat, line: str, kind: str) -> None:
    d = bought(side, line, dice=FULL)
    assert Counter(kinds(d, side)) == {kind: 2, "2-2-8": 2}


@rule("OTO 7.5193a")
@pytest.mark.parametrize(
    ("side", "line", "dice", "arms"),
    [
        (RUSSIAN, "I6", (4, 5, 1), "HMG 1 .50cal 1 2-2-8 2"),
        (RUSSIAN, "I6", (4, 4, 5), "HMG 2 2-2-8 2"),
        (GERMAN, "I5", (5, 4), "HMG 1 2-2-8 1"),
        (GERMAN, "I5", (5, 6), "HMG 1 2-2-8 1"),
        (GERMAN, "I6", (6, 6), "81mm-MTR 1 2-2-8 1"),
    ],
)
def test_a_depleted_section_rolls_for_each_weapon_and_has_one_at_least(
    side: Seat, line: str, dice: tuple[int, ...], arms: str
) -> None:
    d = bought(side, line, dice=(*DEPLETED, *dice))
    assert Counter(kinds(d, side)) == listed(arms)
    assert question(d) is None


@rule("OTO 7.5193a", "OTO 7.5193.q1")
def test_the_owner_picks_the_weapon_that_a_mixed_section_keeps() -> None:
    d = bought(RUSSIAN, "I6", dice=(*DEPLETED, 5, 6, 6))
    assert kinds(d, RUSSIAN) == []
    assert legal(d) == [Spare("r:HMG"), Spare("r:.50cal")]
    assert refusal(d, Spare("r:82mm-MTR")).rule == "OTO 7.5193.q1"
    do(d, Spare("r:.50cal"))
    assert kinds(d, RUSSIAN) == ["2-2-8", ".50cal"]
    assert question(d) is None


@rule("OTO 7.5193b", "OTO RG.german.I7")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_cupolas_are_always_received_full_without_a_roll(turn: int) -> None:
    d = bought(GERMAN, "I7", turn=turn)
    assert kinds(d, GERMAN) == ["HMG-Cupola", "MMG-Cupola"]
    assert d.rolls == 0


@rule("OTO 7.5193c")
def test_a_weapon_of_a_section_is_had_by_its_own_crew_until_it_was_in_a_scenario() -> None:
    d = bought(GERMAN, "I5", dice=FULL)
    for number, piece in enumerate(d.pieces[GERMAN]):
        assert strength.is_bound(d, unit_of(GERMAN, number)) == (piece.kind == "g:HMG")
        d.change(unit_of(GERMAN, number), last=5)
        assert not strength.is_bound(d, unit_of(GERMAN, number))
    arms = [piece for piece in d.pieces[GERMAN] if piece.kind == "g:HMG"]
    crews = [d.pieces[GERMAN][piece.holder] for piece in arms]
    assert [(crew.kind, crew.group) for crew in crews] == [("g:2-2-8", 0)] * 2
    assert len({piece.holder for piece in arms}) == 2
    d = bought(GERMAN, "I2", dice=(*FULL, *LEADERS))
    assert not any(strength.is_bound(d, unit_of(GERMAN, number)) for number in range(len(d.pieces[GERMAN])))


@rule("OTO CG8")
def test_the_optional_machine_gun_of_each_vehicle_is_rolled_for_and_costs_nothing() -> None:
    d = bought(GERMAN, "V3", dice=(*FULL, 3, 4, 1, 6, 6))
    tanks = [piece for piece in d.pieces[GERMAN] if piece.kind == "g:StuG-IIIG"]
    assert [tank.has(Mark.AAMG_ABSENT) for tank in tanks] == [False, True, False]
    assert not any(tank.has(Mark.AAMG_DISABLED) for tank in tanks)
    assert d.groups[GERMAN][0].paid == 6


@rule("OTO RG.german.note.d", "OTO RG.russian.note.d")
@pytest.mark.parametrize(
    ("side", "line", "kind", "able"),
    [
        (GERMAN, "I3", "8-3-8", True),
        (GERMAN, "I4", "5-4-8", False),
        (RUSSIAN, "I5", "6-2-8", True),
        (RUSSIAN, "I4", "6-2-8", False),
    ],
)
def test_who_are_assault_engineers(side: Seat, line: str, kind: str, able: bool) -> None:
    d = received(side, line, FULL)
    squads = [piece for piece in d.pieces[side] if piece.kind[2:] == kind]
    assert len(squads) >= 3
    assert {squad.has(Mark.ENGINEER) for squad in squads} == {able}
    assert not any(piece.has(Mark.ENGINEER) for piece in d.pieces[side] if piece not in squads)


@rule(
    *("OTO RG.russian.note.j1", "OTO RG.russian.note.j2", "OTO RG.russian.note.k1", "OTO RG.russian.note.k2"),
    *("OTO RG.russian.note.l", "OTO RG.russian.note.k.q1"),
)
@pytest.mark.parametrize(
    ("line", "dice", "types"),
    [
        ("V6", (4, 5), "OT-34-ATO-42 OT-34-L"),
        ("V5", (1, 6), "PT-34-L PT-34"),
        ("V5", (4, 5), "PT-34-L PT-34"),
        ("V7", (2, 4), "KV-8S KV-8-L"),
        ("V7", (3, 5), "KV-8-L KV-8"),
        ("V8", (3, 4), "KV-1-M41 KV-1-M42"),
        ("G3", (3, 4), "45LL 45L"),
    ],
)
def test_each_vehicle_and_gun_has_a_type_of_its_own(line: str, dice: tuple[int, int], types: str) -> None:
    d = bought(RUSSIAN, line, dice=(*FULL, *dice, *(() if line == "G3" else (6, 6))))
    assert [kind for kind in kinds(d, RUSSIAN) if kind != "2-2-8"] == types.split()


@rule("OTO RG.german.note.l", "OTO RG.russian.note.n", "OTO 7.5185", "OTO RG.german.F2", "OTO RG.russian.F1")
@pytest.mark.parametrize(
    ("side", "line", "dice", "planes"),
    [
        (GERMAN, "F2", (3, 1, 2, 3), [("g:43DB-D", True), ("g:43DB-D", False)]),
        (GERMAN, "F2", (2, 6, 1), [("g:43DB-G", True)]),
        (RUSSIAN, "F1", (5, 3, 2, 3, 1), [("r:44A-GA", True), ("r:44A-GA", False), ("r:44A-GA", True)]),
    ],
)
def test_aircraft_have_one_type_and_each_its_own_atcb(
    side: Seat, line: str, dice: tuple[int, ...], planes: list[tuple[str, bool]]
) -> None:
    """How many there are is rolled first."""
    d = bought(side, line, dice=dice)
    assert [(piece.kind, piece.has(Mark.ATCB)) for piece in d.pieces[side]] == planes
    assert {piece.where for piece in d.pieces[side]} == {Where.ENTERING}


@rule("OTO RG.german.note.k", "OTO RG.german.F1", "OTO RG.german.F3")
@pytest.mark.parametrize(("line", "kind"), [("F1", "g:42DB"), ("F3", "g:44FB")])
def test_some_aircraft_are_as_they_were_bought(line: str, kind: str) -> None:
    d = bought(GERMAN, line, dice=(4,))
    assert [piece.kind for piece in d.pieces[GERMAN]] == [kind] * 2


@rule("OTO RG.russian.note.o")
@pytest.mark.parametrize(("dice", "count"), [(FULL, 2), (DEPLETED, 1)])
def test_as_many_trucks_as_guns(dice: tuple[int, int], count: int) -> None:
    d = bought(RUSSIAN, "G2", Motorize(0), dice=dice)
    assert Counter(kinds(d, RUSSIAN)) == {"obr-39": count, "2-2-8": count, "GAZ-MM": count}
    assert "GAZ-MM" not in kinds(bought(RUSSIAN, "G2", dice=dice), RUSSIAN)


@rule("OTO 7.519")
def test_a_group_that_sets_up_waits_with_the_retained_and_one_that_enters_does_not() -> None:
    choices: list[tuple[tuple[Act, ...], Where]] = [((), Where.RETAINED), ((Enter(0),), Where.ENTERING)]
    for acts, where in choices:
        d = bought(GERMAN, "I2", *acts, dice=(*FULL, *LEADERS))
        assert {piece.where for piece in d.pieces[GERMAN]} == {where}
        assert all(piece.has(Mark.NEW) and piece.group == 0 for piece in d.pieces[GERMAN])
    choices = [((), Where.ENTERING), ((Onboard(0),), Where.RETAINED)]
    for acts, where in choices:
        d = bought(RUSSIAN, "I1", *acts, turn=1, dice=LEADERS)
        assert {piece.where for piece in d.pieces[RUSSIAN]} == {where}


@rule("OTO CG7a")
def test_what_did_not_enter_is_there_for_the_next_scenario() -> None:
    d = bought(RUSSIAN, "I1", Enter(0), dice=(*FULL, *LEADERS))
    before = len(d.pieces[RUSSIAN])
    stay_behind(d)
    advance(d)
    strength.begin(d)
    assert len(d.pieces[RUSSIAN]) == before
    assert {piece.where for piece in d.pieces[RUSSIAN]} == {Where.RETAINED}
    assert not any(piece.has(Mark.NEW) for piece in d.pieces[RUSSIAN])


@rule("OTO 7.5193a", "OTO 7.5195a", "OTO 7.5196a")
@pytest.mark.parametrize("line", ["I1", "I5", "V3", "O1", "F2", "I3"])
def test_the_other_side_sees_no_roll(line: str) -> None:
    d = bought(GERMAN, line)
    assert any(event.kind == "roll" for event in told(d))
    assert all(event.seen_by(RUSSIAN) is None for event in told(d))


def test_lines_are_found_by_their_id() -> None:
    d = bought(GERMAN, "M1")
    assert line_of(d, GERMAN, "V1") == 7
    assert line_of(d, GERMAN, "B1") == -1


@rule("OTO 7.5193c")
def test_a_weapon_of_no_group_is_had_by_anybody() -> None:
    d = bought(GERMAN, "I5", dice=FULL)
    number = d.add(GERMAN, off("g:HMG"))
    assert not strength.is_bound(d, unit_of(GERMAN, number))


@rule("OTO 7.519", "OTO 7.5191")
@pytest.mark.parametrize(("side", "line"), [(side, line) for side, line, _ in STRENGTHS])
def test_whoever_arrives_is_fit_and_in_nobodys_hands_but_those_of_his_own_group(
    side: Seat, line: str
) -> None:
    d = received(side, line, FULL)
    unfit = Mark.BROKEN | Mark.PINNED | Mark.EXHAUSTED | Mark.WOUNDED | Mark.MALFUNCTION | Mark.PRISONER
    for piece in d.pieces[side]:
        assert not piece.marks & unfit
        assert piece.holder == -1 or d.pieces[side][piece.holder].group == piece.group
        assert piece.holder >= -1
