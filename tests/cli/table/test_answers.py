"""Typing is forgiving and never guesses."""

from berlin.cli.table.answers import find, fold, match, next_words, with_code
from berlin.cli.table.grouping import Group, Item, group_choices
from berlin.cli.table.menu import LINES, answers
from berlin.kernel.contract.scene import Choice

TEXTS = [
    "activate 8GA/1 move",
    "activate 8GA/1 combat",
    "activate 3/1 move",
    "activate 33/1 move",
    "move 8GA/1 Lebus",
    "move 8GA/1 Lebus via Seelow",
    "move 8GA/1 Lieberose",
    "done",
]


def test_the_whole_text_is_understood() -> None:
    assert match("activate 8GA/1 move", TEXTS) == ["activate 8GA/1 move"]


def test_letters_may_be_small_and_blanks_doubled() -> None:
    assert match("  Activate  8ga/1 MOVE ", TEXTS) == ["activate 8GA/1 move"]


def test_a_number_chooses_from_the_menu() -> None:
    assert match("8", TEXTS) == ["done"]
    assert match("9", TEXTS) == []


def test_a_number_may_be_a_name() -> None:
    assert match("3", ["Lebus", "17", "3"], numbered=False) == ["3"]
    assert match("1", ["Lebus", "17", "3"], numbered=False) == ["17"]


def test_the_beginnings_of_the_words_are_enough() -> None:
    assert match("a 8 c", TEXTS) == ["activate 8GA/1 combat"]
    assert match("d", TEXTS) == ["done"]


def test_the_verb_may_be_left_out_if_nothing_else_fits() -> None:
    assert match("8ga/1 comb", TEXTS) == ["activate 8GA/1 combat"]


def test_what_could_mean_several_things_is_not_guessed() -> None:
    assert match("move 8GA/1 L", TEXTS) == ["move 8GA/1 Lebus", "move 8GA/1 Lieberose"]
    assert match("a 3 m", TEXTS) == ["activate 3/1 move", "activate 33/1 move"]


def test_a_whole_word_goes_before_a_longer_one() -> None:
    assert match("a 3/1 m", TEXTS) == ["activate 3/1 move"]


def test_the_shorter_answer_goes_before_the_same_with_more_words() -> None:
    assert match("move 8GA/1 Leb", TEXTS) == ["move 8GA/1 Lebus"]
    assert match("move 8GA/1 Leb v", TEXTS) == ["move 8GA/1 Lebus via Seelow"]


def test_nothing_fits_nothing() -> None:
    assert match("", TEXTS) == []
    assert match("attack", TEXTS) == []


def test_accents_need_not_be_typed() -> None:
    assert fold("Müncheberg") == "muncheberg"
    assert match("move x munch", ["move x Müncheberg"]) == ["move x Müncheberg"]


GUARDS, SHOCK = "the 8th Guards Army", "the 3rd Shock Army"
SAID = [
    Choice("attack 8GA/1 Lebus", "attack", "8GA/1", "Lebus", said=f"Attack Lebus with {GUARDS}"),
    Choice("attack 3SHA/1 Lebus", "attack", "3SHA/1", "Lebus", said=f"Attack Lebus with {SHOCK}"),
    Choice("move 8GA/1 Munch", "move", "8GA/1", "Munch", said=f"Move {GUARDS} to Müncheberg"),
    Choice("move 8GA/1 Letschin", "move", "8GA/1", "Letschin", said=f"Move {GUARDS} to Letschin"),
    Choice("done", "done", said="Finish this step"),
]


def meant(typed: str) -> list[str]:
    return [choice.text for choice in find(typed, SAID)]


def test_an_answer_is_taken_by_its_number_its_code_and_its_sentence() -> None:
    for typed in ("1", "attack 8GA/1 Lebus", "Attack Lebus with the 8th Guards Army"):
        assert meant(typed) == ["attack 8GA/1 Lebus"]


def test_a_sentence_may_be_typed_small_without_accents_and_with_a_stop() -> None:
    assert meant("move the 8th guards army to muncheberg.") == ["move 8GA/1 Munch"]
    assert meant("  finish THIS   step! ") == ["done"]


def test_the_beginning_of_a_sentence_is_enough_if_it_fits_one_answer() -> None:
    assert meant("Attack Lebus with the 3") == ["attack 3SHA/1 Lebus"]
    assert meant("fin") == ["done"]
    assert meant("8th guards mun") == ["move 8GA/1 Munch"]


def test_the_beginning_of_several_sentences_names_them_all() -> None:
    assert meant("attack lebus with the") == ["attack 8GA/1 Lebus", "attack 3SHA/1 Lebus"]
    assert meant("lebus") == ["attack 8GA/1 Lebus", "attack 3SHA/1 Lebus"]


