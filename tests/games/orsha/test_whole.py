"""A whole campaign with reported battles, step by step: its bookkeeping against numbers reckoned by hand."""

import pytest
from tests.games.orsha.course import Answers, act, campaign, lead, lead_to, step

from berlin.campaign import victory
from berlin.campaign.aftermath.hardening import Leadership, Weigh
from berlin.campaign.battle import Battle
from berlin.campaign.deployment.scouting import Inspecting, Recon
from berlin.campaign.deployment.setup import Ready, Take
from berlin.campaign.purchases.fortify import Fortify
from berlin.campaign.purchases.modules import Aim, Phone, Radio, at_hand
from berlin.campaign.purchases.prices import offer_of
from berlin.campaign.purchases.purchase import Buy, Enter, Onboard, Register
from berlin.campaign.question import Done
from berlin.campaign.report.check import check
from berlin.campaign.report.form import acts_of, read
from berlin.campaign.report.units import Reporting
from berlin.campaign.sectors import Put, Sector, sectors
from berlin.campaign.state.state import Sheet
from berlin.games.orsha.board.ground import MAP, find_hex
from berlin.games.orsha.rules.book import BOOK
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import BOTH, Seat, Unit
from berlin.kernel.proof.mark import rule
from berlin.squad.board.names import piece_word
from berlin.squad.board.pieces import Mark, Where

GERMAN, RUSSIAN = BOTH

WORD = piece_word(BOOK.sides).write


def group(d: Draft, seat: Seat, line: str, which: int = -1) -> int:
    """The number of the last group of a line, or of another."""
    found = [n for n, one in enumerate(d.groups[seat]) if (o := offer_of(d, seat, one)) and o.id == line]
    return found[which]


def units(d: Draft, seat: Seat, kind: str, of: int | None = None) -> list[Unit]:
    """The pieces of a kind that a side still has, of a group if one is named."""
    return [n for n, p in d.at_hand(seat) if p.kind[2:] == kind and of in (None, p.group)]


def place(d: Draft, unit: Unit, name: str) -> None:
    act(d, Take(unit))
    part = next(middle for middle, hexes in sectors(MAP).items() if hexes >> find_hex(name) & 1)
    act(d, Sector(part), Put(find_hex(name)))


def hand_in(d: Draft, text: str) -> None:
    """An after-action report without a fault, told act by act."""
    report = read(BOOK, text)
    assert check(d, report) == []
    act(d, *acts_of(d, report))


def upkeep(*dice: int) -> Answers:
    """From the Russian roll for a leader on: these dice, whatever is asked in between."""

    def weigh(d: Draft, frame: Leadership) -> Weigh:
        if frame.seat == RUSSIAN:
            d.given = dice
        return Weigh()

    return {Leadership: weigh}


