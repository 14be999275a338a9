"""The ways in which the battle between two RePh is settled; with EACH, the players are asked each time."""

MODEL, REPORT, EACH = "model", "report", "each"
WAYS = (MODEL, REPORT)
