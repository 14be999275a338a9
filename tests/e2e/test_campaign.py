"""A campaign at the staff's desk: by two people who report their battles, and alone with modelled ones."""

import re
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.e2e.hands import (
    COMMIT,
    MEET,
    NUMBER,
    after,
    click,
    give,
    give_listed,
    has_focus,
    in_menu,
    options,
    rows,
    seq,
    settle,
    tap,
)
from tests.e2e.test_table import issues, with_axe
from tests.games.orsha.test_drawing import offered

from berlin.kernel.contract.game import load
from berlin.kernel.play.dice import key_from_seed
from berlin.kernel.proof.mark import rule

PAGE = "() => document.documentElement.outerHTML + JSON.stringify([{...localStorage}, {...sessionStorage}])"
LIT = "() => [...document.querySelectorAll('.place.lit')].map((one) => one.dataset.spot)"
WIDTH = "() => document.documentElement.scrollWidth"
# What brings a campaign on, in this order; where none of it can be said, the first answer.
ONWARD = (
    *("done", "reported", "told", "settled", "agree", "trace", "stay", "keep", "forgo", "ready", "close"),
    *("cease", "stand", "shut", "go", "reserve", "wait", "radio"),
)
LATER = 1_000_000
STEP = "[data-staff='step']"
# The game is over, or it is this page's turn and nobody has answered for a second.
STILL = f"""() => {{
  const now = performance.now(), at = {NUMBER};
  if (window.lastNumber !== at) [window.lastNumber, window.lastChange] = [at, now];
  const asked = document.querySelector("#prompt .result, [data-staff='step']");
  return Boolean(asked) && now - window.lastChange > 1000;
}}"""
Scene = dict[str, Any]


def onward(scene: Scene) -> str:
    by = {choice["verb"]: choice["text"] for choice in reversed(scene["choices"])}
    return str(next((by[verb] for verb in ONWARD if verb in by), scene["choices"][0]["text"]))


class Campaign:
    """A table of the campaign, answered by wire where a hand would only repeat itself."""

    def __init__(self, house: Any, **wish: Any) -> None:
        self.house = house
        self.made = house.call("/tables", {"game": "orsha", "seed": 3, **wish})
        self.path = f"/tables/{self.made['id']}"

    def link(self, *seats: str) -> str:
        return str(self.house.link(self.made, *seats))

    @property
    def every(self) -> str:
        """The keys of all who play, at once."""
        return ",".join(self.made["seats"].values())

    def sight(self, seat: str = "") -> dict[str, Any]:
        """The table as this seat sees it, but for its log."""
        return self.seen_with(self.made["seats"].get(seat, ""))

    def seen_with(self, token: str) -> dict[str, Any]:
        sight: dict[str, Any] = self.house.call(f"{self.path}?since={LATER}", token=token)
        return sight

    @property
    def scene(self) -> Scene:
        """What a watcher sees."""
        return dict(self.sight()["scene"])

    def awaited(self) -> dict[str, Any] | None:
        """What the person sees who decides, once the machine has done its part; None if it is over."""
        while True:
            sight = self.seen_with(self.every)
            if sight["seat"] in sight["turn_of"]:
                return sight
            if sight["scene"]["result"]:
                return None
            time.sleep(0.2)

    def answer(self, sight: dict[str, Any], action: str) -> dict[str, Any] | None:
        """Answers for the person who decides; what comes next for one of them, None if it is over."""
        told = self.house.call(f"{self.path}/actions", {"seq": sight["seq"], "action": action}, self.every)
        # Whether an answer can be taken back takes long to find out, and of a moment it isn't asked.
        moment = f"{self.path}/moments/{told['seq']}?since={LATER}"
        after: dict[str, Any] = self.house.call(moment, token=self.every)
        return after if after["seat"] in after["turn_of"] else self.awaited()

    def until(self, enough: Callable[[Scene], bool]) -> Scene:
        """Answers onward until a scene is enough; machines are waited for."""
        sight = self.awaited()
        while sight and not enough(sight["scene"]):
            sight = self.answer(sight, onward(sight["scene"]))
        return dict(sight["scene"]) if sight else self.scene


