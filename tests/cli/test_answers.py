"""Typing is forgiving and never guesses."""

from berlin.cli.answers import Group, fold, grouped, match, next_words
from berlin.kernel.scene import Choice

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


def test_the_menu_groups_by_unit_or_by_deed_whichever_is_shorter() -> None:
    choices = [
        Choice("move A Lebus", "move", "A", "Lebus"),
        Choice("move A Guben", "move", "A", "Guben"),
        Choice("move A Forst", "move", "A", "Forst"),
        Choice("activate A combat", "activate", "A"),
        Choice("activate B combat", "activate", "B"),
        Choice("lose A", "lose", "A"),
        Choice("lose B", "lose", "B"),
        Choice("play 9 Lebus", "play"),
        Choice("play 9 Forst", "play"),
        Choice("done", "done"),
    ]
    assert grouped(choices) == [
        Group("move A", ((1, "Lebus"), (2, "Guben"), (3, "Forst"))),
        Group("activate UNIT combat", ((4, "A"), (5, "B"))),
        Group("lose", ((6, "A"), (7, "B"))),
        Group("play 9", ((8, "Lebus"), (9, "Forst"))),
        Group("done", ((10, ""),)),
    ]


def test_the_tab_key_offers_the_next_word() -> None:
    assert next_words([], "", TEXTS) == ["activate", "move", "done"]
    assert next_words(["activate"], "3", TEXTS) == ["3/1", "33/1"]
    assert next_words(["move", "8ga/1"], "le", TEXTS) == ["Lebus"]
    assert next_words(["done"], "", TEXTS) == []


def test_units_of_one_kind_stand_together() -> None:
    choices = [Choice(f"take {unit}", "take", unit) for unit in ("g0", "g1", "g2", "g3")]
    kinds = {"g0": "HMG", "g1": "4-6-7", "g2": "8-1", "g3": "4-6-7"}
    assert grouped(choices, None, kinds) == [
        Group("take (4-6-7)", ((2, "g1"), (4, "g3"))),
        Group("take", ((1, "g0 (HMG)"), (3, "g2 (8-1)"))),
    ]
    # Where all differ, as most armies do, their names say enough.
    assert grouped(choices[:3], None, kinds) == [Group("take", ((1, "g0"), (2, "g1"), (3, "g2")))]
