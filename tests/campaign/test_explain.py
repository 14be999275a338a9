"""What an act does in words, what it costs, and how likely it comes off."""

from msgspec.structs import replace
from tests.campaign.desk import at, desk, place
from tests.games.orsha.escapes import party, pocket, total

from berlin.campaign.aftermath.hardening import Harden, Hardening
from berlin.campaign.battle import Battle, Settle
from berlin.campaign.deployment.scouting import BETTER, Recon, Scouting
from berlin.campaign.desk.explain import explain, label
from berlin.campaign.perimeters.drawing import Drawing, Point, Trace, perimeter
from berlin.campaign.perimeters.escape import Go, Join, Leave
from berlin.campaign.purchases.fortify import Fortify, Fortifying, Hide
from berlin.campaign.purchases.purchase import Buy, Enter, Onboard, Register, Return, Shop
from berlin.campaign.question import Done
from berlin.campaign.refit.removal import Clear, Clearance, Suffer, Toll
from berlin.campaign.sectors import Put
from berlin.campaign.sequence import QUESTIONS
from berlin.campaign.state.state import GERMAN, RUSSIAN
from berlin.campaign.ways import ABOUT, MODEL, REPORT
from berlin.campaign.wording import say
from berlin.games.orsha.board.ground import find_hex
from berlin.games.orsha.game import GAME
from berlin.games.orsha.state.draft import Draft
from berlin.kernel.contract.ids import Seat, Unit
from berlin.kernel.contract.rules import Explanation
from berlin.kernel.play.acts import Act
from berlin.kernel.play.dice import key_from_seed
from berlin.squad.board.names import unit_of
from berlin.squad.board.pieces import Mark
from berlin.squad.board.works import Work, Works

SQUAD = unit_of(GERMAN, 0)


def shop(side: Seat = GERMAN, turn: int = 1, cpp: int = 20) -> Draft:
    d = desk(turn=turn, frames=(Shop(side),))
    d.account(side, cpp=cpp, total=cpp)
    return d


def after(d: Draft, *acts: Act) -> Draft:
    for act in acts:
        frame = d.frames[-1]
        assert isinstance(frame, Shop)
        frame.carry_out(d, act)
    return d


def totals(found: Explanation) -> dict[str, int]:
    return {tally.label: tally.total for tally in found.tallies}


def test_every_act_has_words_of_its_own() -> None:
    kinds: set[type[Act]] = {kind for question in QUESTIONS for kind in question.acts}
    said = [label(kind) for kind in kinds]
    assert all(text and not text.endswith(".") and "\n" not in text for text in said)
    assert label(Hide) == "Let a unit set up hidden; at double the price also in shellholes"


def test_an_act_is_told_with_the_names_of_what_it_is_about() -> None:
    d = shop()
    after(d, Buy("O1"))
    assert say(d, Buy("I1")) == "Buy Rifle Company I"
    assert say(d, Buy("O4", 0)) == "Buy Offboard Observer for the 100mm+ OBA"
    d = desk([at("g:4-6-7", "K30"), at("g:4-6-7", "K30")], frames=(Fortifying(GERMAN),))
    assert say(d, Hide(SQUAD)) == f"Let the 1st German 4-6-7 squad at {place('K30')} set up hidden"
    assert (
        say(d, Hide(Unit(1), True))
        == f"Let the 2nd German 4-6-7 squad at {place('K30')} set up hidden, in shellholes too"
    )
    assert say(d, Put(find_hex("K33"))) == "Put it at the bridge"
    assert say(d, Recon(2)) == "Pay 2 CPP for a Recon roll"
    assert say(d, Point(find_hex("K12"), find_hex("K13"))) == f"Lay a marker that points to {place('K13')}"
    assert say(d, Done()) == "Go on to the next step"


def test_counters_that_were_given_are_told_as_such() -> None:
    d = Draft(GAME.start("orsha", key_from_seed(1), {}).state)
    d.frames = [Shop(RUSSIAN)]
    lot = next(n for n, group in enumerate(d.groups[RUSSIAN]) if group.line < 0)
    assert say(d, Onboard(lot)) == "Let the T-34/M43 given at the start set up: it costs more"


def test_a_purchase_shows_what_is_left_how_many_there_are_and_at_which_strength_it_may_come() -> None:
    d = after(shop(turn=2, cpp=20), Buy("I1"))
    found = explain(d, Buy("I1"))
    assert totals(found) == {"CPP left": 20 - 7 - 7}
    assert any("number 2 of 2 on this date, 2 of 4 in the campaign" in note for note in found.notes)
    assert {outcome.label for outcome in found.outcomes} == {"full", "depleted"}
    assert {outcome.of for outcome in found.outcomes} == {sum(outcome.ways for outcome in found.outcomes)}
    assert explain(d, Buy("M1")).outcomes == ()


