"""Whoever is asked may resign: the game is over, the others have won, and no machine ever does it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sealed import GAME as SEALED
from toy import GAME, Do, State, Toy

from berlin.kernel.contract.game import AnyGame, BadText, Result, Step, codes, load
from berlin.kernel.contract.ids import OTHER, Seat
from berlin.kernel.contract.rules import Refusal, Refused
from berlin.kernel.contract.scene import Scene
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.play.resigning import RESIGNED, offer, resigner
from berlin.kernel.proof import conformance
from berlin.kernel.proof.checkpoint import Checkpoint
from berlin.kernel.proof.conformance import ConformanceError
from berlin.kernel.proof.resign_laws import LAW, whoever_is_asked_may_resign
from berlin.kernel.records.record import BadRecord, new_record, parse
from berlin.kernel.records.record_file import RecordFile
from berlin.kernel.records.replay import Replay
from berlin.kernel.records.verify import verify
from berlin.players import kinds, make_player
from berlin.players.worth import worth

GAMES = tuple(load(code) for code in codes())


def begun(game: AnyGame, seed: int = 1, actions: int = 0) -> Any:
    state, rng = game.start(game.scenarios[0].key, key_from_seed(seed), {}).state, Random(seed)
    for _ in range(actions):
        state = game.next(state, game.sample(state, rng))
    return state


def caught(game: Toy) -> ConformanceError:
    with pytest.raises(ConformanceError) as found:
        conformance.check(game, games=2, limit=100)
    return found.value


@pytest.mark.parametrize("game", GAMES, ids=codes())
def test_who_resigns_loses_and_the_points_stay_as_they_stand(game: AnyGame) -> None:
    state = begun(game, actions=60)
    (seat,) = game.deciders(state)
    step = game.apply(state, game.read(f"resign {game.seats[seat]}"))
    result = game.result(step.state)
    assert result is not None
    assert (game.deciders(step.state), game.legal(step.state), game.prompt(step.state)) == ((), [], None)
    assert (result.winners, result.all_lost, result.scores) == ((1 - seat,), False, game.scores(state))
    done = "conceded" if game.concession else "resigned"
    assert f"{game.called(seat)} {done}".lower() in result.text.lower()
    assert game.called(OTHER[seat]) in result.text
    assert (result.rule, step.events[0].text) == (game.concession, result.text.removesuffix("."))
    assert step.dice == ()
    assert all(event.seen_by(None) == event for event in step.events)
    assert (
        worth(game, step.state, seat, Random(1)) < 0.1 < 0.9 < worth(game, step.state, OTHER[seat], Random(1))
    )


@pytest.mark.parametrize("code", ["noretreat", "orsha"])
def test_what_was_given_up_is_lost_by_judgement_too(code: str) -> None:
    game = load(code)
    state = begun(game, actions=60)
    (seat,) = game.deciders(state)
    after = game.next(state, game.resign(seat))
    mine, his = game.standing(after, seat), game.standing(after, OTHER[seat])
    assert mine is not None
    assert his is not None
    assert mine.total == -100
    assert his.total == 100


@pytest.mark.parametrize("game", GAMES, ids=codes())
def test_a_seat_that_is_not_asked_is_refused_in_words(game: AnyGame) -> None:
    state = begun(game)
    (asked,) = game.deciders(state)
    action = game.resign(OTHER[asked])
    refusal = game.why_not(state, action)
    assert refusal is not None
    assert game.called(asked) in refusal.reason
    assert "only who is asked may" in refusal.reason
    with pytest.raises(Refused, match="only who is asked"):
        game.apply(state, action)
    over = game.next(state, game.resign(asked))
    for seat in (0, 1):
        refused = game.why_not(over, game.resign(Seat(seat)))
        assert refused is not None
        assert refused.reason == "the game is over"


def test_a_resignation_needs_the_name_of_a_seat() -> None:
    for game in (*GAMES, GAME):
        for text in ("resign", "resign nobody", f"resign {game.seats[0]} now", "RESIGN 0"):
            with pytest.raises(BadText, match="names no seat that resigns"):
                game.read(text)
        assert game.read(f" Resign  {game.seats[1].upper()} ") == game.resign(Seat(1))


@pytest.mark.parametrize("game", GAMES, ids=codes())
def test_no_state_changes_its_shape_and_a_game_given_up_comes_back_from_bytes_and_from_toml(
    game: AnyGame,
) -> None:
    state = begun(game, actions=25)
    (seat,) = game.deciders(state)
    after = game.next(state, game.resign(seat))
    assert (after.over, resigner(after.over), resigner(state.over)) == (RESIGNED + seat, seat, None)
    assert game.decode(game.encode(after)) == after
    text = game.write_situation(after)
    assert f'over = "resigned {game.seats[seat]}"' in text
    again = game.read_situation(text, key_from_seed(9)).state
    assert game.result(again) == game.result(after)
    assert game.broken(again) == []


def test_no_machine_resigns() -> None:
    for game in GAMES:
        state, texts = begun(game, actions=10), list[str]()
        view, nouns = game.view(state, game.deciders(state)[0]), game.nouns()
        for kind in {*kinds(), "search:20ms"} - {"search", "marshal"}:
            for seed in range(3):
                texts.append(game.write(make_player(kind).choose(game, view, Random(seed))))
        assert set(texts) <= {game.write(action) for action in game.legal(state)}
        assert not any(text.startswith("resign") for text in texts)
        # The arena spells actions with these words, so there is no number for it either.
        assert nouns is not None
        assert "resign" not in nouns.words


def test_a_resignation_is_a_line_of_a_record_that_is_replayed_and_verified(tmp_path: Path) -> None:
    file = RecordFile.create(tmp_path / "x.record", new_record(GAME, key_from_seed(1), "long"), GAME)
    for word in ("roll", "rest", "draw"):
        file.append(Do(word))
    file.append(GAME.resign(1), Seat(1))
    text = file.path.read_text()
    assert f"\n4 blue resign blue\nend {file.moment.fingerprint}\n" in text
    record = parse(text, game=GAME)
    last = Replay(record, game=GAME).last()
    assert (last.fingerprint, GAME.deciders(last.state)) == (record.end, ())
    assert verify(record, game=GAME).status == "verified"
    for forged in ("4 red resign blue", "4 red resign red", "4 blue resign red"):
        with pytest.raises(BadRecord):
            Replay(parse(text.replace("4 blue resign blue", forged), game=GAME), game=GAME).last()
    with pytest.raises(Refused, match="the game is over"):
        file.append(GAME.resign(1), Seat(1))


def test_who_gave_up_can_not_take_it_back(tmp_path: Path) -> None:
    file = RecordFile.create(tmp_path / "x.record", new_record(GAME, key_from_seed(1), "long"), GAME)
    file.append(Do("rest"))
    assert file.barrier() == ""
    file.append(GAME.resign(1), Seat(1))
    assert file.undo() == "who gave up has given up"
    assert len(file.record.lines) == 2


def test_where_several_are_asked_each_may_resign_for_himself_and_nothing_is_told_of_the_other() -> None:
    state = SEALED.start("long", key_from_seed(1), {}).state
    for _ in range(3):
        state = SEALED.next(state, Do("rest"))
    assert SEALED.deciders(state) == (0, 1)
    told = set()
    for bid in (1, 2, 3):
        waiting = SEALED.next(state, Do("red bids", bid))
        assert SEALED.why_not(waiting, SEALED.resign(0)) is not None
        assert SEALED.is_own(waiting, SEALED.resign(1), Seat(1))
        step = SEALED.apply(waiting, SEALED.resign(1))
        result = SEALED.result(step.state)
        assert result is not None
        assert result.winners == (0,)
        told.add((step.events, SEALED.view(step.state, Seat(1)), SEALED.view(step.state, None)))
    assert len(told) == 1
    for seat in (0, 1):
        assert SEALED.why_not(state, SEALED.resign(seat)) is None
        assert SEALED.is_own(state, SEALED.resign(seat), Seat(seat))
        assert not SEALED.is_own(state, SEALED.resign(seat), OTHER[seat])


def test_it_is_offered_to_who_is_asked_and_to_nobody_else() -> None:
    state = begun(GAME)
    shown = offer(GAME, GAME.deciders(state), Seat(0))
    assert shown is not None
    assert (shown.text, shown.verb, shown.said) == ("resign red", "resign", "Resign the game")
    assert shown.label == "The game is over at once, with victory for Blue; it can't be taken back"
    assert (
        offer(GAME, (Seat(0),), Seat(1)) is offer(GAME, (Seat(0),), None) is offer(GAME, (), Seat(0)) is None
    )
    orsha = load("orsha")
    conceded = offer(orsha, (Seat(0), Seat(1)), Seat(1))
    assert conceded is not None
    assert (conceded.text, conceded.said) == ("resign russian", "Concede the game")
    assert conceded.label.endswith("victory for the Germans; it can't be taken back [OTO 6.cg_end]")


class Lists(Toy):
    def legal(self, state: State, unit: int | None = None, seat: int | None = None) -> list[Do]:
        found = super().legal(state, unit, seat)
        return [*found, self.resign(state.frames[-1].seat)] if found and unit is None else found


class Anybody(Toy):
    def why_not(self, state: State, action: Do) -> Refusal | None:
        return None if action.verb == "resign" and state.frames else super().why_not(state, action)


class Nobody(Toy):
    def why_not(self, state: State, action: Do) -> Refusal | None:
        return Refusal("TOY 6", "no") if action.verb == "resign" else super().why_not(state, action)


class Swaps(Toy):
    def result(self, state: State) -> Result | None:
        found = super().result(state)
        return replace(found, winners=(state.resigned,)) if found and state.resigned is not None else found


class Silent(Toy):
    def result(self, state: State) -> Result | None:
        found = super().result(state)
        return replace(found, text="It is over.") if found and state.resigned is not None else found


class Untold(Toy):
    def apply(self, state: State, action: Do) -> Step[State]:
        step = super().apply(state, action)
        return replace(step, events=()) if action.verb == "resign" else step


class Unseen(Toy):
    def scene(self, view: Any) -> Scene:
        return replace(super().scene(view), result="")


class Unwritten(Toy):
    def read_situation(self, text: str, key: bytes) -> Step[State]:
        step = super().read_situation(text, key)
        return replace(step, state=replace(step.state, resigned=None))


class Illegible(Toy):
    def read(self, text: str) -> Do:
        return Do("rest") if text.startswith("resign") else super().read(text)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Lists(), LAW),
        (Anybody(), LAW),
        (Nobody(), LAW),
        (Swaps(), LAW),
        (Silent(), LAW),
        (Untold(), LAW),
        (Unseen(), LAW),
        (Illegible(), LAW),
        (Unwritten(), "situations round-trip"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_game_that_can_not_be_given_up_as_it_should_is_caught(game: Toy, law: str) -> None:
    assert caught(game).law == law


def test_the_law_holds_wherever_several_are_asked() -> None:
    state, rng, several = SEALED.start("long", key_from_seed(4), {}).state, Random(4), 0
    while SEALED.deciders(state):
        several += len(SEALED.deciders(state)) > 1
        whoever_is_asked_may_resign(Checkpoint(SEALED, state))
        state = SEALED.next(state, SEALED.sample(state, rng))
    assert several > 5