def is_asked(verb: str, seat: int | None = None) -> Callable[[Scene], bool]:
    def found(scene: Scene) -> bool:
        verbs = {choice["verb"] for choice in scene["choices"]}
        return verb in verbs and (seat is None or scene["prompt"]["seat"] == seat)

    return found


def press(page: Any, key: str) -> None:
    """Presses a button on a page of the desk, by what it is the answer of, and confirms it if asked."""
    before = seq(page)
    click(page, f".page [data-key='{key}']")
    settle(page, before, lambda: click(page, COMMIT))


def turn_to(page: Any, name: str) -> None:
    click(page, f"[data-page='{name}']")
    page.wait_for_selector(f"[data-page='{name}'][aria-current]")


def hex_of(page: Any, places: list[str]) -> str:
    """One of these places that a mouse can meet."""
    return next(place for place in places if page.evaluate(MEET, [f".place[data-spot='{place}']", ""]))


def put(page: Any, text: str, wish: Callable[[str], bool] = lambda place: True) -> str:
    """Clicks a lit hex, and takes what this begins with where several things are meant; says which hex."""
    place = hex_of(page, [place for place in page.evaluate(LIT) if wish(place)])
    # A hex of a part of the map that is not named yet is two answers.
    due = seq(page) + 1 + page.locator(f".place.faint[data-spot='{place}']").count()
    click(page, f".place[data-spot='{place}']")
    page.wait_for_function(f"n => document.querySelector('.menu button') || {NUMBER} >= n", arg=due)
    if page.locator(".menu").count():
        in_menu(page, f"{text} {place}")
        page.wait_for_function(f"n => {NUMBER} >= n", arg=due)
    return place


def caught_up(page: Any, campaign: Campaign, seat: str) -> None:
    """The page of this seat shows the table as it is."""
    page.wait_for_function(f"n => {NUMBER} >= n", arg=campaign.sight(seat)["seq"])