@pytest.fixture(scope="module")
def played() -> dict[str, Draft]:
    """The campaign at its turning points; every draft is a copy."""
    found: dict[str, Draft] = {}

    def keep(name: str) -> None:
        found[name] = Draft(d.freeze())

    d = campaign(battles="report")
    # 23AM: 66 CPP are 7, 5 for StuGs that enter, 4 with a Pre-Registered hex, 1 and 2: 47 are left.
    act(d, Buy("I1"), Buy("V3"), Buy("O1"), Buy("M1"), Buy("M3"))
    act(d, Enter(group(d, GERMAN, "V3")), Register(group(d, GERMAN, "O1")), Done(), Radio())
    # 68 CPP are 8 and 1 for groups that set up, 3 and 2: 54 are left.
    act(d, Buy("I2"), Buy("O1"), Buy("M2"))
    act(d, Onboard(group(d, RUSSIAN, "I2")), Onboard(group(d, RUSSIAN, "I5")), Done(), Phone())
    keep("bought")
    # 50 FPP: three trenches, a wire, 6 AP factors and two foxholes are 49.
    act(d, *[Fortify("trench")] * 3, Fortify("wire"), Fortify("ap6"), *[Fortify("foxhole3")] * 2, Done())
    act(d, Aim(find_hex("K45")))
    rifles = units(d, GERMAN, "4-6-7", group(d, GERMAN, "I1"))
    for unit, name in zip(rifles, ("K30", "K32", "K34", "K36", "K38", "K40"), strict=False):
        place(d, unit, name)
    act(d, Ready())
    guards = units(d, RUSSIAN, "4-5-8")
    for unit, name in zip(guards, ("K44", "K44", "L44", "M45"), strict=False):
        place(d, unit, name)
    act(d, Ready())
    d.given = (2,)
    act(d, Recon(2))
    top = d.frames[-1]
    assert isinstance(top, Inspecting)
    assert top.left == 8
    act(d, Done())
    keep("set up")
    # Two squads and one taken: 4, and 4 when the scenario ends. A squad and a T-34: 2 and 7.
    tank = units(d, RUSSIAN, "T-34-M43")[-1]
    hand_in(
        d,
        f"""
        date = 1
        rained = true
        [units]
        {WORD(rifles[3])} = "lost fire"
        {WORD(rifles[4])} = "lost artillery"
        {WORD(rifles[5])} = "captured"
        {WORD(guards[0])} = "at K40"
        {WORD(guards[1])} = "lost fire"
        {WORD(tank)} = "at K42, lost wrecked"
        [used]
        russian = [{group(d, RUSSIAN, "O1")}]
        [control]
        russian = ["X38", "K33", "K36", "K38"]
        [points]
        german = 4
        russian = 9
        """,
    )
    # SAN; CPP; ELR; weather and ground: see the tests.
    lead_to(d, "7.518", 2, upkeep(6, 6, 5, 4, 3, 4, 3, 4, 6, 6, 1, 1, 1, 3, 5))
    assert not d.given
    keep("23PM")
    act(d, Buy("I4"), Buy("M1"), Done(), Buy("I5"))
    d.given = (4, 5, 4, 5, 3, 4, 4, 5, 1, 4, 1, 2, 5, 6, 4, 3, 4)
    act(d, Done())
    assert not d.given
    keep("23PM received")
    lead(d, lambda now: isinstance(now.frames[-1], Reporting))
    # Six squads make 20 CVP; the ten squads that are left of the Guards leave by the west edge: 20 EVP.
    gone = units(d, GERMAN, "4-6-7")[:6]
    away = units(d, RUSSIAN, "4-5-8")
    told = "".join(f'{WORD(n)} = "lost fire"\n' for n in gone) + "".join(
        f'{WORD(n)} = "exited"\n' for n in away
    )
    hand_in(
        d,
        f"""
        date = 2
        [units]
        {told}
        [control]
        russian = ["D22", "V17", "Z15", "X38", "K33"]
        [points]
        evp = 20
        """,
    )
    lead_to(d, "7.518", 3, upkeep(6, 6, 5, 5, 1, 1, 1, 2, 5, 5, 1, 2, 6, 6, 6))
    assert not d.given
    keep("24AM")
    lead(d, lambda now: isinstance(now.frames[-1], Reporting))
    hand_in(d, "date = 3\n")
    lead_to(d, "7.518", 4, upkeep(6, 6, 6, 1, 5, 6, 6, 5, 6, 5, 6, 2, 4, 4, 1))
    assert not d.given
    keep("24PM")
    lead(d, lambda now: isinstance(now.frames[-1], Reporting))
    keep("last battle")
    hand_in(d, "date = 4\n")
    lead(d, lambda now: False)
    keep("over")
    return found


def cpp(d: Draft) -> tuple[int, int]:
    return d.accounts[GERMAN].cpp, d.accounts[RUSSIAN].cpp


@rule("OTO 7.518a", "OTO CG12a2", "OTO CG12b1", "OTO RG.german.note.f", "OTO RG.san.q1")
def test_23am_what_was_bought(played: dict[str, Draft]) -> None:
    d = played["bought"]
    assert cpp(d) == (47, 54)
    assert [account.san for account in d.accounts] == [4, 4]
    assert d.accounts[GERMAN].fpp == 50
    assert len(units(d, GERMAN, "4-6-7")) == 24
    stugs = units(d, GERMAN, "StuG-IIIG")
    assert {d.piece(n).where for n in stugs} == {Where.ENTERING}
    assert len(stugs) == 3
    assert [p.where for p in d.pieces[RUSSIAN] if p.kind == "r:6-2-8"] == [Where.RETAINED] * 8


@rule("OTO 7.520a", "OTO 7.5225b", "OTO 7.5152a")
def test_23am_the_set_up_and_the_roster(played: dict[str, Draft]) -> None:
    """Recon for 2 CPP on a morning: 2 and 3 and 2 and 1."""
    d = played["set up"]
    assert d.accounts[GERMAN].fpp == 0
    assert cpp(d) == (47, 52)
    assert d.sheets[GERMAN] == [Sheet(1, 0, 66, 47, 3, 4)]
    assert d.sheets[RUSSIAN] == [Sheet(1, 0, 68, 52, 4, 4, 8)]
    assert (d.weather, d.ground) == ("Overcast", "Wet")
    assert d.groups[GERMAN][group(d, GERMAN, "O1")].registered == (find_hex("K45"),)