def test_what_is_had_with_a_group_shows_its_new_price() -> None:
    d = after(shop(cpp=20), Buy("O1"))
    found = explain(d, Register(0))
    assert totals(found) == {"100mm+ OBA": 4, "CPP left": 16}
    d = after(shop(turn=2, cpp=20), Buy("I1"))
    assert totals(explain(d, Enter(0))) == {"Rifle Company I": 6, "CPP left": 14}


def test_what_is_given_back_brings_back_all_that_was_paid() -> None:
    d = after(shop(cpp=20), Buy("O1"), Register(0))
    assert totals(explain(d, Return(0))) == {"CPP left": 20}


def test_an_explanation_changes_nothing_on_the_table() -> None:
    state = after(shop(cpp=20), Buy("O1")).freeze()
    kept = replace(state)
    for act in (Register(0), Return(0), Buy("I1")):
        GAME.explain(state, act)
    assert state == kept


def test_fortifications_show_what_is_left_and_ending_shows_what_is_lost() -> None:
    d = desk([at("g:4-6-7", "K30")], frames=(Fortifying(GERMAN),))
    d.account(GERMAN, fpp=30)
    cost = d.book.market.fortifications["trench"].fpp
    assert totals(explain(d, Done())) == {"FPP that are lost": 30}
    assert totals(explain(d, Fortify("trench"))) == {"FPP left": 30 - cost}
    assert totals(explain(shop(cpp=11), Done())) == {"CPP left": 11}
    assert explain(desk(frames=(Clearance(GERMAN),)), Done()).tallies == ()


def test_what_a_unit_becomes_is_told() -> None:
    d = desk([at("g:4-4-7", "K30"), at("g:2-4-7", "K30")], frames=(Hardening(GERMAN, (-1,)),))
    assert explain(d, Harden(SQUAD)).notes == ("4-4-7 becomes 4-6-7",)
    d = desk([at("g:4-6-7", "K30"), at("g:2-4-7", "K30")], frames=(Toll(GERMAN),))
    assert explain(d, Suffer(SQUAD)).notes == ("it becomes 2-4-7",)
    assert explain(d, Suffer(unit_of(GERMAN, 1))).notes == ("it is Eliminated",)


def test_a_perimeter_is_told_by_its_ground_and_a_battle_by_how_it_is_settled() -> None:
    d = desk([at("g:4-6-7", "K30")], [at("r:4-5-8", "K44")], frames=(Drawing(GERMAN),))
    (note,) = explain(d, Trace()).notes
    assert note.startswith(f"{perimeter(d, GERMAN).area.bit_count()} hexes lie inside")
    for way in (MODEL, REPORT):
        assert explain(desk(frames=(Battle(GERMAN),)), Settle(way)).notes == (ABOUT[way],)


def test_dice_show_what_is_added_and_the_chance_of_each_outcome() -> None:
    d = desk(frames=(Scouting(RUSSIAN),))
    plain, better = (explain(d, Recon(cpp)) for cpp in (1, BETTER))
    assert better.tallies[0].total == plain.tallies[0].total + 3
    for found in (plain, better):
        assert sum(outcome.ways for outcome in found.outcomes) == found.outcomes[0].of


def test_who_goes_along_is_told_by_the_odds_of_all_together() -> None:
    """As if he had joined already; the attempt itself by those of the party as it is."""
    d = pocket(at("g:4-6-7", "P50"), at("g:9-2", "P50"), at("g:HMG", "P50", holder=0))
    alone, both = party(0), party(0, 1)
    d.frames = [alone]
    before = total(d, alone)
    assert explain(d, Go()).tallies[0].total == before
    joined = explain(d, Join(unit_of(GERMAN, 1)))
    assert joined.title == f"Take the German 9-2 leader at {place('P50')} along"
    assert joined.tallies[0].total == total(d, both) != before
    d.frames = [alone]
    lighter = explain(d, Leave(unit_of(GERMAN, 2))).tallies[0].total
    assert lighter != before


def test_clearance_tells_what_is_tried_and_warns_of_a_mishap() -> None:
    wire = Work(Works.WIRE, find_hex("K30"), RUSSIAN)
    d = desk([at("g:4-6-7", "K30", Mark.PLACED)], [], [wire], frames=(Clearance(GERMAN),))
    found = explain(d, Clear(find_hex("K30"), "wire"))
    assert found.title == f"Clear away the wire at {place('K30')}"
    assert any("mishap" in note for note in found.notes)