def test_two_people_run_a_campaign_and_report_its_battles(house: Any, open_page: Any) -> None:
    campaign = Campaign(house, options={"battles": "report"})
    german, russian = open_page(campaign.link("german")), open_page(campaign.link("russian"))

    # Purchases: with a mouse.
    german.wait_for_selector(".page-shop")
    budget = int(german.locator(".figure b").first.inner_text())
    shut = german.locator(".offers .shut").first
    assert shut.locator(".clause").count() == 1
    # A clause is read without our own mark of the part that it belongs to.
    shut.locator(".clause").evaluate("node => node.click()")
    german.wait_for_function("() => document.querySelector('#clause p')?.textContent.length > 20")
    assert "[campaign]" not in german.evaluate(PAGE)
    german.locator("#clause header button").click()
    german.wait_for_selector("#clause", state="hidden")
    press(german, "buy I3")
    assert german.locator(".basket li").count() == 1
    assert int(german.locator(".figure b").first.inner_text()) == budget - 6
    assert "1/2" in german.locator("tr", has_text="Pioneer Platoon").inner_text()
    after(german, lambda: click(german, ".basket [data-key^='return ']"))
    assert not german.locator(".basket li").count()
    for line in ("I3", "O1", "M1"):
        press(german, f"buy {line}")
    caught_up(russian, campaign, "russian")
    assert not [word for word in ("Pioneer", "buy I3", "return") if word in russian.evaluate(PAGE)]
    assert "decides" in russian.locator("#prompt h2").inner_text()
    assert not russian.locator(".page-shop").count()
    press(german, "done")
    give(german, "radio")

    # And with keys: the focus stays where it was.
    russian.wait_for_selector(".page-shop")
    russian.focus("[data-key='buy I1']")
    after(russian, lambda: russian.keyboard.press("Enter"))
    assert has_focus(russian, "[data-key='buy I1']")
    after(russian, lambda: click(russian, ".account .main"))

    # Fortifications, and where they lie.
    german.wait_for_selector("[data-key='fortify trench']")
    press(german, "fortify trench")
    assert "44" in german.locator(".figure b").first.inner_text()
    press(german, "done")
    campaign.until(is_asked("take", 0))
    caught_up(german, campaign, "german")
    ready_to_play(german)
    assert german.locator("[data-page='map'][aria-current]").count() == 1
    unit = german.locator("#ready [data-box-unit]").first.get_attribute("data-box-unit")
    after(german, lambda: click(german, f"#ready [data-box-unit='{unit}']"))
    assert german.locator(".place.lit.faint").count() > 500
    german.locator("[data-spot='K50']").dispatch_event("pointerover")
    german.wait_for_selector("#status .may-not .clause")
    place = put(german, "put", lambda place: place.startswith("K"))
    pieces = house.call(campaign.path, token=campaign.made["seats"]["german"])["scene"]["pieces"]
    assert next(piece["place"] for piece in pieces if piece["id"] == unit) == place
    give(german, "lay trench")
    laid = put(german, "put")
    campaign.until(is_asked("take", 1))
    caught_up(russian, campaign, "russian")
    ready_to_play(russian)
    # What is hidden, concealed, or not yet laid open is not there for the other side.
    assert unit not in [piece["id"] for piece in campaign.scene["pieces"]]
    assert not [word for word in ("trench", f"take {unit}") if word in russian.evaluate(PAGE)]
    unit = russian.locator("#ready [data-box-unit]").first.get_attribute("data-box-unit")
    after(russian, lambda: click(russian, f"#ready [data-box-unit='{unit}']"))
    put(russian, "arrive")

    # The report: one unit by hand, the rest as a file, with all that is wrong with it told at once.
    campaign.until(is_asked("reported", 0))
    caught_up(german, campaign, "german")
    german.wait_for_selector(".page-form")
    assert "trench" in {marker["text"] for marker in campaign.scene["markers"]}
    assert laid in {marker["place"] for marker in campaign.scene["markers"]}
    german.locator(".handin summary").click()
    with german.expect_download() as fetched:
        click(german, "[data-key='blank']")
    assert fetched.value.suggested_filename == "report.toml"
    form = german.locator(".handin textarea").input_value()
    units = re.findall(r"^(g\d+) = ", form, re.MULTILINE)
    wrong = form.replace(f'{units[0]} = ""', f'{units[0]} = "at ZZ99"').replace(
        f'{units[1]} = ""', 'g999 = "lost"'
    )
    before = seq(german)
    german.locator(".handin textarea").fill(wrong)
    click(german, "[data-key='check']")
    german.wait_for_selector(".faults li")
    assert german.locator(".faults li").count() == 2
    assert seq(german) == before
    right = form.replace(f'{units[0]} = ""', f'{units[0]} = "lost fire"')
    german.locator(".handin textarea").fill(right)
    click(german, "[data-key='check']")
    german.wait_for_selector(".handed .good")
    after(german, lambda: click(german, "[data-key='send']"))
    assert campaign.scene["prompt"]["seat"] == 1
    caught_up(russian, campaign, "russian")
    russian.wait_for_selector(".page-form")
    told = russian.locator("[data-form^='tell ']").first.get_attribute("data-form")
    press(russian, told)
    assert russian.locator(".form-rows .whole").count() == 1
    text = next(text for text in options(russian) if text.startswith(("fell", "ails", "mended")))
    press(russian, text)
    if russian.locator("[data-form='told']").count():
        press(russian, "told")
    press(russian, "reported")
    taken = put(russian, "holds russian")
    give(russian, "settled")
    german.wait_for_selector(".page-form .form-rows")
    assert f"({taken}): passed to the Russian side" in rows(german, ".form-rows")
    give(german, "agree")

    # Perimeters, the checklist, the history.
    campaign.until(is_asked("trace", 0))
    caught_up(german, campaign, "german")
    german.wait_for_selector(".rim")
    give(german, "trace")
    turn_to(german, "checklist")
    assert german.locator(".task.now").inner_text().startswith("▸")
    assert german.locator(".task.done").count() >= 4
    campaign.until(is_asked("trace", 1))
    caught_up(russian, campaign, "russian")
    give(russian, "trace")
    campaign.until(is_asked("buy", 0))
    caught_up(german, campaign, "german")
    turn_to(german, "chronicle")
    assert "Pioneer" in german.locator(".chapter").inner_text()
    click(german, ".chapter button")
    german.wait_for_selector(".tint")
    assert german.locator(".tint, .rim").count() == 1
    caught_up(russian, campaign, "russian")
    turn_to(russian, "chronicle")
    assert "Pioneer" not in russian.evaluate(PAGE)

    # To the verdict.
    for page in (german, russian):
        page.goto("about:blank")
    verdict = campaign.until(lambda scene: False)["result"]
    assert "wins the campaign" in verdict
    german.goto(campaign.link("german"))
    german.wait_for_selector("#prompt .result")
    # Each clause in it can be read at a click.
    assert german.locator("#prompt .result").inner_text() == re.sub(r"[\[\]]", "", verdict)
    assert german.locator("#prompt .result .clause").count() == verdict.count("[")
    turn_to(german, "chronicle")
    assert german.locator(".chapter").count() == 4
    turn_to(german, "papers")
    with german.context.expect_page() as opened:
        click(german, "[data-paper] [data-key^='open ']")
    opened.value.wait_for_selector("h1, h2")
    assert opened.value.locator("table, svg").count()


