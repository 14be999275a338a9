"""The ways in which the battle between two RePh is settled; with EACH, the players are asked each time."""

MODEL, REPORT, EACH = "model", "report", "each"
WAYS = (MODEL, REPORT)
ABOUT = {
    MODEL: "fought now by a model of ours, with dice: quick, and not by the rules of the tactical game",
    REPORT: "it is played elsewhere; afterwards each side says what became of its units",
}
