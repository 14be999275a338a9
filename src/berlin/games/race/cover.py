"""What the box says."""

from berlin.kernel.contract.game import Cover, Scenario

SEATS = ("zhukov", "koniev")
CAMPAIGN = Scenario(
    "campaign",
    "The race for Berlin",
    "16 April to the fall of the city, ten turns, both marshals from the Oder",
)
COVER = Cover("race", "RFB", "Race for Berlin", 3, SEATS, (CAMPAIGN,))
