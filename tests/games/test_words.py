"""People never meet a code: prompts, answers, the log, refusals, reasons and all that lies on the table speak
in names. What the codes of a game are, the game itself says."""

import re
from collections import defaultdict
from functools import cache

import pytest
from tests.games import heard
from tests.games.heard import Heard

from berlin.kernel.contract.game import AnyGame, codes, load
from berlin.kernel.play.dice import key_from_seed

SEEDS = (1, 2, 3)
# How many acts of a game are played, and after how many of them the whole table is read.
LENGTHS = {"orsha": (250, 25), "noretreat": (400, 12), "fortress": (2500, 150)}
USUAL = (3000, 12)
# Whose reasons are read, and of how many acts.
MACHINES, ADVICE = ("greedy", "staff", "search:40"), 12
# From before a whole set-up and a drop a search looks far ahead.
FEW_LOOKS = {"fortress": ("greedy", "staff", "search:2")}
# What a game says besides, as patterns: codes that people look for, beside the names.
ACCEPTED = {
    # After the name of a hex its number, for who has the real map before him; the year of a tank's model.
    "orsha": r"(?<=\w) \([A-Z]{1,2}\d{1,2}\)|(?:KV|T)-\d+ M4\d",
}
# Notes to ourselves. Of a value's source its mark is shown. "House:" heads a note, and has no word before it.
OUR_NOTES = re.compile(
    r"\((?:found|house|derived|printed)\)|(?:^|[^\w\s]\s*)house:"
    r"|\b(?:not|neither) in (?:this|the) text|\b(?:todo|fixme)\b",
    re.IGNORECASE,
)
CITATION = r"\[[A-Z]+ [^\]]+\]"
WORD = re.compile(r"[^\W_][\w/-]*")
PAIR = re.compile(r"(?<![\w/-])(?=(\w+) `?([\w/-]+))")


class Speech:
    """What is never said in a game: its codes, its verbs as commands, results as letters."""

    def __init__(self, game: AnyGame, said: set[Heard]) -> None:
        starts = [game.start(one.key, key_from_seed(1), {}).state for one in game.scenarios]
        scenes = [game.scene(game.view(state, seat)) for state in starts for seat in game.everybody]
        self.codes = heard.codes_of(game, scenes)
        self.cards = heard.card_codes(scenes)
        self.verbs = {choice.verb for scene in scenes for choice in scene.choices} | _listed_verbs(game)
        named = {"pieces.name", "board"}
        names = {word for where, text in said if where in named for word in WORD.findall(text)}
        rules = {word for _, gist in heard.gists(game) for word in WORD.findall(gist) if word.islower()}
        self.signs = {code for code in self.codes if not _is_ordinary(code, names | rules)}
        self.things = self.signs | self.cards | {code for code in self.codes if code.isdigit()}
        self.results = heard.result_codes(game) - names
        beside = [CITATION, *([ACCEPTED[game.code]] if game.code in ACCEPTED else [])]
        self.beside = re.compile("|".join(beside))

    def faults(self, text: str) -> list[str]:
        bare = self.beside.sub("", text)
        words = WORD.findall(bare)
        found = [word for word in words if word in self.signs or word in self.results]
        for before, after in PAIR.findall(bare):
            commanded = before.lower() == "say" and after in self.verbs
            if commanded or (before in self.verbs and after in self.things):
                found.append(f"{before} {after}")
        head, colon, _ = bare.partition(": ")
        if colon and head.split()[-1:] and head.split()[-1] in self.cards:
            found.append(f"{head}:")
        return found + OUR_NOTES.findall(bare)


def _listed_verbs(game: AnyGame) -> set[str]:
    return set(getattr(getattr(game, "acts", None), "kinds", ()))


def _is_ordinary(code: str, words: set[str]) -> bool:
    """Is it a number, a letter, or a word that people use?"""
    return code.isdigit() or len(code) == 1 or (code.isalpha() and code in words)


@cache
def conversation(code: str) -> tuple[Heard, ...]:
    game = load(code)
    most, every = LENGTHS.get(code, USUAL)
    said = set(heard.printed(game))
    for scenario in game.scenarios:
        for seed in SEEDS:
            said.update(heard.played(game, scenario.key, seed, most, every))
    for kind in FEW_LOOKS.get(code, MACHINES):
        said.update(heard.advised(game, game.scenarios[0].key, SEEDS[0], kind, ADVICE))
    return tuple(sorted(said))


@pytest.mark.parametrize("code", codes(examples=True))
def test_people_never_meet_a_code(code: str) -> None:
    said = conversation(code)
    speech = Speech(load(code), set(said))
    found: defaultdict[tuple[str, ...], list[Heard]] = defaultdict(list)
    for where, text in said:
        if faults := speech.faults(text):
            found[(where, *sorted(set(faults)))].append((where, text))
    assert not found, "\n".join(f"{fault}: {texts[0][1]}" for fault, texts in sorted(found.items()))


@pytest.mark.parametrize("code", codes(examples=True))
def test_the_rules_bear_no_notes_to_ourselves(code: str) -> None:
    found = {clause: gist for clause, gist in heard.gists(load(code)) if OUR_NOTES.search(gist)}
    assert not found


def test_a_note_to_ourselves_is_told_from_a_house_on_the_map() -> None:
    notes = ("House: chosen so that it fits", "Three hexes. House: not printed", "the bridge (house)")
    assert all(map(OUR_NOTES.search, notes))
    assert not OUR_NOTES.search("the eastern house: nothing")
