"""A set-up taken elsewhere: as a readable order of battle, and as JSON for vasl-templates."""

import json
from typing import Any

import pytest
from tests.campaign.desk import at, desk, off

from berlin.campaign.sheets.catalogue import write
from berlin.campaign.state.state import GERMAN, RUSSIAN, Group, State
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.papers import IMPRINT
from berlin.kernel.contract.ids import Seat
from berlin.squad.board.counters import Sort
from berlin.squad.board.pieces import Mark, Where
from berlin.squad.board.works import Work, Works

# What vasl-templates knows in a file of a scenario; of lists, what an entry has.
KEYS = {
    *(
        "SCENARIO_NAME",
        "SCENARIO_ID",
        "SCENARIO_LOCATION",
        "SCENARIO_THEATER",
        "SCENARIO_DATE",
        "SCENARIO_WIDTH",
    ),
    *("VICTORY_CONDITIONS", "VICTORY_CONDITIONS_WIDTH", "SCENARIO_NOTES", "SSR", "SSR_WIDTH"),
    *(f"PLAYER_{n}{part}" for n in (1, 2) for part in ("", "_ELR", "_SAN", "_DESCRIPTION")),
    *(f"OB_{part}_{n}" for n in (1, 2) for part in ("SETUPS", "NOTES", "VEHICLES", "ORDNANCE")),
    *(f"OB_{part}_WIDTH_{n}" for n in (1, 2) for part in ("VEHICLES", "ORDNANCE")),
}


def set_up(stage: int = IMPRINT.battle) -> Draft:
    oba = next(n for n, offer in enumerate(CHARTS[GERMAN]) if offer.id == "O1")
    return desk(
        [
            at("g:4-6-7", "K12"),
            at("g:LMG", "K12", holder=0),
            at("g:8-1", "K12"),
            at("g:4-6-7", "J9", Mark.CONCEALED, level=1),
            at("g:PaK-40", "K13", Mark.HIDDEN),
            at("g:StuG-IIIG", "K14"),
            off("g:StuG-IIIG", where=Where.ENTERING),
            off("g:42DB", where=Where.ENTERING),
            off("g:4-6-7", where=Where.LOST, fate="lost: fire"),
        ],
        [at("r:T-34-M43", "K45"), at("r:PT-34", "K45"), at("r:4-4-7", "K46", Mark.CONCEALED)],
        [
            Work(Works.WIRE, find_hex("K15"), GERMAN),
            Work(Works.MINES, find_hex("K16"), GERMAN, hidden=True, ap=6, at=3),
            Work(Works.TRENCH, owner=GERMAN),
        ],
        stage=stage,
        weather="Overcast",
        ground="Wet",
        wind="Mild Breeze, SW",
        groups=((Group(oba, 1, ammo="scarce", radio=False),), ()),
    )


def written(key: str, seat: Seat | None, stage: int = IMPRINT.battle) -> str:
    state = set_up(stage).freeze()
    assert isinstance(state, State)
    return write(IMPRINT, key, GAME.view(state, seat), ())


def loaded(seat: Seat | None, stage: int = IMPRINT.battle) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written("vasl", seat, stage))
    return found


def test_the_order_of_battle_tells_hex_by_hex_who_has_what() -> None:
    text = written("order", GERMAN)
    assert "# On Track to Orsha, CG Date 23AM: order of battle" in text
    assert "Weather: Overcast. EC: Wet. Wind: Mild Breeze, SW." in text
    for line in (
        "- **J9 level 1, concealed**: 4-6-7",
        "- **K12**: 4-6-7 with LMG, 8-1",
        "- **K13, hidden**: 75L AT (PaK 40)",
        "- **K15**: wire",
        "- **K16**: minefield 6 AP 3 AT (hidden)",
        "- **Not laid yet**: trench",
        "- StuG IIIG",
        "- DB Type '42 Stuka",
    ):
        assert f"\n{line}\n" in text, line
    assert "scarce ammunition; field phone" in text
    assert text.index("J9") < text.index("K12")
    assert "lost" not in text


def test_of_the_other_side_it_tells_what_lies_open_once_the_battle_has_begun() -> None:
    assert "T-34/M43" in written("order", GERMAN)
    assert "- **K46**: ?" in written("order", GERMAN)
    assert "### Fortifications that are seen\n\n- **K15**: wire\n" in written("order", RUSSIAN)
    for hidden in ("PaK 40", "minefield", "Stuka", "OBA"):
        assert hidden not in written("order", RUSSIAN)
    before = written("order", RUSSIAN, IMPRINT.battle - 1)
    assert "German" not in before
    assert "T-34/M43" in before


