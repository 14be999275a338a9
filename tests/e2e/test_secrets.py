"""Two people play each other and a third looks on: no browser ever holds what only another seat may know."""

from typing import Any

from tests.e2e.hands import NUMBER, give_listed, options, ready

from berlin.kernel.play.dice import key_from_seed

SEED = 5
DECISIONS = 42
QUICK = ("discard", "done", "pass", "decline", "convert", "begin", "roll")
OPEN = "Heinrici"
WATCHER = ""
PAGE = """() => [
  document.documentElement.outerHTML, document.body.innerText, document.title, document.cookie, location.href,
  JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
].join("\\n")"""


class Browser:
    """A page, and all that it was ever told."""

    def __init__(self, page: Any, link: str) -> None:
        self.page = page
        self.waiting: list[Any] = []
        self.about_table: list[str] = []
        self.about_all: list[str] = []
        self.told = self.shown = ""
        page.on("response", lambda answer: self.waiting.append(answer))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.hear(str(frame))))
        page.goto(link)
        ready(page)

    def hear(self, text: str) -> None:
        self.about_table.append(text.lower())

    def look(self) -> None:
        """Takes down what came by HTTP and WebSocket, what stands in the page, and what it keeps."""
        answers, self.waiting = self.waiting, []
        for answer in answers:
            text = f"{answer.headers} {answer.text()}"
            if "/api/tables" in answer.url:
                self.hear(text)
            else:
                self.about_all.append(text.lower())
        self.told = "\n".join(self.about_table)
        self.shown = self.page.evaluate(PAGE).lower()

    def everything(self) -> str:
        """With what is sent for every table alike."""
        return "\n".join([self.told, self.shown, *self.about_all])


class Hand:
    """What a seat holds that only it may know."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.names: set[str] = set()
        self.plays: set[str] = set()

    def look(self, scene: dict[str, Any]) -> None:
        """Through the seat's own eyes."""
        self.names = {card["name"] for card in scene["cards"] if card["seat"] == self.seat} - {OPEN}
        plays = {choice["text"] for choice in scene["choices"] if choice["verb"] == "play"}
        self.plays = plays - {"play 1"}

    def words(self, known: set[str]) -> list[str]:
        """How its secrets may be written in a card, in the log and as answers, but for what is known."""
        names = sorted(self.names - known)
        spelt = [part for name in names for part in (name, name.replace(": ", ", "), name.split(": ")[-1])]
        return [*spelt, *(sorted(self.plays) if names else ())]


def found(words: list[str], text: str) -> list[str]:
    return [word for word in words if word.lower() in text]


def choose(texts: list[str], hand: Hand) -> str:
    """A secret chit is played as soon as it may be; everything else is made short."""
    wanted = [*(text for text in texts if text in hand.plays), *(text for text in QUICK if text in texts)]
    return wanted[0] if wanted else texts[0]


class Game:
    """Two seats and a watcher, each at a browser of its own."""

    def __init__(self, house: Any, open_page: Any) -> None:
        self.house, self.made = house, house.table(seed=SEED)
        self.tokens: dict[str, str] = self.made["seats"]
        links = {seat: house.link(self.made, seat) for seat in self.tokens}
        links[WATCHER] = f"{house.url}/t/{self.made['id']}"
        self.browsers = {
            name: Browser(open_page("about:blank", 1000, 700), link) for name, link in links.items()
        }
        self.hands = {seat: Hand(number) for number, seat in enumerate(self.tokens)}
        # Of the others' chits each knows those that it held itself, and those that were played before all.
        self.known: dict[str, set[str]] = {name: set() for name in self.browsers}
        self.drawn = self.played = self.sought = 0

    def look(self, n: int) -> None:
        for seat, hand in self.hands.items():
            before = hand.names
            hand.look(self.house.call(f"/tables/{self.made['id']}", token=self.tokens[seat])["scene"])
            self.drawn += n > 0 and bool(hand.names - before)
            self.known[seat] |= hand.names
        for browser in self.browsers.values():
            browser.look()

    def search(self, past: bool = False) -> None:
        """Nobody else holds a seat's secrets. The seat itself does, so that the search would find them.

        A page that looks at the past shows what was held then.
        """
        for seat, hand in self.hands.items():
            own, words, names = self.browsers[seat], hand.words(set()), sorted(hand.names)
            assert found(words, own.told) == words, seat
            assert past or found(names, own.shown) == names, seat
            for name, browser in self.browsers.items():
                if name != seat:
                    secret = hand.words(self.known[name])
                    assert not found(secret, browser.told), name
                    assert not found(secret, browser.shown), name
                    self.sought += len(secret)

    def decide(self, n: int) -> None:
        asked = [seat for seat in self.tokens if options(self.browsers[seat].page)]
        assert len(asked) == 1
        page, hand = self.browsers[asked[0]].page, self.hands[asked[0]]
        text = choose(options(page), hand)
        if text in hand.plays:
            self.played += 1
            for names in self.known.values():
                names |= hand.names
        give_listed(page, text)
        for browser in self.browsers.values():
            browser.page.wait_for_function(f"n => {NUMBER} === n", arg=n + 1)

    def look_back(self) -> None:
        """Everybody replays the game from its beginning."""
        for browser in self.browsers.values():
            with browser.page.expect_response("**/moments/0*"):
                browser.page.locator("#replay button").first.click()


def test_two_browsers_play_on_and_no_page_ever_holds_another_s_secrets(house: Any, open_page: Any) -> None:
    game = Game(house, open_page)
    for n in range(DECISIONS):
        game.look(n)
        game.search()
        game.decide(n)
    game.look(DECISIONS)
    game.search()
    game.look_back()
    game.look(DECISIONS)
    game.search(past=True)
    assert game.drawn > 2
    assert game.played > 2
    assert game.sought > 2 * DECISIONS
    key = key_from_seed(SEED).hex()
    for name, browser in game.browsers.items():
        everything = browser.everything()
        assert key not in everything
        for seat, token in game.tokens.items():
            assert (token.lower() in everything) == (seat == name)