@rule("OTO 7.4.victory.b", "OTO 7.4.initial_victory", "OTO 7.13a", "OTO 7.508a", "OTO CG7b")
def test_23am_the_battle(played: dict[str, Draft]) -> None:
    """8 CVP are no VP; X38 and K33 are two: fewer than 6."""
    d = played["23PM"]
    (line,) = d.history
    assert (line.date, line.winner, line.points, line.earned, line.lost) == (1, GERMAN, 2, 2, (8, 9))
    assert (line.way, line.weather, line.ground) == ("report", "Overcast", "Wet")
    assert (d.cvp, d.evp) == (8, 0)
    taken = [n for n, piece in d.at_hand(GERMAN) if piece.has(Mark.PRISONER)]
    assert len(taken) == 1
    assert d.piece(taken[0]).has(Mark.COUNTED)
    assert len(set(units(d, GERMAN, "4-6-7")) - set(taken)) == 21
    assert at_hand(d, RUSSIAN) == []
    assert at_hand(d, GERMAN) == [group(d, GERMAN, "O1")]
    assert units(d, RUSSIAN, "44A-GA") == []
    assert [p.kind for p in d.pieces[RUSSIAN] if p.where is Where.LOST and p.kind == "r:T-34-M43"] != []


@rule("OTO 6.isolated_location", "OTO 7.5057a", "OTO 7.506", "OTO 7.508b", "OTO 7.507", "OTO 7.5061b")
def test_23pm_the_perimeters(played: dict[str, Draft]) -> None:
    """The squad in K40 is within both Perimeters, in an Area of type C with its prisoner, and short of
    ammunition. What the Russians took far behind the German lines falls back to the Germans."""
    d = played["23PM"]
    (guard,) = (n for n, piece in d.on_map(RUSSIAN) if piece.space == find_hex("K40"))
    assert d.piece(guard).has(Mark.SHORT)
    assert d.area(GERMAN) >> find_hex("K40") & d.area(RUSSIAN) >> find_hex("K40") & 1
    assert any(
        zone.kind == "C" and zone.side == RUSSIAN for zone in d.zones if zone.hexes >> find_hex("K40") & 1
    )
    assert d.control[GERMAN] >> find_hex("X38") & ~d.control[RUSSIAN] >> find_hex("X38") & 1
    assert not [
        piece for n, piece in d.on_map(GERMAN) if d.counter(n).is_mmc and not piece.has(Mark.PRISONER)
    ]


@rule("OTO 7.5122a", "OTO 7.515", "OTO 7.5152b", "OTO 7.516b", "OTO 7.517a", "OTO 7.5171a")
def test_23pm_the_upkeep(played: dict[str, Draft]) -> None:
    """SAN 4 falls on a 5 and not on a 4. CPP: 7 is 22, and so is 7 and 1. ELR: the Germans' 12 less 1 for
    victory and 1 for a scenario is 12; the Russians' 2 less 1 for Guards, and 1 and 1, is 3. Weather: 4 less
    1 for an Overcast date. Ground: 5 less 2 for rain that fell, less 1."""
    d = played["23PM"]
    assert cpp(d) == (47 + 22, 52 + 22)
    assert [account.start for account in d.accounts] == [47, 52]
    assert [account.san for account in d.accounts] == [3, 4]
    assert [account.elr for account in d.accounts] == [2, 4]
    assert (d.weather, d.ground) == ("Rain", "Wet")
    assert step(d) == "7.518"


