"""What the box says, and what can be settled before a scenario begins."""

from berlin.games.noretreat.board.tables import LAST_BASE_TURN, SCENARIOS, SEATS, TURNS
from berlin.kernel.contract.game import Cover, Option, Scenario

# The whole war is the set-up of 1941 to its end; 1941 alone ends with that year.
SETUP_OF = {"war": "1941", "1941": "1941", "1943": "1943", "1944": "1944", "1945": "1945"}
LAST_OF = {"1941": 4}
PLAYED: tuple[Scenario, ...] = (
    Scenario("war", "The whole war", "June 1941 to June 1945: 28 turns with Na Berlin!, else 22"),
    Scenario("1941", "Barbarossa", "June to December 1941, four turns"),
    Scenario("1943", "Kursk", "From May 1943 to the end of the war"),
    Scenario("1944", "The road back", "From January 1944; the western map lies open"),
    Scenario("1945", "Na Berlin!", "January to June 1945, six turns"),
)


def ends(scenario: str, kit: bool) -> list[int]:
    """The turns after which a scenario may be called over."""
    first = SCENARIOS[SETUP_OF[scenario]].first
    return [*range(first + 2, 21), *(turn for turn in (25, 26) if kit and turn >= first + 2)]


def options(scenario: str) -> tuple[Option, ...]:
    """What is settled before a scenario begins, in words."""
    kit = Option(
        "kit",
        "Na Berlin!",
        (("", "yes: the expansion's rules, and the war to June 1945"), ("no", "no: the base game alone")),
    )
    deck = Option(
        "deck",
        "Cards",
        (
            ("", "the deck that belongs to it"),
            ("kit", "27 cards, and five more of 1945"),
            ("full", "44 cards, and ten more of 1945"),
        ),
        "With Na Berlin! that is the small deck, without it the large one.",
    )
    shorter = [
        (
            str(turn),
            f"after turn {turn}, {TURNS[turn].label}" + (" (Na Berlin!)" if turn > LAST_BASE_TURN else ""),
        )
        for turn in ends(scenario, True)
    ]
    end = Option(
        "end",
        "Length",
        (("", "to its end"), *shorter),
        "A game that ends early is won by whoever is more than three fifths on the way to sudden death.",
    )
    sudden = Option(
        "sudden",
        "Sudden death",
        (("", "ends the war"), ("cards", "No Surrender: costs cards, and the war goes on")),
        "With No Surrender, who would have lost the war loses his hand and draws a card less in that turn.",
    )
    returns = Option(
        "returns",
        "German replacements",
        (("", "lost armies return to the end"), ("no", "none from turn 24 on, as in another edition")),
        "Na Berlin! ends improvement alone on turn 24: reduced units are turned over no more.",
    )
    found = [deck] if scenario == "1945" else [kit, deck]
    return tuple(found) if scenario in LAST_OF else (*found, sudden, returns, end)


COVER = Cover("noretreat", "NR", "No Retreat!", 5, SEATS, PLAYED, options)
