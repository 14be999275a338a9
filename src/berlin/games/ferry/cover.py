"""What the box says."""

from berlin.kernel.contract.game import Cover, Scenario

SEATS, SIDES = ("east", "west"), ("East", "West")
CROSSING = Scenario("crossing", "The ferry at Lebus", "Five turns: who has the ferry at the end?")
COVER = Cover("ferry", "FER", "The Ferry", 1, SEATS, (CROSSING,))