def test_a_spectator_reads_what_lies_open() -> None:
    assert "K12" in written("order", None)
    assert "when the battle has begun" in written("order", None, IMPRINT.battle - 1)


def test_the_json_is_of_the_shape_that_vasl_templates_takes() -> None:
    found = loaded(GERMAN)
    assert set(found) == KEYS
    assert found["SCENARIO_DATE"] == "1944-06-23"
    assert (found["PLAYER_1"], found["PLAYER_2"]) == ("german", "russian")
    assert (found["PLAYER_1_ELR"], found["PLAYER_1_SAN"]) == ("3", "3")
    assert found["OB_VEHICLES_1"] == [{"name": "StuG IIIG", "seq_id": 1}]
    assert found["OB_ORDNANCE_1"] == [{"name": "7.5cm PaK 40", "seq_id": 1}]
    assert [setup["id"] for setup in found["OB_SETUPS_1"]] == [1, 2, 3]
    for n in (1, 2):
        for entry in (*found[f"OB_SETUPS_{n}"], *found[f"OB_NOTES_{n}"]):
            assert set(entry) == {"caption", "width", "id"}
    assert all(isinstance(line, str) for line in found["SSR"])


def test_what_vasl_templates_has_no_entry_for_is_noted() -> None:
    found = loaded(RUSSIAN)
    assert found["OB_VEHICLES_2"] == [{"name": "T-34 M43", "seq_id": 1}]
    assert [note["caption"] for note in found["OB_NOTES_2"]] == ["PT-34 mineroller"]


def test_the_other_sides_part_of_the_json_is_open_or_empty() -> None:
    assert "PaK 40" not in written("vasl", RUSSIAN)
    assert loaded(RUSSIAN)["OB_VEHICLES_1"] == [{"name": "StuG IIIG", "seq_id": 1}]
    before = loaded(RUSSIAN, IMPRINT.battle - 1)
    assert [before[f"OB_{part}_1"] for part in ("SETUPS", "NOTES", "VEHICLES", "ORDNANCE")] == [
        [],
        [],
        [],
        [],
    ]


def test_captions_are_html_and_texts_in_them_are_escaped() -> None:
    (setup, *_) = loaded(GERMAN)["OB_SETUPS_1"]
    assert setup["caption"].startswith("<b>Set up</b><br>J9 level 1, concealed: 4-6-7<br>")
    assert "DB Type &#x27;42 Stuka" in loaded(GERMAN)["OB_SETUPS_1"][1]["caption"]


@pytest.mark.parametrize("kind", IMPRINT.templates)
def test_names_for_vasl_templates_are_of_vehicles_and_guns(kind: str) -> None:
    assert COUNTERS[kind].sort in (Sort.VEHICLE, Sort.GUN)
    assert IMPRINT.templates[kind].strip() == IMPRINT.templates[kind] != ""


def test_what_holds_for_a_whole_stack_is_said_once() -> None:
    d = desk(
        [
            at("g:4-6-7", "K12", Mark.CONCEALED),
            at("g:LMG", "K12", Mark.CONCEALED | Mark.MALFUNCTION, holder=0),
            at("g:2-2-8", "K13", Mark.HIDDEN),
            at("g:PaK-40", "K13", Mark.HIDDEN | Mark.FIXED, holder=2),
            at("g:4-6-7", "K13", Mark.CONCEALED),
        ],
        stage=IMPRINT.battle,
    )
    state = d.freeze()
    assert isinstance(state, State)
    text = write(IMPRINT, "order", GAME.view(state, GERMAN), ())
    assert "- **K12, concealed**: 4-6-7 with LMG (malfunction)\n" in text
    assert "- **K13**: 4-6-7 (concealed), 2-2-8 (hidden) with 75L AT (PaK 40) (fixed)\n" in text


@pytest.mark.parametrize(
    ("most", "said"),
    [(-1, "the campaign with 20."), (2, "CPP that the other side has left take 2 VP from it at most.")],
)
def test_what_was_agreed_on_about_cpp_that_are_kept_stands_with_the_victory_conditions(
    most: int, said: str
) -> None:
    d = set_up()
    d.left_most = most
    state = d.freeze()
    assert isinstance(state, State)
    conditions = json.loads(write(IMPRINT, "vasl", GAME.view(state, GERMAN), ()))["VICTORY_CONDITIONS"]
    assert conditions.endswith(said)
