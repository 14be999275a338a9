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
    "The Soviets, in the Allied seat, storm the city in ten turns, by values of our own throughout",
)


def _switch(key: str, title: str, off: str, on: str, about: str, usual: bool = False) -> Option:
    values = (("off", off), ("on", on))
    return Option(key, title, values[::-1] if usual else values, about)


FOG = _switch(
    *("fog", "Fog of war", "every counter lies face up", "stacks far from one's own units are blank"),
    about="A stack more than six hexes from every unit of yours lies face down.",
    usual=True,
)
SUBWAY = _switch(
    *("subway", "Subway", "nobody goes underground", "foot units may go from station to station"),
    about="As its whole move, at most four stations along its line.",
)
REICHSTAG_FLAK = _switch(
    *("flak", "Flak on the Reichstag", "not there", "one flak battalion may stand there, as in a tower"),
    about="While it is there the Reichstag counts as a flak tower.",
)
VARIABLE = _switch(
    *("variable", "Variable German reinforcements", "all come when they are due", "a die for each unit"),
    about="Units of four formations come once their die is no higher than the turn.",
)
RESERVE = _switch(
    *("reserve", "The 52nd Division", "it never comes", "it lands on an airfield that the Allies hold"),
    about="Its units land one by one, each by a die, as soon as an airfield is held.",
    usual=True,
)
ELSEWHERE = _switch(
    *(
        "elsewhere",
        "After a lost Landing Zone",
        "the division is cut off",
        "it may trace to another airfield",
    ),
    about="What units do for a Line of Communications when their own Landing Zone is gone.",
)


def options(scenario: str) -> tuple[Option, ...]:
    """What can be settled, with the usual value first."""
    base = (FOG, SUBWAY, REICHSTAG_FLAK)
    return base if scenario == BERLIN.key else (*base, VARIABLE, RESERVE, ELSEWHERE)


COVER = Cover("fortress", "OTB", "On to Berlin!", 1, SEATS, (DROP, LANDED, BERLIN), options)
