"""What others did is shown step by step: at one's own pace, on the board, in words, and a card stays."""

import re
from random import Random
from typing import Any

import pytest
from fights import ELSEWHERE, at
from tests.e2e.hands import STILL, ready
from tests.e2e.test_table import SCHEMES, issues, with_axe

from berlin.games.race.game import GAME
from berlin.kernel.contract.game import load
from berlin.kernel.play.dice import key_from_seed

RUNS = "#story:not([hidden])"
HEINRICI = "koniev = [1]\nout = [9]"
FLIGHT = ("play 1", "retreat 712 Frankfurt", "retreat 169 Falkenhagen", "pass", "pass")
# All that a story says and shows, from now on.
WATCH = """() => {
  window.told = []; window.spoken = []; window.moving = 0; window.rings = []; window.ways = [];
  const words = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  const told = document.querySelector("#story .told");
  new MutationObserver(() => {
    if (!words(told)) return;
    window.told.push(words(told));
    requestAnimationFrame(() => {
      window.moving += document.getAnimations().length;
      window.rings.push(document.querySelectorAll(".story-marks .ring.main").length);
      window.ways.push(document.querySelectorAll(".story-marks .way").length);
    });
  }).observe(told, { childList: true });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const at = target instanceof Element ? target : target.parentElement;
      if (at?.closest(".unseen[aria-live]") && words(at)) window.spoken.push(words(at));
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


class Battle:
    """Zhukov attacks Lebus, where Koniev holds the Germans and may play Heinrici."""

    def __init__(self, house: Any) -> None:
        position = at("C.1", ELSEWHERE, Bridgehead="8GA/1", Lebus="712 169", chits=HEINRICI)
        situation = GAME.write_situation(position.state)
        self.house = house
        self.made = house.table(situation=situation, scenario="")
        self.acts("zhukov", "activate 8GA/1 combat", "begin", "attack 8GA/1 Lebus", "roll")

    def acts(self, seat: str, *actions: str) -> None:
        """By wire, as somebody elsewhere does."""
        token, path = self.made["seats"][seat], f"/tables/{self.made['id']}"
        for action in actions:
            number = self.house.call(path, token=token)["seq"]
            self.house.call(f"{path}/actions", {"seq": number, "action": action}, token)

    def open(self, open_page: Any, *size: int, pace: str = "slow", **options: Any) -> Any:
        page = open_page(self.house.link(self.made, "zhukov"), *size, pace=pace, **options)
        ready(page)
        page.evaluate(WATCH)
        return page


def pause(page: Any) -> None:
    page.wait_for_selector(RUNS)
    page.click("#story-pause")
    page.wait_for_selector("#story-pause[aria-label='Go on']")
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")


def to_the_end(page: Any) -> None:
    """Step by step by hand, until the table is back."""
    while page.locator(RUNS).count():
        page.evaluate("() => document.querySelector('#story-next').click()")
        page.evaluate("() => new Promise(requestAnimationFrame)")
    page.wait_for_selector("#recap:not([hidden])")


def told(page: Any) -> str:
    return " | ".join(page.evaluate("window.told"))


def place_of(page: Any, unit: str) -> str:
    return str(page.locator(f"[data-unit='{unit}'] .hit").get_attribute("aria-label")).split(", ")[-1]


def test_what_another_did_is_shown_one_thing_at_a_time_and_then_a_card_stays(
    house: Any, open_page: Any
) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    pause(page)
    assert place_of(page, "169") == "Lebus"
    assert not page.locator("[data-answer]").count()
    assert "What happens" in page.locator("#prompt").inner_text()
    to_the_end(page)
    beats = page.evaluate("window.told")
    assert re.match(
        r"Koniev ?Koniev plays .*Heinrici.*: the Germans leave Lebus before the blow falls", beats[0]
    )
    # The chit with its face and its effect, where the attack was.
    assert beats[0].split("falls")[1].startswith("HeinriciThe attacked Germans retreat before the die")
    assert any("712th Division retreats to Frankfurt" in beat for beat in beats)
    assert page.evaluate("window.rings")[0] == 1
    assert 1 in page.evaluate("window.ways")
    assert place_of(page, "169") == "Falkenhagen"
    card = page.locator("#recap").inner_text()
    assert card.startswith("What Koniev did")
    assert "3 movements" in card
    assert "Losses" in card
    assert page.locator("[data-answer]").count()


def test_dice_are_shown_large_and_losses_are_summed_up(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", "decline")
    page.wait_for_selector(f"{RUNS} .die")
    assert page.locator("#story .die").first.bounding_box()["width"] > 50
    assert "The reckoning" in page.locator("#story").inner_text()
    page.click("#story-skip")
    assert "against Lebus" in page.locator("#recap").inner_text()


def test_a_story_is_skipped_and_the_table_is_there_at_once(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(RUNS)
    page.click("#story-skip")
    assert not page.locator(RUNS).count()
    page.wait_for_selector("#prompt.mine")
    assert page.locator("[data-answer]").count()
    assert page.locator(".story-marks *").count() == 0


def test_it_can_be_watched_again_and_the_card_put_away(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    pause(page)
    to_the_end(page)
    first = page.evaluate("window.told")
    page.evaluate("window.told.length = 0")
    page.click("#story-again")
    page.wait_for_selector(RUNS)
    page.wait_for_function("() => window.told.length")
    assert place_of(page, "169") == "Lebus"
    assert page.locator("#recap").is_hidden()
    to_the_end(page)
    assert page.evaluate("window.told") == first
    page.click("#recap-close")
    assert page.locator("#recap").is_hidden()


def test_whoever_acts_himself_has_read_the_card(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(RUNS)
    page.click("#story-skip")
    page.wait_for_selector("#recap:not([hidden])")
    answer = page.locator("[data-answer]").first.get_attribute("data-answer")
    battle.acts("zhukov", answer)
    page.wait_for_selector("#recap", state="hidden")


def test_by_keys_it_is_paused_stepped_and_skipped(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    page.locator("#prompt h2").focus()
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(RUNS)
    page.keyboard.press("Space")
    page.wait_for_selector("#story-pause[aria-label='Go on']")
    page.wait_for_function("() => document.querySelector('#story output').textContent.endsWith('of 7')")
    at_first = page.evaluate("window.told.length")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => window.told.length === {at_first + 1}")
    page.keyboard.press("Space")
    page.wait_for_selector("#story-pause[aria-label='Pause']")
    page.keyboard.press("Escape")
    assert not page.locator(RUNS).count()


def test_the_pace_is_set_in_the_settings_and_kept(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page, pace="")
    page.click("#settings")
    assert page.get_by_label("What others did").input_value() == "normal"
    page.get_by_label("What others did").select_option("off")
    page.keyboard.press("Escape")
    page.reload()
    ready(page)
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(".toast", state="attached")
    page.wait_for_selector("#prompt.mine")
    assert not page.locator(RUNS).count()
    assert page.locator("#recap").is_hidden()


def test_the_pace_can_be_changed_while_it_runs(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(RUNS)
    page.locator("#story-pace").select_option("quick")
    # By itself, without a click.
    page.wait_for_selector("#recap:not([hidden])")
    assert "quick" in page.evaluate("localStorage['berlin.likes']")
    assert place_of(page, "169") == "Falkenhagen"


def test_with_reduced_motion_nothing_moves_and_all_is_told(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page, pace="quick", reduced_motion="reduce")
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector("#recap:not([hidden])")
    assert "retreats to Falkenhagen" in told(page)
    assert page.evaluate("window.moving") == 0


def test_it_is_told_in_sentences_to_who_listens(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    pause(page)
    to_the_end(page)
    page.wait_for_function("() => window.spoken.some((line) => line.includes('your decision'))")
    spoken = page.evaluate("window.spoken")
    assert any(re.match(r"Koniev: Koniev plays .*Heinrici", line) for line in spoken)
    assert any("retreats to Falkenhagen." in line for line in spoken)
    assert page.locator("#story").get_attribute("aria-label") == "What happens"


def test_who_comes_back_watches_what_he_missed(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    page.goto("about:blank")
    battle.acts("koniev", *FLIGHT)
    page.goto(house.link(battle.made, "zhukov"))
    ready(page)
    page.evaluate(WATCH)
    page.click("#since-replay")
    pause(page)
    to_the_end(page)
    assert "Heinrici" in told(page)
    assert page.locator("#recap").inner_text().startswith("What Koniev did")


def test_who_looks_back_meanwhile_has_skipped_it(house: Any, open_page: Any) -> None:
    battle = Battle(house)
    page = battle.open(open_page)
    battle.acts("koniev", *FLIGHT)
    page.wait_for_selector(RUNS)
    page.locator("#replay button").first.click()
    page.wait_for_selector("#prompt.past")
    page.wait_for_selector("#story", state="hidden")
    assert "after action 0" in page.locator("#prompt").inner_text()


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_strip_leaves_room_for_the_place_it_tells_of(
    house: Any, open_page: Any, width: int
) -> None:
    battle = Battle(house)
    page = battle.open(open_page, width, 844, has_touch=True, reduced_motion="reduce")
    battle.acts("koniev", *FLIGHT)
    pause(page)
    page.evaluate(STILL)
    strip, board = (page.locator(one).bounding_box() for one in ("#story", "#board"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert strip["x"] >= 0
    assert strip["x"] + strip["width"] <= width
    assert strip["y"] > board["y"]
    ring = page.locator(".story-marks .ring.main").bounding_box()
    middle = ring["y"] + ring["height"] / 2
    assert board["y"] < middle < strip["y"]
    page.tap("#story-skip")
    page.wait_for_selector("#recap:not([hidden])")


@with_axe
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_no_serious_issue_in_a_story_and_its_card(
    house: Any, open_page: Any, width: int, scheme: str
) -> None:
    rules, battle = SCHEMES[scheme], Battle(house)
    page = battle.open(open_page, width, 844, color_scheme=scheme, bypass_csp=True)
    battle.acts("koniev", *FLIGHT)
    pause(page)
    assert not issues(page, rules=rules), "a story"
    page.click("#story-skip")
    page.wait_for_selector("#recap:not([hidden])")
    assert not issues(page, rules=rules), "its card"
    page.click("#story-full")
    page.wait_for_selector("dialog[open]")
    assert not issues(page, rules=rules), "its account"


def before_a_battle() -> tuple[str, str, str]:
    """A position of a campaign, and the answer by which the model settles a battle: whose, and its text."""
    game, rng = load("orsha"), Random(3)
    state = game.start("orsha", key_from_seed(3), {"battles": "model"}).state
    staff = game.staff()
    assert staff is not None
    while True:
        (seat, *_) = game.deciders(state)
        action = staff.choose(state, rng)
        step = game.apply(state, action)
        if sum(event.kind == "model" for event in step.events) > 2:
            return game.write_situation(state), game.seats[seat], game.write(action)
        state = step.state


def test_a_battle_by_the_model_is_told_turn_by_turn_and_has_an_account(house: Any, open_page: Any) -> None:
    situation, seat, action = before_a_battle()
    made = house.table(game="orsha", scenario="", situation=situation, seed=7)
    page = open_page(house.link(made, seat), pace="slow")
    ready(page)
    page.evaluate(WATCH)
    token, path = made["seats"][seat], f"/tables/{made['id']}"
    house.call(f"{path}/actions", {"seq": house.call(path, token=token)["seq"], "action": action}, token)
    pause(page)
    to_the_end(page)
    beats = page.evaluate("window.told")
    assert [bool(re.search(f"Turn {n} by the model", " ".join(beats))) for n in (1, 2, 3)] == [True] * 3
    page.click("#story-full")
    account = page.locator("dialog[open]").inner_text()
    assert "On the board, before and after" in account
    # Before, after, and how many fell.
    assert re.search(r"Russian\s+Infantry\s+\d+\s+\d+\s+[1-9]", account)
    assert re.search(r"Russian Control\s+\d+\s+\d+\s+\+\d+", account)
    page.locator("dialog[open] .steps button").first.click()
    page.wait_for_selector("#prompt.past")
