"""Both Reinforcement Group charts, support weapons and fortifications, as the rulebook prints them."""

import pytest

from berlin.campaign.book.charts import Allotment, Branch, Mines, Module, Note, Offer
from berlin.games.orsha.board.charts import ALLOTMENTS, CHARTS, FORTIFICATIONS, LINES, NOTES
from berlin.games.orsha.board.counters import COUNTERS
from berlin.games.orsha.board.tables import GERMAN, RESULTS, RUSSIAN
from berlin.kernel.contract.ids import Seat
from berlin.kernel.proof.mark import rule

# ID: Group Type, Units Received, CPP, Full/Depleted, Notes, CG Date Max, CG Max.
PRINTED_GERMAN = {
    "I1": ("Rifle Co. I", "4-6-7", 7, "12/9", "c,e", 2, 4),
    "I2": ("Rifle Co. II", "4-4-7", 6, "12/9", "c,e", 2, 4),
    "I3": ("Pioneer Plt.", "8-3-8", 6, "3/2", "a,c,d,e", 2, 4),
    "I4": ("Assault Plt.", "5-4-8", 4, "3/2", "a,c,e", 2, 4),
    "I5": ("HW Sect. I", "HMG x 2", 2, "", "b,c", 3, 6),
    "I6": ("HW Sect. II", "81mm-MTR x 2", 3, "", "b,c", 3, 6),
    "I7": ("HW Sect. III", "HMG-Cupola x 1, MMG-Cupola x 1", 5, "", "", 3, 5),
    "V1": ("TD Plt. I", "PzJg-III-IV", 6, "3/2", "a,c", 2, 4),
    "V2": ("TD Plt. II", "Marder-II", 5, "3/2", "a,c", 2, 4),
    "V3": ("AG Plt. I", "StuG-IIIG", 6, "3/2", "a,c", 2, 4),
    "V4": ("AG Plt. II", "StuH-42", 6, "3/2", "a,c", 1, 2),
    "V5": ("SP Flk. Sect. I", "SdKfz-10-4", 2, "2/1", "c", 2, 4),
    "V6": ("SP Flk. Sect. II", "SdKfz-7-1", 3, "2/1", "c", 2, 2),
    "G1": ("AT Plt. I", "PaK-40", 5, "2/1", "b,c", 2, 5),
    "G2": ("AA Plt. I", "FlaK-88", 7, "2/1", "b,c", 2, 4),
    "G3": ("AA Plt. II", "FlaK-30", 6, "2/1", "b,c", 2, 3),
    "G4": ("AA Plt. III", "FlaK-38", 3, "2/1", "b,c", 2, 5),
    "G5": ("Art. Sect. I", "sK-18", 5, "2/1", "b,c", 1, 2),
    "G6": ("Art. Sect. II", "leIG-18", 4, "2/1", "b,c", 1, 3),
    "G7": ("Art. Sect. III", "sIG-33", 6, "2/1", "b,c", 1, 2),
    "G8": ("Mtr. Sect. I", "GrW-42", 4, "2/1", "b,c", 1, 2),
    "O1": ("100mm+ OBA", "100 battalion artillery", 3, "NA", "f,g", 2, 6),
    "O2": ("120mm+ OBA", "120 battalion artillery", 4, "NA", "f,g", 1, 3),
    "O3": ("150mm+ OBA", "150 regimental artillery", 5, "NA", "f,g", 1, 3),
    "O4": ("Offboard Observer", "1 observer", 1, "NA", "h", 2, 6),
    "O5": ("Counter Battery Module", "1 counter battery", 5, "NA", "", 1, 4),
    "F1": ("DB Type '42 Stuka", "42DB", 1, "NA", "k", 1, 4),
    "F2": ("DB Type '43 Stuka", "43DB-D/43DB-G", 1, "NA", "k,l", 1, 2),
    "F3": ("FB Type '44", "44FB", 1, "NA", "k", 1, 2),
    "M1": ("50 FPP", "50 FPP", 1, "NA", "i", 5, 10),
    "M2": ("Minefield", "8 minefield: 8 AP 3 AT", 2, "NA", "i,j", 2, 4),
    "M3": ("SAN # Increase", "1 SAN", 2, "NA", "", 1, 4),
}
PRINTED_RUSSIAN = {
    "I1": ("Rifle Co.", "4-4-7", 5, "11/8", "c,e", 2, 4),
    "I2": ("Guards Rifle Co.", "4-5-8", 7, "11/8", "c,e", 2, 5),
    "I3": ("SMG Co.", "5-2-7", 4, "9/7", "c,e", 1, 4),
    "I4": ("Guards SMG Co.", "6-2-8", 6, "9/7", "c,e", 1, 4),
    "I5": ("Engineer Co.", "6-2-8", 10, "8/6", "c,d,e", 1, 4),
    "I6": ("HW Sect. I", "HMG x 2, .50cal x 1", 4, "", "b,c", 2, 6),
    "I7": ("HW Sect. II", "82mm-MTR x 2", 3, "", "b,c", 2, 4),
    "V1": ("AG Plt. I", "SU-76M", 3, "2/1", "a,c", 2, 5),
    "V2": ("AG Plt. II", "ISU-122", 5, "2/1", "a,c", 2, 5),
    "V3": ("AG Plt. III", "ISU-152", 5, "2/1", "a,c", 2, 5),
    "V4": ("Tank Plt. I", "KV-1S", 4, "2/1", "a,c", 3, 5),
    "V5": ("Tank Plt. II", "PT-34-L/PT-34", 6, "2/1", "a,c,j", 3, 3),
    "V6": ("Tank Plt. III", "OT-34-ATO-42/OT-34-L", 6, "2/1", "a,c,j", 2, 4),
    "V7": ("Tank Plt. IV", "KV-8S/KV-8-L/KV-8", 5, "2/1", "a,c,k", 2, 3),
    "V8": ("Tank Plt. V", "KV-1-M41/KV-1-M42", 4, "2/1", "a,c,k", 2, 2),
    "G1": ("Art. Sect. I", "obr-27", 3, "2/1", "b,c", 2, 2),
    "G2": ("Art. Sect. II", "obr-39", 5, "2/1", "b,c,o", 2, 2),
    "G3": ("Art. Plt. I", "45LL/45L", 4, "2/1", "b,c,l,o", 2, 3),
    "G4": ("Mtr. Sect. I", "PM-38", 5, "2/1", "b,c", 1, 2),
    "O1": ("70mm+ OBA", "70 battalion mortars", 3, "NA", "f,g", 2, 8),
    "O2": ("120mm+ OBA", "120 battalion artillery", 4, "NA", "f,g", 2, 8),
    "O3": ("150mm+ OBA", "150 regimental artillery", 5, "NA", "f,g", 1, 3),
    "O4": ("120mm+ Rocket OBA", "120 battalion rockets", 2, "NA", "h", 1, 2),
    "O5": ("200mm+ Rocket OBA", "200 regimental rockets", 3, "NA", "h", 1, 2),
    "O6": ("Offboard Observer", "1 observer", 1, "NA", "i", 3, 12),
    "O7": ("Counter Battery Module", "1 counter battery", 4, "NA", "", 1, 4),
    "B1": ("Bombardment", "1 bombardment", 7, "NA", "m", 2, 6),
    "F1": ("Sturmovik", "43GA/44A-GA/44B-GA", 1, "NA", "n", 2, 8),
    "M1": ("50 FPP", "50 FPP", 1, "NA", "", 2, 6),
    "M2": ("SAN # Increase", "1 SAN", 2, "NA", "", 1, 4),
    "M3": ("Reconnaissance", "1 reconnaissance", 2, "NA", "", 1, 4),
}
BRANCH = {"I": "infantry", "V": "vehicles", "G": "guns", "O": "OBA", "F": "aircraft"}


