"""What is written down and shown: CG Roster, RG Purchase Record, Force Organizer, tracks, Perimeter map."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.campaign.desk import at, bought, desk, do, off, question
from tests.games.orsha.course import act, campaign
from tests.games.orsha.siting import turn_to

from berlin.boards.hexes import bits
from berlin.campaign.deployment import commencement, scouting
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.perimeters import drawing
from berlin.campaign.perimeters.isolation import Area
from berlin.campaign.purchases.fortify import Fortify, Fortifying
from berlin.campaign.purchases.purchase import Buy, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit import dates, replenishment
from berlin.campaign.refit import ft_dc_recovery as spent
from berlin.campaign.sectors import Put
from berlin.campaign.state.state import Account, Line, Sheet
from berlin.games.orsha.board.charts import LINES, NOTES
from berlin.games.orsha.board.ground import ALL, KEYS, MAP, find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table import special
from berlin.kernel.contract.ids import BOTH, Seat
from berlin.kernel.contract.scene import Scene, Track
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark, Piece, Where
from berlin.squad.board.works import Work, Works

GERMAN, RUSSIAN = BOTH


def rows(d: Draft, key: str, seat: Seat) -> list[list[str]]:
    """The rows of all tables of a paper, cell by cell."""
    page = GAME.paper(key, GAME.view(d.freeze(), seat), ())
    found = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [
        [unescape(re.sub("<.*?>", "", cell)) for cell in re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row)]
        for row in found
    ]


def roster(d: Draft, seat: Seat = GERMAN) -> dict[str, dict[str, str]]:
    """The CG Roster: by date, by column."""
    head, *lines = rows(d, "dates", seat)
    return {line[0]: dict(zip(head, line, strict=True)) for line in lines if len(line) == len(head)}


def record(d: Draft, seat: Seat = GERMAN) -> list[dict[str, str]]:
    """The lines of the RG Purchase Record."""
    head = ["Group", "CPP", "Str.", "Received", "With it"]
    return [
        dict(zip(head, line, strict=True))
        for line in rows(d, "purchases", seat)
        if len(line) == len(head) and line[1].isdigit() and not line[0].startswith("Spent")
    ]


def shown(d: Draft, seat: Seat | None = GERMAN) -> Scene:
    return GAME.scene(GAME.view(d.freeze(), seat))


def track(scene: Scene, name: str) -> Track:
    return next(one for one in scene.tracks if one.name == name)


def dated(turn: int = 2, **fields: Any) -> Draft:
    """The German account of a date, as given; nothing bought yet."""
    account = Account(**({"cpp": 25, "total": 25, "start": 3, "elr": 3, "san": 3} | fields))
    return desk(turn=turn, accounts=(account, account), stage=0)


@rule("OTO 7.5152a", "OTO 7.15")
def test_7_5152_start_and_replenishment_make_the_total() -> None:
    """3 CPP were left on 23AM; a DR of 7 brings 22."""
    d = desk(turn=1, accounts=(Account(cpp=3, total=66), Account(cpp=3, total=68)), dice=(3, 4, 3, 4))
    dates.advance(d)
    assert (roster(d)["23PM"]["Start"], roster(d)["23PM"]["Repl"]) == ("3", "0")
    replenishment.begin(d)
    line = roster(d)["23PM"]
    assert (line["Start"], line["Repl"], line["Total"]) == ("3", "22", "25")


@rule("OTO 7.518b", "OTO 7.5182", "OTO 7.15")
def test_7_518_each_group_with_its_cpp_what_was_spent_and_what_is_left() -> None:
    """25 CPP: groups of 7, 6 and 6, one of them entering for 5."""
    d = dated()
    d.frames.append(Shop(GERMAN))
    do(d, Buy("I1"), Buy("I2"), Buy("V2"))
    line = roster(d)["23PM"]
    names = ["Rifle Company I", "Rifle Company II", "Tank Destroyer Platoon II"]
    bought = "Rifle Company I (I1) 7, Rifle Company II (I2) 6, Tank Destroyer Platoon II (V2) 5"
    assert (line["Spent"], line["Left"]) == ("18", "7")
    assert ["23PM", bought] in rows(d, "dates", GERMAN)
    assert [row["Group"] for row in record(d)] == names
    assert ["23PM", ""] in rows(d, "dates", RUSSIAN)
    assert record(d, RUSSIAN) == []
    assert names[-1] not in " ".join(cell for row in rows(d, "purchases", RUSSIAN) for cell in row[:2])


@rule("OTO 6.cg_roster", "OTO 7.516d", "OTO 7.517c", "OTO 7.5171b", "OTO 7.1")
def test_6_a_line_of_the_roster_for_each_date_as_it_was() -> None:
    d = desk(
        turn=3,
        accounts=(Account(cpp=4, total=24, start=2, elr=2, san=4), Account()),
        history=(Line(2, RUSSIAN, 9, 7, (12, 30), b"", "report", "Rain", "Moist"),),
        weather="Clear",
        ground="Moderate",
        stage=0,
    )
    d.sheets[GERMAN].append(Sheet(2, 3, 25, 2, 3, 3))
    found = roster(d)
    assert list(found) == ["23PM", "24AM"]
    past, now = found["23PM"], found["24AM"]
    assert [past[name] for name in ("ELR", "SAN", "Weather", "EC", "Casualty VP", "Won by")] == [
        *("3", "3", "Rain", "Moist", "12", "Russian"),
    ]
    assert [now[name] for name in ("ELR", "SAN", "Weather", "EC")] == ["2", "4", "Clear", "Moderate"]
    commencement.begin(d)
    assert [sheet.date for sheet in d.sheets[GERMAN]] == [2, 3]
    d.account(GERMAN, elr=1)
    assert roster(d)["24AM"]["ELR"] == "2"


@rule("OTO 7.5151.roster")
def test_7_5151_each_side_has_its_own_historical_drm() -> None:
    d = dated(turn=4)
    assert roster(d)["24PM"]["Hist DRM"] == "+1"
    assert roster(d, RUSSIAN)["24PM"]["Hist DRM"] == "0"


@rule("OTO 7.5225c")
def test_7_5225_the_recon_stands_in_the_roster_and_nothing_is_seen_before_set_up_is_over() -> None:
    """24AM, 2 CPP, a 2: 8 Locations."""
    d = desk(
        [at("g:4-6-7", "K40", Mark.HIDDEN)],
        turn=3,
        accounts=(Account(), Account(cpp=5, total=24)),
        dice=(2,),
        stage=0,
    )
    scouting.begin(d)
    do(d, scouting.Recon(2))
    assert roster(d, RUSSIAN)["24AM"]["Recon"] == "8"
    assert d.pieces[GERMAN][0].has(Mark.HIDDEN)
    assert not [piece for piece in shown(d, RUSSIAN).pieces if piece.side == "german"]


@rule("OTO 7.520c", "OTO 7.5224c", "OTO 7.16")
def test_7_520_fortifications_stand_in_the_roster_without_a_location_until_they_are_laid() -> None:
    d = dated(fpp=50)
    d.frames.append(Fortifying(GERMAN))
    do(d, Fortify("ap6"), Fortify("trench"), Fortify("wire"), Done())
    area = {row[0]: row[1:] for row in rows(d, "dates", GERMAN) if len(row) == 3}
    assert area["minefield of 6 AP factors"] == ["1", ""]
    assert area["trench"] == ["1", ""]
    tray = next(tray for tray in shown(d).trays if tray.name == "Fortifications")
    assert "1 × wire" in tray.note
    d.frames.append(Laying(GERMAN, False, "trench"))
    turn_to(d, find_hex("K20"))
    do(d, Put(find_hex("K20")))
    area = {row[0]: row[1:] for row in rows(d, "dates", GERMAN) if len(row) == 3}
    assert area["trench"] == ["1", "(K20)"]
    assert not [row for row in rows(d, "dates", RUSSIAN) if "trench" in row]


@rule("OTO 7.5189", "OTO 6.rg_purchase_record", "OTO 7.15")
def test_7_5189_a_line_for_every_group_bought_or_given() -> None:
    """23AM: V5 three times, V4 twice, I5, and two purchases: 8 lines; the counters that were given besides
    are in lots of their own."""
    d = campaign()
    act(d, Done(), Buy("I1"), Buy("G1"), Done())
    lines = [row["Group"] for row in record(d, RUSSIAN)]
    counted = [name for name in lines if not name.endswith(("Given at the start", "Bombardment"))]
    assert len(counted) == 8
    assert [name for name in counted if name.endswith("Tank Platoon II")] == [
        f"{which} Tank Platoon II" for which in ("1st", "2nd", "3rd")
    ]


@rule("OTO 7.5192c", "OTO 7.5189")
def test_7_5192_the_support_weapons_of_a_company_stand_in_its_line() -> None:
    """I1 on 23AM: Full, a 3 for the second MMG, and leaders of a DR of 7."""
    d = bought(GERMAN, "I1", turn=1, dice=(3, 4, 4))
    (line,) = record(d)
    assert "12 4-6-7" in line["Received"]
    assert "3 LMG, 2 MMG, PSK" in line["Received"]
    assert line["Str."] == "full"


@rule("OTO 7.5193d")
def test_7_5193_the_weapons_of_a_depleted_section_stand_in_its_line() -> None:
    """I6 on 23PM: 9 is Depleted; a 4 and a 5 leave one mortar."""
    d = bought(GERMAN, "I6", dice=(4, 5, 4, 5))
    (line,) = record(d)
    assert line["Str."] == "depleted"
    assert line["Received"].count("MTR") == 1
    assert "2 81mm" not in line["Received"]


@rule("OTO 7.5195c")
def test_7_5195_the_strength_of_a_module_stands_in_its_line() -> None:
    """O2 on 23PM: a DR of 2 is Plentiful."""
    (line,) = record(bought(GERMAN, "O2", dice=(1, 1)))
    assert (line["Group"], line["Str."]) == ("120mm+ OBA", "plentiful")


@rule("OTO 7.5186")
def test_7_5186_every_line_of_the_charts_has_its_notes_in_words() -> None:
    offer = LINES["russian.V7"]
    assert offer.letters == ("a", "c", "k")
    texts = [NOTES[offer.side, letter].text for letter in offer.letters]
    assert all(texts)
    for offer in LINES.values():
        assert all(NOTES[offer.side, letter].text for letter in offer.letters)


@rule("OTO 7.16", "OTO 7.15")
def test_7_16_nobody_sees_the_other_sides_organizer() -> None:
    d = bought(GERMAN, "V3", dice=(1, 1, 1, 1, 1, 6, 6))
    mine = GAME.paper("organizer", GAME.view(d.freeze(), GERMAN), ())
    assert "Assault Gun Platoon I" in mine
    for seat in (RUSSIAN, None):
        theirs = GAME.paper("organizer", GAME.view(d.freeze(), seat), ())
        assert "Assault Gun" not in theirs
        assert "StuG" not in theirs
    places = {piece.place for piece in shown(d).pieces}
    assert places == {"german-retained"}
    assert not shown(d, RUSSIAN).pieces


@rule("OTO 7.16")
def test_7_16_the_boxes_of_the_organizer() -> None:
    fates: dict[str, dict[str, Any]] = {
        "german-lost": {"where": Where.LOST, "fate": "lost"},
        "german-entering": {"where": Where.ENTERING},
        "german-maintenance": {"where": Where.MAINTENANCE},
        "german-retained": {"where": Where.RETAINED},
    }
    d = desk([Piece("g:StuG-IIIG", **fields) for fields in fates.values()], stage=0)
    assert [piece.place for piece in shown(d).pieces] == list(fates)
    assert set(fates) <= {tray.key for tray in shown(d).trays}


@rule("OTO 7.13a", "OTO 7.13b", "OTO 7.4.victory.f", "OTO 7.13.base")
def test_7_13_casualties_are_tallied_and_shown() -> None:
    """A squad of 2, a 9-1 of 1 and his modifier, a StuG of 6 that is left as a wreck: 10 CVP, once."""
    d = desk([at("g:4-6-7", "K12"), at("g:9-1", "K12"), at("g:StuG-IIIG", "K13")], cvp=37, evp=39, stage=0)
    d.lose(unit_of(GERMAN, 0), "lost")
    d.lose(unit_of(GERMAN, 1), "lost")
    assert d.cvp == 37 + 4
    d.lose(unit_of(GERMAN, 2), "lost: wrecked")
    d.works.append(Work(Works.WRECK, find_hex("K13"), of="g:StuG-IIIG"))
    d.control = [d.control[0], d.control[1] | 1 << find_hex("X38")]
    d.control[0] &= ~(1 << find_hex("X38"))
    scene = shown(d, None)
    assert [track(scene, name).value for name in ("CVP", "EVP")] == [47, 39]
    assert GAME.view(d.freeze(), None).wires[GERMAN].suffered == 10
    assert track(scene, "VP").value == 1 + 2 + 1


@rule("OTO 7.5052c")
def test_7_5052_the_edge_shows_who_has_it() -> None:
    d = desk(stage=0)
    edge = find_hex("DD30")
    mine, theirs = (f"{name} Control" for name in ("German", "Russian"))
    layers = {layer.name: layer.places for layer in shown(d, None).layers}
    assert "DD30" in layers[mine]
    d.control[GERMAN] &= ~(1 << edge)
    d.control[RUSSIAN] |= 1 << edge
    layers = {layer.name: layer.places for layer in shown(d, None).layers}
    assert "DD30" in layers[theirs]
    assert "DD30" not in layers[mine]


@rule("OTO 7.5061c", "OTO 7.5222d", "OTO 7.5067b")
def test_7_5061_who_is_short_of_ammunition_is_marked_and_his_area_has_its_type() -> None:
    d = desk(
        [at("g:4-6-7", "P50"), at("g:MMG", "P50", holder=0), off("g:4-6-7")],
        [at("r:4-4-7", "P50"), at("r:4-4-7", "P52")],
        stage=0,
    )
    drawing.begin(d)
    do(d, drawing.Trace(), drawing.Trace())
    drawing.conclude(d)
    drawing.after_escapes(d)
    scene = shown(d)
    tagged = {piece.id: "ammo short" in piece.badges for piece in scene.pieces if piece.side == "german"}
    assert tagged == {"g0": True, "g1": True, "g2": False}
    here = [layer.name for layer in scene.layers if "P50" in layer.places and "type" in layer.name]
    assert [name.partition(", ")[2] for name in here] == ["type D"]
    assert "Isolated Area, type D" in GAME.paper("perimeters", GAME.view(d.freeze(), GERMAN), ())


@rule("OTO 7.5061.base")
def test_7_5061_the_roster_lists_who_is_short_of_ammunition_and_what_that_means() -> None:
    d = desk([at("g:4-6-7", "K12", Mark.SHORT), at("g:4-6-7", "K14")], [at("r:4-4-7", "K46")], stage=0)
    page = unescape(GAME.paper("roster", GAME.view(d.freeze(), GERMAN), ()))
    told = page.partition("Short of ammunition (1)")[2]
    assert "4-6-7 (No. 0). A19.131, Ammunition Shortage; " in told
    assert "Replaces a unit by its next lower class" in told
    assert "(No. 1)" not in told
    # Nobody reads it of the other side.
    assert "Short of ammunition" not in GAME.paper("roster", GAME.view(d.freeze(), RUSSIAN), ())


@rule("OTO 7.14")
def test_7_14_in_a_team_the_railway_tells_who_minds_which_hex() -> None:
    layers = {layer.name: set(layer.places) for layer in shown(desk(stage=0), None).layers}
    (north, first), (south, second) = [
        (name, places) for name, places in layers.items() if "of the railway" in name
    ]
    assert ("first player" in north, "second player" in south) == (True, True)
    # Every hex has one player, whatever else lies in it.
    assert first | second == set(filter(None, KEYS))
    assert not first & second
    assert {"Q10", "DD30", "P9"} <= first
    assert {"O10", "A1", "K35"} <= second


@rule("OTO 7.14")
def test_7_14_no_rule_knows_of_teams() -> None:
    folder = Path(special.__file__).parents[1]
    readers = [
        path.name for path in folder.rglob("*.py") if "orsha.table.teams" in path.read_text(encoding="utf-8")
    ]
    assert readers == ["tabletop.py"]


@rule("OTO 7.5067a")
def test_7_5067_the_map_marks_where_a_front_line_meets_the_enemy_or_no_man_s_land_and_nothing_else() -> None:
    d = desk([at("g:4-6-7", "K30")], [at("r:4-4-7", "K49")], stage=0)
    d.control = [1 << space for space in map(find_hex, ("K30", "K49"))]
    ring = [MAP.within(space, 2) for space in map(find_hex, ("K30", "K49"))]
    inner = [MAP.within(space, 1) for space in map(find_hex, ("K30", "K49"))]
    touching = MAP.within(find_hex("K34"), 1)
    d.control = [ring[0], ring[1] | touching]
    d.fronts = [ring[0] & ~inner[0], ring[1] & ~inner[1]]
    page = GAME.paper("perimeters", GAME.view(d.freeze(), GERMAN), ())
    for side in (GERMAN, RUSSIAN):
        found = re.search(rf'<path id="start{side}" d="([^"]*)"', page)
        assert found is not None
        outward = sum(
            (MAP.neighbours(1 << space) & ~d.control[side]).bit_count() for space in bits(d.fronts[side])
        )
        assert found[1].count("M") == outward
    d.control[RUSSIAN] = ALL & ~ring[0]
    d.zones = [Area(ALL & ~ring[0] & ~ring[1], "D")]
    d.control[GERMAN] = ALL & ~ring[1]
    assert '<path id="start' not in GAME.paper("perimeters", GAME.view(d.freeze(), GERMAN), ())


@rule("OTO 7.5134c")
def test_7_5134_a_charge_that_is_had_back_is_among_the_retained() -> None:
    charge = Piece("g:DC", where=Where.LOST, fate="used up", spent=9)
    d = desk([off("g:8-3-8", Mark.ENGINEER), charge], stage=0)
    spent.begin(d)
    assert question(d) is None
    places = {piece.name: piece.place for piece in shown(d).pieces}
    assert places["DC"] == "german-retained"


@rule("OTO 7.5092.base")
def test_7_5092_what_burnt_down_is_marked_as_open_ground() -> None:
    d = desk(works=[Work(Works.OPEN, find_hex("K12"))], stage=0)
    assert "open ground" in [marker.text for marker in shown(d, None).markers if marker.place == "K12"]


@rule("OTO 7.2", "OTO CG2", "OTO CG2.q1", "OTO 7.5135.base", "OTO CG8.base")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_7_2_players_are_told_what_is_in_force_and_which_rules_are_missing(turn: int) -> None:
    d = dated(turn=turn)
    page = GAME.paper("rules", GAME.view(d.freeze(), RUSSIAN), ())
    assert [row[0] for row in rows(d, "rules", RUSSIAN)[1:]] == [f"CG{n}" for n in range(1, 17)]
    for n in range(1, 12):
        assert f"rule data missing: OtO{n}," in page
    assert "rule data missing: OtO11, captured weapons" in page
    assert "rule data missing: H1.41, optional machine-guns" in page
    assert "doubtful in print: the sheet has 12 LVP" in page


@rule("OTO footnote.17", "OTO RG.russian.note.base", "OTO RG.german.note.base")
def test_footnote_17_the_notes_of_special_vehicles_and_aircraft_are_reported_missing() -> None:
    for kind in ("r:KV-8S", "r:KV-8", "r:PT-34", "r:PT-34-L", "r:OT-34-L", "r:KV-1-M41"):
        notes = [note for key, note in special.ABSENT.items() if kind[2:].startswith(key)]
        assert [str(note).partition(":")[0] for note in notes] == ["rule data missing"]
    assert {"12.12", "12.21", "12.6"} <= set(special.ABSENT)


@rule("OTO 7.15.q1")
def test_7_15_misprinted_references_lead_to_what_they_mean() -> None:
    ids = {clause.id.removeprefix("OTO ") for clause in GAME.ledger}
    meant = {one.printed: one.meant for one in special.MISPRINTS}
    assert meant["7.158"] == "7.518"
    for one in special.MISPRINTS:
        if not one.meant.startswith(("A", "H")):
            assert any(name.startswith(one.meant) for name in ids), one
    assert not any(name.startswith(("7.158", "7.5.131")) for name in ids)
