"""A server and Debian's chromium, both shared: each test plays at tables and in windows of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from tests.e2e.hands import PATIENCE
from tools.setup_browser import ADVICE, chromium

from berlin.server.http.answer import TOO_MANY

ARGUMENTS = ("--no-sandbox", "--headless=new", "--disable-gpu", "--disable-background-networking")
BERLIN = [sys.executable, "-c", "from berlin.cli.main import main; main()"]
# Whoever plays by wire plays quicker than any person, so he is a client of his own, another in each test.
WIRE = "10.0.{}.{}"

# What a page was used with: a mouse, a finger, keys. What the page does to itself doesn't count.
SENSES = """window.senses = {};
for (const kind of ["pointerdown", "pointermove", "wheel", "keydown"]) addEventListener(kind, (event) => {
  const sense = kind === "keydown" ? "keys" : (event.pointerType ?? "mouse");
  if (event.isTrusted) window.senses[sense] = (window.senses[sense] ?? 0) + 1;
}, { capture: true, passive: true });"""


# At which pace a page shows what others did, unless it was set there.
PACE = """try {
  if (!localStorage.getItem("berlin.likes")) localStorage.setItem("berlin.likes", '{"pace": "%s"}');
} catch {}"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium()
    if path is None:
        pytest.skip(f"there is no chromium here: {ADVICE}")
    with sync_playwright() as engine:
        opened = engine.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield opened
        opened.close()


class House:
    """A running server and what is done to it without a browser."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = 0
        self.more: list[str] = []
        self.tests = 0
        self.start()

    def start(self) -> None:
        # The same port after a restart, so that the pages that are open find it again.
        order = [*BERLIN, "serve", "--quiet", "--port", str(self.port), "--database", str(self.database)]
        order += self.more
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            order, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        self.wait()

    def kill(self) -> None:
        """As a power cut would: the server can't say goodbye."""
        self.process.kill()
        self.wait()

    def freeze(self) -> None:
        """It takes connections but answers nothing any more."""
        self.process.send_signal(signal.SIGSTOP)

    def wait(self) -> None:
        self.process.wait(PATIENCE / 1000)
        assert self.process.stdout
        self.process.stdout.close()

    def call(self, path: str, body: object = None, token: str = "") -> Any:
        headers = {"X-Seat": token, "X-Berlin": "1", "Content-Type": "application/json"}
        headers["X-Forwarded-For"] = WIRE.format(*divmod(self.tests, 256))
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != TOO_MANY:
                    raise
                time.sleep(int(error.headers["Retry-After"]))

    def table(self, **wish: Any) -> dict[str, Any]:
        """A new table: of the first game, everybody human, unless wished otherwise."""
        game = next(one for one in self.call("/games") if one["code"] == wish.get("game", one["code"]))
        seats = dict.fromkeys(game["seats"], "human") | wish.pop("seats", {})
        made: dict[str, Any] = self.call(
            "/tables", {"game": game["code"], "scenario": game["scenarios"][0]["key"], "seats": seats, **wish}
        )
        return made

    def link(self, made: dict[str, Any], *seats: str) -> str:
        tokens = [made["seats"][seat] for seat in seats or made["seats"]]
        return f"{self.url}/t/{made['id']}#{','.join(tokens)}"

    def play(self, made: dict[str, Any], choose: Callable[[dict[str, Any]], str | None]) -> None:
        """Answers by wire, as `choose` likes of each scene, until it likes none or the game is over."""
        tokens = list(made["seats"].values())
        while True:
            sights = [self.call(f"/tables/{made['id']}", token=token) for token in tokens]
            deciding = [(s, t) for s, t in zip(sights, tokens, strict=True) if s["seat"] in s["turn_of"]]
            if not deciding:
                return
            sight, token = deciding[0]
            action = choose(sight["scene"])
            if action is None:
                return
            self.call(f"/tables/{made['id']}/actions", {"seq": sight["seq"], "action": action}, token)


@pytest.fixture(scope="session")
def common_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "tables.db")
    yield house
    house.stop()


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Any:
    """The common server; for a test marked `alone`, which stops it or counts its tables, one of its own."""
    alone = request.node.get_closest_marker("alone")
    found = request.getfixturevalue("lone_house" if alone else "common_house")
    found.tests += 1
    return found


@pytest.fixture
def lone_house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "tables.db")
    yield house
    house.stop()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser of its own; what a page complains of fails the test. So does an answer that
    it asks for too much: all pages come from one address, as those of one house do, and more quickly.
    Others' doings are not shown one by one, unless a `pace` is set; "" is the page's own.
    """
    contexts, complaints = [], []

    def note_refusal(answer: Any) -> None:
        if answer.status == TOO_MANY:
            complaints.append(f"{answer.url}: too many requests")

    def open_page(
        url: str,
        width: int = 1440,
        height: int = 900,
        refused: bool = False,
        pace: str = "off",
        **options: Any,
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(SENSES)
        if pace:
            page.add_init_script(PACE % pace)
        if not refused:
            page.on("response", note_refusal)
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.on(
            "console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None
        )
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
