"""The ways in which the battle between two RePh is settled; with EACH, the players are asked each time."""

MODEL, REPORT, EACH = "model", "report", "each"
WAYS = (MODEL, REPORT)
SETTLED = {MODEL: "settled by the model", REPORT: "played, and reported", EACH: "settled as was agreed"}
"""How a battle that is over was settled."""
ABOUT = {
    MODEL: "fought now by a model of ours, with dice: quick, and not by the rules of the tactical game",
    REPORT: "it is played elsewhere; afterwards each side says what became of its units",
}