def ready_to_play(page: Any) -> None:
    """No animation, so that the mouse meets what lies still."""
    page.wait_for_selector(".place.lit, #ready button")
    page.click("#settings")
    page.get_by_label("No animation").check()
    page.get_by_role("button", name="Close").last.click()
    page.wait_for_selector("dialog", state="detached")


@cache
def position(question: str, turn: int, battles: str = "report") -> tuple[str, str]:
    """A campaign that has come to a question on a date, and whose it is."""
    game = load("orsha")
    state = game.start("orsha", key_from_seed(3), {"battles": battles}).state
    while True:
        seat = game.deciders(state)[0]
        scene = msgspec.to_builtins(game.scene(game.view(state, seat)))
        if is_asked(question)(scene) and game.turn(state) == turn:
            return game.write_situation(state), game.seats[seat]
        state = game.next(state, game.read(onward(scene)))


@pytest.mark.long
def test_one_person_runs_a_campaign_against_the_staff(house: Any, open_page: Any) -> None:
    """From the end of the third battle on: what is done on a date comes up once, and then the verdict."""
    text, seat = position("trace", 3, "model")
    campaign = Campaign(house, situation=text, seats={seat: "human", rival(seat): "staff"})
    page = open_page(campaign.link(seat))
    page.wait_for_selector(".rim")
    seen: set[str] = set()
    sight = campaign.awaited()
    while sight:
        question = re.sub(r" \S*\d\S*", "", sight["scene"]["prompt"]["text"])
        action = onward(sight["scene"])
        if question in seen:
            sight = campaign.answer(sight, action)
        else:
            seen.add(question)
            page.wait_for_function(f"n => {NUMBER} >= n", arg=sight["seq"])
            # A click on a part of the map would say at once where in it.
            (give_listed if action.startswith("sector") else give)(page, action)
            sight = campaign.awaited()
    assert len(seen) > 5
    page.wait_for_selector("#prompt .result")
    assert "wins the campaign" in page.locator("#prompt .result").inner_text()
    turn_to(page, "chronicle")
    assert page.locator(".chapter").count() == 4
    assert "settled by the model" in page.locator(".chapter").first.inner_text()
    assert {entry["seat"] for entry in house.call(campaign.path)["log"][1:]} == {0, 1}


def reached_for(page: Any, selector: str) -> bool:
    """Presses a button that opens a sheet. In vain where the question changes under the hand."""
    page.locator(selector).press("Enter")
    gone = f"document.activeElement !== document.querySelector(`{selector}`)"
    page.wait_for_function(f"() => document.querySelector('{COMMIT}') || {gone}")
    return bool(page.locator(COMMIT).count())