def units(offer: Offer) -> str:
    """What a line yields, in the words of the lists above."""
    if offer.module:
        return f"{offer.module.caliber} {offer.module.echelon} {offer.module.weapon}"
    if offer.mines:
        return f"{offer.mines.hexes} {offer.branch.value}: {offer.mines.ap} AP {offer.mines.at} AT"
    if not offer.yields:
        return f"{offer.amount} {offer.branch.value}"
    return ", ".join(
        "/".join(name(kind) for kind in ([part.kind] if part.kind else types(part.types)))
        + (f" x {part.full}" if offer.branch is Branch.WEAPONS else "")
        for part in offer.yields
    )


def types(table: str) -> list[str]:
    return [band.result for band in RESULTS[table].bands]


def name(kind: str) -> str:
    return kind.partition(":")[2]


def strength(offer: Offer) -> str:
    if not offer.yields or offer.branch is Branch.AIRCRAFT:
        return "NA"
    return "" if offer.branch is Branch.WEAPONS else f"{offer.yields[0].full}/{offer.yields[0].depleted}"


def read(side: Seat) -> dict[str, tuple[str, str, int, str, str, int, int]]:
    return {
        line.id: (
            *(line.name, units(line), line.cpp, strength(line), ",".join(line.letters)),
            *(line.date_max, line.cg_max),
        )
        for line in CHARTS[side]
    }