@rule("OTO 7.5191", "OTO 7.5192b", "OTO 7.5196c", "OTO 7.5197e", "OTO 7.5151")
def test_23pm_what_arrived(played: dict[str, Draft]) -> None:
    """I4: 9 is Depleted, two squads; LMG on a 4, no DC on a 5; 3 and 1 is an 8-1. I5: 8 and 1 is Depleted,
    six squads; no LMG on a 5, both FT, three of five DC; 7, 1, 1 less 1 is 8: an 8-1 and a 7-0."""
    d = played["23PM received"]
    assert cpp(d) == (64, 64)
    platoon, company = group(d, GERMAN, "I4"), group(d, RUSSIAN, "I5")
    mine = [p.kind[2:] for p in d.pieces[GERMAN] if p.group == platoon]
    assert sorted(mine) == ["5-4-8", "5-4-8", "8-1", "LMG"]
    theirs = [p.kind[2:] for p in d.pieces[RUSSIAN] if p.group == company]
    assert sorted(theirs) == ["6-2-8"] * 6 + ["7-0", "8-1"] + ["DC"] * 3 + ["FT"] * 2
    assert all(p.has(Mark.ENGINEER) for p in d.pieces[RUSSIAN] if p.group == company and p.kind == "r:6-2-8")
    assert d.groups[GERMAN][platoon].depleted


@rule("OTO 7.4.scenario_victory", "OTO 7.4.victory.d", "OTO 7.4.q1", "OTO CG14.q1")
def test_23pm_the_battle(played: dict[str, Draft]) -> None:
    """Five LVP, 20 CVP and 20 EVP: 7 VP in this scenario, and the Russians win it."""
    d = played["24AM"]
    line = d.history[1]
    assert (line.winner, line.points, line.earned, line.lost) == (RUSSIAN, 7, 7, (12, 0))
    # The prisoner left with his Guard; his points were given before.
    assert (d.cvp, d.evp) == (20, 20)
    assert [p.fate for p in d.pieces[GERMAN] if p.has(Mark.PRISONER)] == ["led away"]
    assert [p.where for p in d.pieces[RUSSIAN] if p.kind == "r:4-5-8"].count(Where.EXITED) == 10
    assert units(d, RUSSIAN, "4-5-8") == []
    assert [account.suffered for account in d.accounts] == [20, 9]


@rule("OTO 7.5122a", "OTO 7.515", "OTO 7.516b", "OTO 7.516a", "OTO 7.517a", "OTO 7.5171a")
def test_24am_the_upkeep(played: dict[str, Draft]) -> None:
    """SAN 3 stays on a 5, SAN 4 falls. CPP: 2 is 25, and so is 3 less 1. ELR: 10 less 1 for Assault troops
    and 2 is 11; 3 less 1, less 1, and 2, less 1 is 2, but 4 is the most. Weather: 12. Ground: 6 less 2."""
    d = played["24AM"]
    assert cpp(d) == (64 + 25, 64 + 25)
    assert [account.san for account in d.accounts] == [3, 3]
    assert [account.elr for account in d.accounts] == [2, 4]
    assert (d.weather, d.ground) == ("Clear & Gusty", "Moist")


@rule("OTO 7.5122a", "OTO 7.515", "OTO 7.516b", "OTO 7.518c")
def test_24pm_the_upkeep(played: dict[str, Draft]) -> None:
    """SAN 3 falls on a 6 and not on a 1. CPP: 11 and 1 is 20, and 11 is 20. ELR: the Germans' 11
    less 1 for 24AM, and 3, and 1 is 14; the Russians' 8 and 3 is 11. Weather: 8. Ground: 1."""
    d = played["24PM"]
    assert d.history[2].winner == GERMAN
    assert cpp(d) == (89 + 20, 89 + 20)
    assert [account.san for account in d.accounts] == [2, 3]
    assert [account.elr for account in d.accounts] == [1, 4]
    assert (d.weather, d.ground) == ("Clear", "Wet")


@rule("OTO 7.518d", "OTO 7.518.q1", "OTO 7.4.victory.a", "OTO 7.5c", "OTO CG12a3")
def test_24pm_the_verdict(played: dict[str, Draft]) -> None:
    """Every unit of the Germans came; what CPP they kept is taken from the Russians' VP."""
    d = played["over"]
    kept = played["last battle"].accounts[GERMAN].cpp
    assert d.left == kept
    assert not any(piece.fate == "never came" for piece in d.pieces[GERMAN])
    assert [line.date for line in d.history] == [1, 2, 3, 4]
    held = victory.points(d).total - 20 // 20 - 20 // 20
    assert (d.cvp, d.evp) == (20, 20)
    assert victory.final(d).total == held + 2 - kept
    assert (d.over, d.needed) == (1 + GERMAN, 20)
    assert step(d) == "7.503"


def test_no_battle_is_asked_how_it_is_settled(played: dict[str, Draft]) -> None:
    assert all(line.way == "report" for line in played["over"].history)
    assert not any(isinstance(frame, Battle) for frame in played["last battle"].frames)