@pytest.mark.long
def test_one_person_runs_a_whole_campaign_and_lets_the_staff_answer_step_by_step(
    house: Any, open_page: Any
) -> None:
    """From the first purchase to the verdict, all of it at the desk: battles by the model."""
    campaign = Campaign(house, seats={"german": "human", "russian": "staff"}, hints=True)
    page = open_page(campaign.link("german"))
    page.wait_for_selector(STEP)
    captions = set[str]()
    while True:
        page.wait_for_function(STILL)
        if page.locator("#prompt .result").count():
            break
        captions.add(page.locator("#caption").inner_text())
        before = seq(page)
        if reached_for(page, STEP):
            page.locator(COMMIT).press("Enter")
            page.wait_for_function(f"n => {NUMBER} > n", arg=before)
    assert "wins the campaign" in page.locator("#prompt .result").inner_text()
    assert {caption.partition(":")[0] for caption in captions} >= {"23AM", "23PM", "24AM", "24PM"}
    turn_to(page, "chronicle")
    assert page.locator(".chapter").count() == 4


def rival(seat: str) -> str:
    return next(one for one in load("orsha").seats if one != seat)


def seated(house: Any, question: str, turn: int) -> str:
    """The link of whoever is asked this."""
    text, seat = position(question, turn)
    return Campaign(house, situation=text).link(seat)


@rule("OTO 7.5053.q1")
@pytest.mark.parametrize("width", (1280, 390))
def test_a_smaller_perimeter_is_asked_about_with_the_hexes_that_it_gives_up(
    house: Any, open_page: Any, width: int
) -> None:
    campaign = Campaign(house, situation=load("orsha").write_situation(offered().freeze()))
    page = open_page(campaign.link("russian"), width, 844)
    page.wait_for_selector("[data-bare='decline']")
    assert "34 hexes that could be enclosed too" in page.inner_text("#prompt")
    before = seq(page)
    click(page, "[data-bare='decline']")
    page.wait_for_selector(COMMIT)
    warned = page.inner_text("dialog[open] .warning")
    assert "you give up 34 hexes" in warned
    assert "K36" in warned
    assert page.evaluate(WIDTH) <= width
    assert seq(page) == before
    assert settle(page, before, lambda: click(page, COMMIT))
    assert "decline" not in options(page)


@with_axe
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_no_serious_issue_on_the_desk(house: Any, open_page: Any, width: int, scheme: str) -> None:
    for question, turn, names in (
        ("buy", 2, ("shop", "checklist", "chronicle", "papers")),
        ("reported", 1, ("form",)),
    ):
        page = open_page(seated(house, question, turn), width, 844, color_scheme=scheme, bypass_csp=True)
        page.wait_for_selector("[data-page='papers']")
        for name in names:
            turn_to(page, name)
            assert not issues(page, "main"), name
            assert page.evaluate(WIDTH) <= width, name


def test_the_desk_on_a_phone(house: Any, open_page: Any) -> None:
    campaign = Campaign(house)
    page = open_page(campaign.link("german"), 390, 844, has_touch=True, is_mobile=True, color_scheme="dark")
    page.wait_for_selector(".page-shop")
    after(page, lambda: tap(page, ".page [data-key='buy I1']"))
    assert page.locator(".basket li").count() == 1
    assert page.evaluate(WIDTH) <= 390
    tap(page, "[data-page='checklist']")
    page.wait_for_selector(".task.now")
    assert page.evaluate(WIDTH) <= 390
    page.goto(seated(house, "take", 1))
    page.wait_for_selector("#ready [data-box-unit]")
    after(page, lambda: tap(page, "#ready [data-box-unit]"))
    assert page.locator(".place.lit").count() > 100
    assert page.evaluate(WIDTH) <= 390


def test_codes_are_read_by_who_asks_for_them(house: Any, open_page: Any) -> None:
    page = open_page(Campaign(house).link("german"))
    page.wait_for_selector("#answers [data-answer='buy I1']")
    assert "buy I1" not in page.inner_text("#answers")
    page.click("#settings")
    page.get_by_label("Show codes").check()
    page.keyboard.press("Escape")
    assert "buy I1" in page.inner_text("#answers")
