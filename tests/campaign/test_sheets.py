"""The pages of a campaign: all that a side has, and nothing that it may not know."""

import re
from html.parser import HTMLParser
from random import Random
from xml.etree import ElementTree

import pytest
from tests.campaign.desk import at, desk, off
from tests.campaign.journey import some_states

from berlin.boards.hexes import pack
from berlin.campaign.sheets import purchases
from berlin.campaign.sheets.catalogue import PAPERS, write
from berlin.campaign.state.state import GERMAN, RUSSIAN, Account, Group, Line, Outline, State, Zone
from berlin.games.orsha.board.charts import CHARTS
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.games.orsha.table.papers import IMPRINT
from berlin.kernel.contract.events import Event
from berlin.kernel.contract.ids import Seat
from berlin.squad.board.names import piece_word, unit_of
from berlin.squad.board.pieces import Mark, Where

PAGES = tuple(paper for paper in PAPERS if paper.is_page)
VOID = ("meta",)


def written(d: Draft, key: str, seat: Seat | None, *story: Event) -> str:
    state = d.freeze()
    assert isinstance(state, State)
    return write(IMPRINT, key, GAME.view(state, seat), story)


def plain(text: str) -> str:
    """What can be read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text.partition("</style>")[2]))


class _Tags(HTMLParser):
    """Every tag that is opened is closed, in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name == "style" or name.startswith("on") for name, _ in attrs)
        assert all((value or "").startswith("#") for name, value in attrs if name in ("href", "src"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def states() -> list[State]:
    return list(some_states()[::14])


@pytest.mark.parametrize("seat", [GERMAN, RUSSIAN, None])
def test_every_page_is_whole_by_itself(seat: Seat | None) -> None:
    for state in states():
        for paper in PAGES:
            text = write(IMPRINT, paper.key, GAME.view(state, seat), ())
            tags = _Tags()
            tags.feed(text)
            assert tags.open == []
            assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
            for picture in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
                ElementTree.fromstring(picture)


@pytest.mark.parametrize("seat", [GERMAN, RUSSIAN])
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_papers(seat: Seat) -> None:
    differed = 0
    for number, state in enumerate(states()):
        seen = GAME.view(state, seat)
        for other in (GAME.other_world(state, seat, Random(number + n)) for n in range(2)):
            assert isinstance(other, State)
            differed += state.pieces != other.pieces
            for paper in PAPERS:
                assert write(IMPRINT, paper.key, seen, ()) == write(
                    IMPRINT, paper.key, GAME.view(other, seat), ()
                )
    assert differed


def test_the_enemys_secrets_are_on_no_paper() -> None:
    d = desk(
        [at("g:StuH-42", "K33", Mark.HIDDEN), at("g:FlaK-88", "K34", Mark.CONCEALED), off("g:sIG-33")],
        [at("r:4-4-7", "K45")],
        groups=(
            (Group(CHARTS[GERMAN].index(next(o for o in CHARTS[GERMAN] if o.id == "I4")), 1, paid=6),),
            (),
        ),
    )
    told = Event("roll", "I4: Strength: 2, full", (), (), GERMAN, "")
    for paper in (paper for paper in PAPERS if paper.key != "rules"):
        text = written(d, paper.key, RUSSIAN, *filter(None, [told.seen_by(RUSSIAN)]))
        for secret in ("StuH 42", "88L AA", "150* INF", "Assault Plt.", "Strength: 2"):
            assert secret not in text, (paper.key, secret)
    assert '<td class="t">K34</td><td>?</td>' in written(d, "roster", RUSSIAN)
    assert "K33" not in plain(written(d, "roster", RUSSIAN))


def test_the_roster_has_every_piece_of_a_side_with_its_condition_and_fate() -> None:
    d = desk(
        [
            at("g:4-6-7", "K12", Mark.BROKEN, level=1),
            at("g:LMG", "K12", Mark.MALFUNCTION, holder=0),
            off("g:StuG-IIIG", where=Where.ENTERING),
            off("g:8-1", where=Where.LOST, fate="lost: sniper"),
        ],
        [at("r:4-4-7", "K45"), at("r:4-4-7", "K45")],
    )
    text = plain(written(d, "roster", GERMAN))
    assert "g0 4-6-7 K12 level 1 broken" in text
    assert "g1 LMG K12 g0 malfunction" in text
    assert "g2 StuG IIIG Entering" in text
    assert "g3 8-1 Lost lost: sniper" in text
    assert "K45 2 4-4-7" in text


def test_a_prisoner_is_on_both_rosters() -> None:
    d = desk([at("g:4-6-7", "K45", Mark.PRISONER, holder=0)], [at("r:4-4-7", "K45")])
    assert "g0 4-6-7 K45 the enemy prisoner" in plain(written(d, "roster", GERMAN))
    assert "Taken from the enemy (1) g0 4-6-7 K45 r0 prisoner" in plain(written(d, "roster", RUSSIAN))


@pytest.mark.parametrize("seat", [GERMAN, RUSSIAN])
def test_no_piece_of_a_side_is_left_out(seat: Seat) -> None:
    label = piece_word(IMPRINT.book.sides).write
    for state in states():
        roster, groups = (write(IMPRINT, key, GAME.view(state, seat), ()) for key in ("roster", "organizer"))
        for number, piece in enumerate(state.pieces[seat]):
            name = label(unit_of(seat, number))
            if piece.where is not Where.ABOARD:
                assert f'<td class="t">{name}</td>' in roster
            group = state.groups[seat][piece.group] if piece.group >= 0 else None
            if piece.where is not Where.ABOARD and not (group and group.gone):
                assert re.search(rf"<figcaption>[^<]*\b{name}\b", groups), name


def test_the_purchase_record_has_every_group_with_its_price_strength_and_rolls() -> None:
    lines = [offer.id for offer in CHARTS[GERMAN]]
    groups = (
        Group(lines.index("I1"), 1, given=True),
        Group(lines.index("I2"), 1, paid=6),
        Group(lines.index("I1"), 2, paid=6, onboard=False, depleted=True),
        Group(lines.index("V1"), 2, paid=6),
    )
    d = desk([off("g:4-6-7", group=0), off("g:4-6-7", group=2)], turn=2, groups=(groups, ()))
    d.account(GERMAN, total=30, cpp=18)
    story = [
        Event("roll", "I1: Leaders, German: 6 = 6, 8-1", (), (), GERMAN),
        Event("roll", "weather: 4, Overcast"),
        Event("date", "CG Date 23PM"),
        Event("roll", "F2: Type of Stuka '43: 2 = 2, DB Type '43 Stuka, Ju 87D", (), (), GERMAN),
        Event("roll", "V1: Armor leader: 7 = 7, ", (), (), GERMAN),
    ]
    text = plain(written(d, "purchases", GERMAN, *story))
    first, second = text.split("CG Date 23AM")[-1].split("CG Date 23PM")
    assert "0 I1 Rifle Co. I 0 full 4-6-7 given" in first
    assert "1 I2 Rifle Co. II 6" in first
    assert "Spent on groups 6" in first
    assert "I1: Leaders, German: 6 = 6, 8-1" in first
    assert "weather" not in text
    assert "2 I1 Rifle Co. I 6 depleted 4-6-7 enters, or is kept back" in second
    assert "Spent on groups 12" in second
    assert "F2: Type of Stuka &#x27;43: 2 = 2, DB Type &#x27;43 Stuka, Ju 87D" in second
    assert "V1: Armor leader: 7 = 7 " in second


def test_rolls_are_dated_from_the_end_of_the_story() -> None:
    d = desk(turn=3)
    seen = GAME.view(d.freeze(), GERMAN)
    roll, date = Event("roll", "I1: 3 LMG", (), (), GERMAN), Event("date", "CG Date")
    assert purchases.rolls([roll, date, roll], seen) == {2: ["I1: 3 LMG"], 3: ["I1: 3 LMG"]}


def test_the_sums_of_a_campaign_are_those_of_its_groups() -> None:
    for state in states():
        for seat in (GERMAN, RUSSIAN):
            text = plain(write(IMPRINT, "purchases", GAME.view(state, seat), ()))
            for turn in range(1, state.turn + 1):
                bought = [group.paid for group in state.groups[seat] if group.date == turn]
                if bought:
                    assert f"Spent on groups {sum(bought)}" in text


def test_a_spectator_is_told_of_no_purchases_and_no_groups() -> None:
    d = desk([off("g:4-6-7", group=0)], groups=((Group(0, 1, paid=7),), ()))
    for key in ("purchases", "organizer"):
        assert "Rifle Co." not in written(d, key, None)


def test_the_organizer_shows_a_group_with_its_losses() -> None:
    gone = off("g:4-6-7", group=0, where=Where.LOST, fate="lost: fire")
    groups = (Group(0, 1), Group(8, 1, gone="spent"))
    d = desk([off("g:4-6-7", group=0), gone, at("g:hero", "K12")], groups=(groups, ()))
    text = plain(written(d, "organizer", GERMAN))
    assert "#0 I1 Rifle Co. I full; 1 of 2 left" in text
    assert "By themselves" in text
    assert "Groups that are gone #1" in text


def test_what_was_bought_and_is_no_force_is_named_below_the_groups() -> None:
    lines = [offer.id for offer in CHARTS[GERMAN]]
    groups = (Group(lines.index("O1"), 1), Group(lines.index("M1"), 1), Group(lines.index("M1"), 1))
    text = plain(written(desk(groups=(groups, ())), "organizer", GERMAN))
    assert "#0 O1" in text
    assert "#1" not in text
    assert "Besides: 2 M1 50 FPP" in text


def test_the_map_shows_perimeters_pockets_isolated_areas_and_no_mans_land() -> None:
    hexes = [1 << find_hex(name) for name in ("K12", "K13", "K30", "K45", "L12")]
    main, other, pocket, foe, empty = hexes
    outlines = (Outline(pack(main | other), pack(main), ((pack(pocket), pack(pocket)),)),)
    d = desk(
        outlines=(*outlines, Outline(pack(foe))),
        control=(pack(main | other | pocket), pack(foe)),
        fronts=(pack(main), pack(foe)),
        zones=(Zone(pack(pocket), "C", GERMAN),),
        history=(Line(1, RUSSIAN, 9, 8, (12, 5), pack(main), "report"),),
        turn=2,
    )
    text = written(d, "perimeters", None)
    read = plain(text)
    assert "German Perimeter 3 hexes Front Line 1 hexes Russian Perimeter 1 hexes" in read
    for words in (
        "German Pocket",
        "Russian Front Line",
        "No-Man&#x27;s Land",
        "Date by date",
        "23AM Russian 8 9 12 5 1",
    ):
        assert words in read
    assert "Isolated Area, type C (one side&#x27;s units): German. K30" in read
    assert "Russian Pocket" not in read
    assert empty
    # Two hexes side by side have ten sides to the rest of the map.
    (rim,) = re.findall(r'<path d="([^"]*)" clip-path="url\(#main0\)"', text)
    assert rim.count("M") == 10


def test_the_account_of_a_side_is_on_its_own_roster_alone() -> None:
    d = desk(accounts=(Account(cpp=7, fpp=9, san=3, elr=3), Account(cpp=5, san=4, elr=4)))
    assert "CPP left 7 FPP left 9" in plain(written(d, "roster", GERMAN))
    assert "CPP left 5" in plain(written(d, "roster", RUSSIAN))
    assert "CPP left" not in plain(written(d, "roster", None))