def test_a_word_that_begins_a_code_and_another_sentence_is_not_guessed() -> None:
    both = [
        Choice("take g1", "take", said="Set up the squad"),
        Choice("lose g2", "lose", said="Take the loss"),
    ]
    assert [choice.text for choice in find("take", both)] == ["take g1", "lose g2"]
    assert [choice.text for choice in find("take g", both)] == ["take g1"]


def test_what_reads_like_no_answer_is_none() -> None:
    assert not [
        typed
        for typed in ("", " ", "6", "0", "-1", "²", ".", "?!", "attack berlin", "the the")
        if meant(typed)
    ]


def test_an_answer_is_told_with_its_code_where_that_is_not_the_same() -> None:
    assert with_code(SAID[-1]) == "Finish this step (done)"
    assert with_code(Choice("pass", "pass", said="Pass")) == "Pass"
    assert with_code(Choice("raise 3", "raise")) == "raise 3"


def test_the_menu_groups_by_unit_or_by_deed_whichever_is_shorter() -> None:
    assert group_choices(SAID) == [
        Group(
            "Attack Lebus with the … Army",
            (Item(1, "8th Guards", "8GA/1"), Item(2, "3rd Shock", "3SHA/1")),
            about="Attack Lebus with the",
        ),
        Group(
            "Move the 8th Guards Army to",
            (Item(3, "Müncheberg"), Item(4, "Letschin")),
            "8GA/1",
            about="Move the 8th Guards Army to",
        ),
        Group("", (Item(5, "Finish this step", "done"),)),
    ]


def test_answers_without_a_sentence_are_listed_by_their_codes() -> None:
    choices = [
        Choice("move A Lebus", "move", "A", "Lebus"),
        Choice("move A Guben", "move", "A", "Guben"),
        Choice("lose A", "lose", "A"),
        Choice("lose B", "lose", "B"),
        Choice("done", "done"),
    ]
    assert group_choices(choices) == [
        Group("move A", (Item(1, "Lebus"), Item(2, "Guben")), about="move A"),
        Group("lose", (Item(3, "A"), Item(4, "B")), about="lose"),
        Group("", (Item(5, "done"),)),
    ]


def test_places_named_alone_say_who_stands_there() -> None:
    choices = [Choice(f"target {hex}", "target", "", hex, said=f"Mark {hex}") for hex in ("r1c1", "r1c2")]
    assert group_choices(choices, {"r1c2": "6A"})[0].items == (Item(1, "r1c1"), Item(2, "r1c2 (6A)"))


def test_of_very_many_answers_each_group_shows_its_first_and_how_all_are_listed() -> None:
    units = [f"{n}A" for n in range(10)]
    many = [
        Choice(
            f"move {unit} r{n}", "move", unit, f"r{n}", said=f"Move {unit} to the open ground {n} hexes away"
        )
        for unit in units
        for n in range(30)
    ]
    shown = answers(many, 80, codes=True).plain.splitlines()
    assert len(shown) <= LINES + len(units)
    assert [line.strip() for line in shown if "in all" in line] == [
        f"30 answers in all: legal Move {unit} to the open ground" for unit in units
    ]
    assert "answers in all" not in answers(many[:30], 80).plain


def test_codes_stand_in_the_menu_only_if_they_are_wanted() -> None:
    assert answers(SAID, 80).plain.splitlines() == [
        "  Attack Lebus with the … Army:  1) 8th Guards  2) 3rd Shock",
        "  Move the 8th Guards Army to:  3) Müncheberg  4) Letschin",
        "    5) Finish this step",
    ]
    assert answers(SAID, 80, codes=True).plain.splitlines() == [
        "  Attack Lebus with the … Army:  1) 8th Guards (8GA/1)  2) 3rd Shock (3SHA/1)",
        "  Move the 8th Guards Army to (8GA/1):  3) Müncheberg  4) Letschin",
        "    5) Finish this step (done)",
    ]


def test_the_tab_key_offers_the_next_word() -> None:
    assert next_words([], "", TEXTS) == ["activate", "move", "done"]
    assert next_words(["activate"], "3", TEXTS) == ["3/1", "33/1"]
    assert next_words(["move", "8ga/1"], "le", TEXTS) == ["Lebus"]
    assert next_words(["done"], "", TEXTS) == []
    spoken = [*TEXTS, "Move the 8th Guards Army to Lebus"]
    assert next_words([], "m", spoken) == ["move"]
    assert next_words(["move", "the"], "", spoken) == ["8th"]