def test_the_order_of_the_lines_is_that_of_the_page() -> None:
    assert [line.id for line in CHARTS[GERMAN]] == list(PRINTED_GERMAN)
    assert [line.id for line in CHARTS[RUSSIAN]] == list(PRINTED_RUSSIAN)


@rule(*(f"OTO RG.german.{line}" for line in PRINTED_GERMAN), "OTO RG.german.q1")
def test_rg_german_each_line_of_the_chart() -> None:
    assert read(GERMAN) == PRINTED_GERMAN


@rule(*(f"OTO RG.russian.{line}" for line in PRINTED_RUSSIAN), "OTO 7.5183")
def test_rg_russian_each_line_of_the_chart() -> None:
    assert read(RUSSIAN) == PRINTED_RUSSIAN


@rule("OTO 7.5181")
def test_7_5181_the_letter_of_a_line_is_its_class() -> None:
    named = {line.letter for line in LINES.values()}
    assert named == set("IVGOFBM")
    for line in LINES.values():
        if line.letter in "VGF":
            assert line.branch.value == BRANCH[line.letter]
        assert (line.letter == "I") == (line.branch in (Branch.INFANTRY, Branch.WEAPONS))
        assert (line.letter == "O") == (line.branch in (Branch.OBA, Branch.OBSERVER, Branch.COUNTER_BATTERY))
        assert (line.letter == "B") == (line.branch is Branch.BOMBARDMENT)
    assert LINES["german.G4"].branch is Branch.GUNS
    assert {line.branch for line in LINES.values()} == set(Branch)


@rule("OTO 6.co", "OTO 6.plt", "OTO 6.sect")
def test_6_a_group_is_a_company_a_platoon_or_a_section() -> None:
    assert LINES["german.I1"].organisation == "Co"
    assert LINES["russian.V4"].organisation == "Plt"
    assert LINES["german.G5"].organisation == "Sect"
    assert LINES["german.O5"].organisation == ""
    by_word = {
        word: [k for k, v in LINES.items() if v.organisation == word] for word in ("Co", "Plt", "Sect")
    }
    assert {word: len(lines) for word, lines in by_word.items()} == {"Co": 7, "Plt": 19, "Sect": 14}


def test_heavy_weapons_are_rolled_for_one_by_one_when_depleted_but_for_cupolas() -> None:
    for line in LINES.values():
        for part in line.yields:
            assert part.rolled == (line.key in ("german.I5", "german.I6", "russian.I6", "russian.I7"))
    assert [(part.count(False), part.count(True)) for part in LINES["german.I7"].yields] == [(1, 1), (1, 1)]
    assert [(part.count(False), part.count(True)) for part in LINES["german.I1"].yields] == [(12, 9)]
    assert [(part.count(False), part.count(True)) for part in LINES["russian.I6"].yields] == [(2, 0), (1, 0)]


FLAGS = {
    Note.LEADER: "german I3 I4 V1 V2 V3 V4 russian V1 V2 V3 V4 V5 V6 V7 V8",
    Note.CREWED: "german I5 I6 G1 G2 G3 G4 G5 G6 G7 G8 russian I6 I7 G1 G2 G3 G4",
    Note.DEPLETION: (
        "german I1 I2 I3 I4 I5 I6 V1 V2 V3 V4 V5 V6 G1 G2 G3 G4 G5 G6 G7 G8"
        " russian I1 I2 I3 I4 I5 I6 I7 V1 V2 V3 V4 V5 V6 V7 V8 G1 G2 G3 G4"
    ),
    Note.ENGINEERS: "german I3 russian I5",
    Note.ALLOTTED: "german I1 I2 I3 I4 russian I1 I2 I3 I4 I5",
    Note.REGISTERED: "german O1 O2 O3 russian O1 O2 O3",
    Note.SMOKE: "german O1 O2 O3 russian O1 O2 O3",
    Note.SMOKE_ONCE: "russian O1 O2 O3",
    Note.HE_ONLY: "russian O4 O5",
    Note.OFFBOARD: "german O4 russian O6",
    Note.SHARE: "german M1 M2",
    Note.LINE: "german M2",
    Note.TYPED: "german F2 russian V5 V6 V7 V8 G3 F1",
    Note.AS_BOUGHT: "german F1 F2 F3",
    Note.ATCB: "german F2 russian F1",
    Note.BLAST: "russian B1",
    Note.TRUCKS: "russian G2 G3",
}


