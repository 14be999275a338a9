"""What players are told: the rule of each die and event, why an act is refused, and who is who."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from tests.games.fortress.battles import rolled, shell, storm, sum_of
from tests.games.fortress.drops import dropping, jump
from tests.games.fortress.marching import march
from tests.games.fortress.positions import Table, position

from berlin.games.fortress.board.ground import REICHSTAG, find_hex
from berlin.games.fortress.board.units import (
    DIVISIONS,
    HEADQUARTERS,
    HQ,
    KEYS,
    NAMES,
    TYPE,
    TYPE_NAMES,
    TYPES,
    find_unit,
)
from berlin.games.fortress.cover import ALLIED, COVER, GERMAN
from berlin.games.fortress.game import GAME
from berlin.games.fortress.rules.combat.advance import Turning
from berlin.games.fortress.rules.combat.retreat import Retreating
from berlin.games.fortress.rules.question import FortressQuestion
from berlin.games.fortress.rules.sequence import QUESTIONS
from berlin.games.fortress.rules.set_up.limits import outward
from berlin.games.fortress.state.state import FACING_MASK
from berlin.games.fortress.state.words import DIRECTION_KEYS
from berlin.kernel.contract.events import Event
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

# By purpose: the clauses that a die may be rolled by.
DICE = {
    "air": {"FB 11.4.base", "OTB 11.4b", "OTB 11.4c"},
    "arrival": {"OTB 15.4.2b"},
    "combat": {"FB 1.dice"},
    "confusion": {"OTB 15.3.1b"},
    "desertion": {"FB 11.1.3"},
    "direction": {"OTB 15.3.1e OTB 15.3.1.q2", "OTB 15.3.1k OTB 15.3.1.q2"},
    "distance": {"OTB 15.3.1e", "OTB 15.3.1k OTB 15.3.1l", "OTB 15.3.1k"},
    "entry": {"OTB 14.1a", "OTB 14.1a OTB 14.1c"},
    "landing": {"OTB 15.3.1h OTB 15.3.1i", "OTB 15.3.1m OTB 15.3.1n"},
    "reserve": {"OTB 15.4.3.q1"},
    "scatter": {"OTB 15.3.1e"},
    "volkssturm": {
        "FB 5.5.vscheck",
        "FB 5.5.vscheck OTB 14.turn3a OTB 14.turn3b",
        *(f"FB 5.5.vscheck OTB 14.turn{turn}" for turn in (1, 2, 4, 5, 6, 7, 8, 9, 10)),
    },
}
# By kind: the clauses that an event may cite.
EVENTS = {
    "advance": {"FB 8.9.who"},
    "air": {"FB 11.4.base", "OTB 11.4b", "OTB 11.4c"},
    "bunker": {"FB 10.1.2"},
    "capture": {"FB 11.1.hitler", "OTB 11.1c"},
    "cut": {"OTB 6.1f"},
    "desert": {"FB 11.1.3"},
    "disrupt": {"FB 8.6.d", "OTB 15.3.2c"},
    "enter": {"FB 5.0.entry"},
    "land": {"OTB 15.3.2e", "OTB 15.4.3.q1"},
    "loss": {
        *("FB 8.6.e", "FB 8.6.ex", "FB 8.7.blocked", "FB 8.7.static", "FB 8.8.second"),
        *("OTB 15.3.1h", "OTB 15.3.1m", "OTB 15.3.2.q1", "OTB 15.3.3b"),
    },
    "move": {"FB 17.1.subway", "FB 7.1.move"},
    "points": {"FB 12.0.vp", "OTB 12.0.1a"},
    "release": {"FB 11.2.2", "OTB 13.4b", "OTB 13.5c"},
    "scatter": {"OTB 15.3.1e", "OTB 15.3.1k", "OTB 15.3.2d"},
    "setup": {"FB 13.0.auto", "OTB 13.0.q2", "OTB 13.0a"},
    "strongpoint": {"FB 10.2.capture", "OTB 10.1.3f"},
    "supply": {"OTB 6.1i"},
    "zone": {"OTB 15.1e", "OTB 15.3.4a"},
}


def whole_game(scenario: str, seed: int) -> list[Event]:
    """All that is told in a random game with every option the other way."""
    options = {option.key: option.values[seed % 2][0] for option in COVER.options(scenario)}
    step, rng = GAME.start(scenario, key_from_seed(seed), options), Random(seed)
    told = list(step.events)
    while GAME.deciders(step.state):
        step = GAME.apply(step.state, GAME.sample(step.state, rng))
        told += step.events
    return told


@rule(
    "OTB 1.0e", "FB 1.dice", "OTB 4.1.1a", "OTB 4.1.1b", "OTB 4.2b", "OTB 14.1a", "OTB 15.3.1b", "OTB 15.3.1h"
)
def test_every_die_and_every_event_cites_the_book_and_clause_that_it_is_of() -> None:
    dice: dict[str, set[str]] = defaultdict(set)
    events: dict[str, set[str]] = defaultdict(set)
    for scenario, seeds in (("drop", (3, 8)), ("landed", (3,)), ("berlin", (5,))):
        base = set()
        for event in (event for seed in seeds for event in whole_game(scenario, seed)):
            cited = " ".join(event.rules)
            if event.kind == "die":
                dice[str(event.data[0])].add(cited)
                base.add(cited.partition(" ")[0] if event.data[0] in ("volkssturm", "air") else "")
            else:
                events[event.kind].add(cited)
        assert ("OTB" in base) is (scenario != "berlin")
    for purpose, rules in dice.items():
        assert rules <= DICE[purpose], purpose
    assert dice.keys() >= DICE.keys() - {"desertion"}
    for kind, known in EVENTS.items():
        assert events[kind] <= known, kind


@rule("OTB 14.1c", "OTB 15.3.1l", "OTB 15.3.1i", "OTB 15.3.1n")
def test_a_die_cites_what_changes_it_only_where_something_does() -> None:
    def rules(table: Table, purpose: str) -> set[tuple[str, ...]]:
        return {event.rules for event in table.last if event.kind == "die" and event.data[0] == purpose}

    for strikes, more in ((0, ()), (2, ("OTB 14.1c",))):
        waiting = "waiting: 18/HQ, 18/Pz"
        table = position("allied-bombardment", waiting, turn=4, options=["variable"], strikes=strikes)
        table.do("done", "done", "done", dice=(1, 1, 1, 3, 3))
        assert rules(table, "entry") == {("OTB 14.1a", *more)}
    for flak, steps in (((), ()), (("3505: Tegel-Flak1",), ("OTB 15.3.1l",))):
        table = dropping("waiting: 82/Par1, 82/Par2", *flak).do("drop 82", "jump 82/Par1", dice=[6, 6])
        table.do("aim 3507", dice=[4, 1])
        assert rules(table, "distance") == {("OTB 15.3.1k", *steps)}


@rule("FB 4.pass", "FB 1.xref")
def test_every_question_of_the_game_is_among_its_questions() -> None:
    def below(kind: type[Any]) -> set[type[Any]]:
        return {kind}.union(*(below(one) for one in kind.__subclasses__()))

    asked = {kind for kind in below(FortressQuestion) if kind.__module__.startswith("berlin.")}
    abstract = {
        kind for kind in asked if kind.__name__ in ("FortressQuestion", "Standing", "Designating", "Volley")
    }
    assert {kind.__name__ for kind in asked - abstract} == {kind.__name__ for kind in QUESTIONS}


@rule("FB 2.2.types", "FB 11.2.pool", "OTB 15.2c", "OTB 13.1b")
def test_equal_counters_are_called_by_their_number() -> None:
    names = [NAMES[find_unit(f"52/Inf{number}")].split()[1] for number in range(1, 10)]
    assert names == ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
    militia = [
        NAMES[find_unit(f"VS{number}")].split()[1] for number in (10, 11, 12, 13, 20, 21, 22, 23, 24, 31, 40)
    ]
    assert militia == [
        "tenth",
        "11th",
        "12th",
        "13th",
        "20th",
        "21st",
        "22nd",
        "23rd",
        "24th",
        "31st",
        "40th",
    ]
    assert NAMES[find_unit("Goering")] == "Goering"
    assert NAMES[find_unit("MVK")].startswith("the ")
    assert len(set(NAMES)) == len(NAMES)


@rule("FB 3.5.hq", "FB 3.5.q1")
def test_every_formation_has_one_headquarters() -> None:
    assert all(TYPE[unit] == HQ for unit in HEADQUARTERS.values())
    assert len(set(HEADQUARTERS.values())) == len(HEADQUARTERS) == sum(kind == HQ for kind in TYPE)


@rule("OTB 13.0.q1", "FB 13.0.auto", "OTB 13.2d")
@pytest.mark.parametrize(
    ("place", "way"),
    [
        *(("5014", "N"), ("5001", "N"), ("5016", "S"), ("5034", "S"), ("5116", "S"), ("4914", "N")),
        *(("5115", "SE"), ("5214", "NE"), ("4814", "NW"), ("4915", "SW"), ("5216", "SE"), ("4816", "SW")),
    ],
)
def test_flak_that_the_program_sets_up_faces_away_from_the_reichstag(place: str, way: str) -> None:
    assert DIRECTION_KEYS[outward(find_hex(place))] == way
    assert DIRECTION_KEYS[outward(REICHSTAG)] == "N"


@rule("FB 8.6.d", "FB 3.3.change", "OTB 6.1f", "FB 3.4.terrain", "FB 3.3.maneuver")
def test_who_leaves_combat_mode_faces_nowhere() -> None:
    def faces(table: Table, unit: str) -> int:
        return table.state.marks[find_unit(unit)] & FACING_MASK

    tried = (
        shell("0811", "strike", "0811: MVK combat S", dice=sum_of(dice), strikes=1) for dice in range(2, 13)
    )
    shaken = next(table for table in tried if rolled(table)[3] == "D")
    assert (shaken.marks("MVK"), faces(shaken, "MVK")) == ("disrupted", 0)
    assert faces(march("82/Par1", "0605 combat S").do("change"), "82/Par1") == 0
    cut = position("german-assault", "0605: 82/Par1 combat S", turn=4, landing=["none"] * 6).do("done")
    assert (cut.marks("82/Par1"), faces(cut, "82/Par1")) == ("", 0)


def turning(table: Table) -> str:
    """Who is to face a hexside."""
    asked = table.state.frames[-1]
    return KEYS[asked.unit] if isinstance(asked, Turning) else ""


def prompted(table: Table) -> str:
    assert table.prompt is not None
    return table.prompt.rule


@rule("OTB 15.3.1d", "OTB 15.3.1j", "OTB 15.3.2a", "OTB 15.3.2b", "FB 8.6.e")
def test_a_question_cites_the_clause_by_which_it_is_asked() -> None:
    both = dropping("waiting: 82/Par1, 82/Gli1").do("drop 82", dice=[6, 6])
    assert prompted(both) == "OTB 15.3.q1"
    assert prompted(Table(both.state).do("jump 82/Par1")) == "OTB 15.3.1j"
    assert prompted(Table(both.state).do("jump 82/Gli1")) == "OTB 15.3.1d"
    assert prompted(jump("82/Par1", "3604", [6, 5])) == "OTB 15.3.2b"
    assert prompted(jump("6/Par1", "5524", [1, 1], "5523: VS1")) == "OTB 15.3.2a"
    lost = shell("0811", "strike", "0811: MVK, GD1", dice=(6, 6), strikes=1)
    assert (lost.asked, prompted(lost)) == ("Losing", "FB 8.6.e")


@rule("FB 4.pass", "OTB 15.4.1.q2", "FB 8.9.q1", "FB 8.10.who", "FB 8.3.defensive")
def test_a_question_of_which_only_the_end_is_left_is_not_asked() -> None:
    tried = dropping("lost: 82/HQ, 6/Par1", turn=3).do("jump 82/HQ", dice=[1])
    assert tried.asked == "Retrying"
    assert tried.do("jump 6/Par1", dice=[1]).asked == "Movement"
    assert tried.can("done")
    # A headquarters alone is eliminated; both attackers advance, and neither of them exploits.
    stacks = ("0811: BerlinHQ", "0812: 82/Par1 combat N, 82/Eng combat N")
    stormed = storm("0811", "82/Par1 82/Eng", *stacks, dice=(6, 6))
    assert stormed.asked == "Advancing"
    stormed.do("advance 82/Par1", "advance 82/Eng")
    assert (stormed.asked, turning(stormed)) == ("Turning", "82/Par1")
    stormed.do("face S")
    assert (stormed.asked, turning(stormed)) == ("Turning", "82/Eng")
    # The two assaults far away go on.
    assert stormed.do("face N").asked == "Assaulting"
    none = storm("0811", "82/Par1 82/Eng", *stacks, dice=(6, 6)).do("done")
    assert none.asked == "Assaulting"


@rule("FB 4.pass", "FB 4.1.combat")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_every_step_can_be_closed_and_the_next_one_opens(side: str) -> None:
    table = position(f"{side}-movement", "0605: 82/Par1", "0611: MVK", "5015: VS1", turn=4)
    for step in ("movement", "bombardment", "gunfire", "assault"):
        assert (table.stage, table.can("done")) == (f"{side}-{step}", True)
        assert "done" in table.legal()
        assert table.decider == side
        assert len(table.state.frames) == 1
        table.do("done")
    assert not table.stage.startswith(side)


@rule("OTB 11.4b", "OTB 11.4c", "OTB 15.4.2b")
def test_each_side_rolls_by_its_own_column_and_who_has_arrived_is_noted() -> None:
    def cited(table: Table) -> set[tuple[str, ...]]:
        return {event.rules for event in table.last if event.kind == "die" and event.data[0] == "air"}

    beyond = ("beyond: 6/Par1, 17/Par1", "5015: VS1")
    allied = position("german-assault", *beyond, turn=4).do("done", dice=(1, 6, 3, 3))
    assert cited(allied) == {("OTB 11.4b",)}
    assert allied.state.arrived == 1 << DIVISIONS.index("6")
    assert (allied.where("6/Par1"), allied.where("17/Par1")) == ("due", "beyond")
    german = position("allied-assault", *beyond, turn=4).do("done", dice=(1, 3, 3))
    assert cited(german) == {("OTB 11.4c",)}


@rule("OTB 11.1b", "FB 2.2.types")
def test_a_leader_alone_is_no_unit_on_the_map_and_every_type_has_its_name() -> None:
    d = position("allied-movement", "5119: Himmler", "0605: MVK").draft
    assert d.on_map(GERMAN) == [find_unit("MVK")]
    assert dict(zip(TYPES, TYPE_NAMES, strict=True))["mg"] == "machine guns"
    assert dict(zip(TYPES, TYPE_NAMES, strict=True))["leader"] == "leader"


@rule("FB 7.1.move", "FB 8.7.path")
def test_the_first_of_all_counters_is_asked_about_like_any_other() -> None:
    first = march("1/HQ", "0605")
    assert find_unit("1/HQ") == 0
    assert NAMES[0] in str(first.prompt)
    on_its_way = Retreating(ALLIED, (0, find_unit("1/Par1")), (), 0, 1)
    d = position("german-assault", "0605: 1/HQ, 1/Par1").draft
    assert {act.unit for act in on_its_way.answers(d)} == {0}
