"""What the box says."""

from berlin.kernel.contract.game import Cover, Option, Scenario
from berlin.kernel.contract.ids import BOTH

# OTB 1.0b: the Soviets of Fortress Berlin have the Allied seat.
SEATS = ("allied", "german")
ALLIED, GERMAN = BOTH

DROP = Scenario(
    "drop",
    "On to Berlin!",
    "21 to 30 March 1945: six Allied airborne divisions fall on the city; ten turns to the Reichstag",
)
LANDED = Scenario(
    "landed",
    "On to Berlin!, landed",
    "The same from the moment all have landed, by a fixed drop: for an evening",
)
BERLIN = Scenario(
    "berlin",
    "Fortress Berlin",
    "The Soviet assault on the city, ten turns, by values of our own throughout",
)


def _switch(key: str, title: str, off: str, on: str, about: str, usual: bool = False) -> Option:
    values = (("off", off), ("on", on))
    return Option(key, title, values[::-1] if usual else values, about)


FOG = _switch(
    *("fog", "Fog of war", "every counter lies face up", "stacks far from one's own units are blank"),
    about="FB 3.6.hidden",
    usual=True,
)
SUBWAY = _switch(
    *("subway", "Subway", "nobody goes underground", "foot units may go from station to station"),
    about="FB 17.1.subway",
)
REICHSTAG_FLAK = _switch(
    *("flak", "Flak on the Reichstag", "not there", "one flak battalion may stand there, as in a tower"),
    about="FB 16.1",
)
VARIABLE = _switch(
    *("variable", "Variable German reinforcements", "all come when they are due", "a die for each unit"),
    about="OTB 14.1a",
)
RESERVE = _switch(
    *("reserve", "The 52nd Division", "it never comes", "it lands on an airfield that the Allies hold"),
    about="OTB 15.4.3.q1",
    usual=True,
)
ELSEWHERE = _switch(
    *(
        "elsewhere",
        "After a lost Landing Zone",
        "the division is cut off",
        "it may trace to another airfield",
    ),
    about="OTB 6.1.q2",
)


def options(scenario: str) -> tuple[Option, ...]:
    """What can be settled, with the usual value first."""
    base = (FOG, SUBWAY, REICHSTAG_FLAK)
    return base if scenario == BERLIN.key else (*base, VARIABLE, RESERVE, ELSEWHERE)


COVER = Cover("fortress", "OTB", "On to Berlin!", 1, SEATS, (DROP, LANDED, BERLIN), options)