def keys(text: str) -> set[str]:
    found, side = set(), ""
    for word in text.split():
        if word in ("german", "russian"):
            side = word
        else:
            found.add(f"{side}.{word}")
    return found


@pytest.mark.parametrize("note", Note)
def test_a_note_flags_the_lines_that_carry_its_letter(note: Note) -> None:
    assert {key for key, line in LINES.items() if note in line.notes} == keys(FLAGS[note])


def test_every_letter_has_its_text_and_every_typed_line_its_table() -> None:
    assert "".join(letter for side, letter in NOTES if side == GERMAN) == "abcdefghijkl"
    assert "".join(letter for side, letter in NOTES if side == RUSSIAN) == "abcdefghijklmno"
    assert all(note.text.endswith(".") for note in NOTES.values())
    for line in LINES.values():
        assert any(part.types for part in line.yields) == (Note.TYPED in line.notes), line.key


def test_modules_and_minefields_are_told_in_full() -> None:
    assert {line.amount for line in LINES.values() if line.letter in "OB"} == {1}
    assert LINES["russian.O5"].module == Module(200, "regimental", "rockets")
    assert {key for key, line in LINES.items() if line.module and line.module.is_rocket} == {
        *("russian.O4", "russian.O5"),
    }
    assert str(LINES["german.O3"].module) == "150mm+ regimental artillery"
    assert LINES["german.M2"].mines == Mines(hexes=8, ap=8, at=3)


@rule("OTO 7.516.q2")
def test_7_516_q2_which_groups_are_elite() -> None:
    assert {key for key, line in LINES.items() if line.elite} == keys("german I3 I4 russian I2 I4 I5")


def test_which_groups_may_cost_less_off_board() -> None:
    cheaper = keys(
        "german I1 I2 I3 I4 I5 I6 V1 V2 V3 V4 V5 V6"
        " russian I1 I2 I3 I4 I5 I6 I7 V1 V2 V3 V4 V5 V6 V7 V8 G1 G2 G3 G4"
    )
    assert {key for key, line in LINES.items() if line.off_board} == cheaper


def test_what_counts_for_an_armor_leader() -> None:
    tagged = {key: line.tags for key, line in LINES.items() if line.tags}
    assert tagged == {
        "russian.V4": ("kv",),
        "russian.V5": ("mineroller",),
        "russian.V7": ("kv",),
        "russian.V8": ("kv", "mineroller"),
    }
    assert {tag for tags in tagged.values() for tag in tags} <= set(RESULTS["armor"].drms)


@rule("OTO RG.german.q2")
def test_rg_german_q2_a_doubtful_line_is_as_printed_and_says_so() -> None:
    assert LINES["german.G3"].verify
    assert LINES["german.G3"].cpp == 6
    assert [key for key, line in LINES.items() if line.verify] == ["german.G3", "russian.M3"]


def test_whatever_is_bought_is_a_counter_of_its_buyer() -> None:
    for line in LINES.values():
        for part in line.yields:
            for kind in [part.kind] if part.kind else types(part.types):
                assert COUNTERS[kind].side == line.side


# LMG, MMG, PSK or ATR, FT, DC, 50mm MTR; as a number, and in parentheses the chance for one more.
SW = {
    "german.I1": {"LMG": (3, 0), "MMG": (1, 3), "PSK": (1, 0)},
    "german.I2": {"LMG": (3, 0), "MMG": (1, 0), "PSK": (1, 0)},
    "german.I3": {"LMG": (1, 0), "FT": (1, 0), "DC": (2, 0)},
    "german.I4": {"LMG": (1, 0), "DC": (1, 0)},
    "russian.I1": {"LMG": (1, 0), "MMG": (1, 0), "ATR": (1, 0), "50mm-MTR": (1, 0)},
    "russian.I2": {"LMG": (2, 0), "MMG": (1, 0), "ATR": (1, 0), "50mm-MTR": (2, 0)},
    "russian.I3": {"DC": (1, 0)},
    "russian.I4": {"LMG": (0, 3), "ATR": (0, 3), "DC": (1, 0)},
    "russian.I5": {"LMG": (1, 0), "FT": (2, 0), "DC": (5, 0)},
}


