"""What Onslaught to Orsha 2 says of the steps 7.507 to 7.511: the rules they name, and its own terms."""

from berlin.campaign.aftermath import clearing, fires, hardening, prisoners
from berlin.games.orsha.counters import find_kind
from berlin.games.orsha.ground import BUILDINGS, BY_TERRAIN
from berlin.games.orsha.tables import GERMAN, RUSSIAN

CLEARING = clearing.Cites(
    retained="OTO 7.5072",
    shared="OTO 7.5072.q1",
    scrounge="OTO 7.5072.base",
    burnt="OTO CG5.q1",
    mines="OTO 7.5073a",
    works="OTO 7.5073b",
    finders=(RUSSIAN,),
)
PRISONERS = prisoners.Cites(evacuated="OTO 7.508a", guard="OTO 7.508b", freed="OTO 7.508c")
FIRES = fires.Fuel(
    buildings=BUILDINGS,
    growth=BY_TERRAIN["brush"] | BY_TERRAIN["orchard"] | BY_TERRAIN["grain"],
    wreck="OTO 7.5091",
    ground="OTO 7.5092",
    building="OTO 7.5093",
    flame="OTO 7.5094a",
    blaze="OTO 7.5094b",
    gone="OTO 7.5095a",
    confined="OTO 7.5095c",
)
HARDENING = hardening.Cites(
    recombine="OTO 7.5111",
    heroes="OTO 7.5112a",
    number="OTO 7.5112b",
    elite="OTO 7.5112d",
    leaders="OTO 7.5113a",
    roll="OTO 7.5113b",
    lower="OTO 7.5113c",
    exchange="OTO 7.5113d",
    armor="OTO 7.5114a",
    armor_moves="OTO 7.5114b",
    platoon="OTO 7.5197b",
    promoted=(find_kind(GERMAN, "8-0"), find_kind(RUSSIAN, "8-0")),
    exchanges={
        find_kind(side, one): (find_kind(side, two[0]), find_kind(side, two[1]))
        for side in (GERMAN, RUSSIAN)
        for one, two in {"8-0": ("7-0", "7-0"), "8-1": ("8-0", "7-0")}.items()
    },
)
