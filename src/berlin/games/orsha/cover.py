"""What the box says, and what can be settled before a campaign begins."""

from berlin.campaign.ways import EACH, REPORT
from berlin.games.orsha.board.forces import FIGURES
from berlin.games.orsha.board.tables import GERMAN, RUSSIAN, SEATS
from berlin.kernel.contract.game import Cover, Option, Scenario

PLAYED = (
    Scenario(
        "orsha",
        "On Track to Orsha",
        "The campaign game: four dates, 23 and 24 June 1944, from the first purchase to the verdict.",
    ),
)


def options(scenario: str) -> tuple[Option, ...]:
    """What is settled before a campaign begins, in words."""
    return (
        Option(
            "battles",
            "Battles",
            (
                ("", "settled by the model"),
                (REPORT, "played elsewhere, and reported"),
                (EACH, "asked before each battle"),
            ),
            "The model is ours: quick, and honest about it.",
        ),
        Option(
            "balance",
            "Balance",
            (
                ("", f"none: the Russians need {FIGURES.needed} VP"),
                (SEATS[GERMAN], f"for the Germans: the Russians need {FIGURES.needed_first} VP"),
                (SEATS[RUSSIAN], f"for the Russians: they need {FIGURES.needed_second} VP"),
            ),
        ),
        Option(
            "kept",
            "CPP that the Germans keep",
            (
                ("", "each takes a point from the Russians, as printed"),
                (str(FIGURES.left_most), f"they take {FIGURES.left_most} points at most"),
            ),
            "As printed, Germans who buy nothing can't lose. With a limit, the balance for the Russians makes"
            " up for what is kept.",
        ),
    )


COVER = Cover("orsha", "OTO", "On Track to Orsha", 3, SEATS, PLAYED, options)