@rule(*(f"OTO 7.5192.{line}" for line in SW))
def test_7_5192_the_support_weapons_of_each_infantry_group() -> None:
    assert {key: {name(a.kind): (a.number, a.chance) for a in ALLOTMENTS[key]} for key in ALLOTMENTS} == SW
    assert set(ALLOTMENTS) == {key for key, line in LINES.items() if Note.ALLOTTED in line.notes}
    assert Allotment("g:MMG", 1, 3) in ALLOTMENTS["german.I1"]
    assert {COUNTERS[a.kind].sort.value for weapons in ALLOTMENTS.values() for a in weapons} == {
        "support weapon"
    }


def cost(key: str) -> tuple[int, str]:
    return FORTIFICATIONS[key].fpp, FORTIFICATIONS[key].per


@rule("OTO 7.520.foxhole")
def test_7_520_a_foxhole_costs_its_room() -> None:
    assert [(FORTIFICATIONS[f"foxhole{n}"].size, *cost(f"foxhole{n}")) for n in (3, 2, 1)] == [
        *((3, 3, "counter"), (2, 2, "counter"), (1, 1, "counter")),
    ]


@rule("OTO 7.520.trench")
def test_7_520_eight_trenches_cost_48() -> None:
    assert 8 * FORTIFICATIONS["trench"].fpp == 48


@rule("OTO 7.520.at_ditch")
def test_7_520_an_at_ditch_costs_18_and_there_are_15() -> None:
    assert (*cost("ditch"), FORTIFICATIONS["ditch"].most) == (18, "counter", 15)
    assert [key for key, price in FORTIFICATIONS.items() if price.most] == ["ditch"]


@rule("OTO 7.520.ap_mine", "OTO 7.520.at_mine")
def test_7_520_mines_are_paid_by_the_factor() -> None:
    assert cost("ap") == (2, "factor")
    assert cost("at") == (4, "factor")
    assert 3 * FORTIFICATIONS["at"].fpp == 12


@rule("OTO 7.520.concealment", "OTO 7.520.wire")
def test_7_520_ten_concealment_counters_cost_10_and_three_wire_39() -> None:
    assert 10 * FORTIFICATIONS["dummy"].fpp == 10
    assert 3 * FORTIFICATIONS["wire"].fpp == 39


@rule("OTO 7.520.pillbox")
def test_7_520_a_pillbox_costs_twice_the_sum_of_its_values() -> None:
    assert cost("pillbox") == (2, "point of its three values")


@rule("OTO 7.520.hip.cost")
def test_7_520_hip_costs_5_3_2_1() -> None:
    assert [FORTIFICATIONS[f"hip.{who}"].fpp for who in ("cupola", "squad", "half", "crew")] == [5, 3, 2, 1]
    assert FORTIFICATIONS["hip.squad"].fpp + FORTIFICATIONS["hip.crew"].fpp == 4


def test_the_russians_may_buy_foxholes_alone() -> None:
    assert {key for key, price in FORTIFICATIONS.items() if RUSSIAN in price.sides} == {
        *("foxhole1", "foxhole2", "foxhole3"),
    }
    assert all(GERMAN in price.sides for price in FORTIFICATIONS.values())


@rule("OTO 7.520.q3")
def test_7_520_q3_doubtful_prices_say_so() -> None:
    assert {key for key, price in FORTIFICATIONS.items() if price.verify} == {
        *("wire", "trench", "hip.cupola", "hip.squad", "hip.half", "hip.crew"),
    }


def test_what_each_price_puts_on_the_map() -> None:
    assert {key: price.works for key, price in FORTIFICATIONS.items() if price.works} == {
        **dict.fromkeys(("foxhole1", "foxhole2", "foxhole3"), "foxhole"),
        **dict.fromkeys(("ap", "at"), "minefield"),
        **{key: key for key in ("trench", "wire", "pillbox", "dummy")},
        "ditch": "AT ditch",
    }
