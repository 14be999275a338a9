"""What speaks for an answer, in plain lines."""

from berlin.boards.bearings import hexes
from berlin.campaign.aftermath.hardening import Harden
from berlin.campaign.book.charts import Branch
from berlin.campaign.deployment.laying import Laying
from berlin.campaign.deployment.setup import Hitch, Lay, Lurk, Siting
from berlin.campaign.perimeters.drawing import Trace
from berlin.campaign.perimeters.escape import Escape, Party, Stay
from berlin.campaign.purchases.fortify import Fortify, Hide
from berlin.campaign.purchases.modules import Aim, Plot, Post
from berlin.campaign.purchases.prices import line_of
from berlin.campaign.purchases.purchase import Buy, Motorize, Onboard, Raise, Register
from berlin.campaign.question import Done
from berlin.campaign.sectors import Put
from berlin.campaign.staff.after import risk
from berlin.campaign.staff.observing import in_view, raised
from berlin.campaign.staff.outlook import Outlook
from berlin.kernel.contract.ids import Place
from berlin.kernel.play.acts import Act

BRANCHES = {
    Branch.INFANTRY: "squads take ground and hold it",
    Branch.WEAPONS: "heavy weapons reach far",
    Branch.VEHICLES: "armour goes with the infantry",
    Branch.GUNS: "Guns keep tanks and men at a distance",
    Branch.OBA: "artillery strikes where the enemy is thickest",
    Branch.COUNTER_BATTERY: "the enemy's artillery may be silenced",
    Branch.BOMBARDMENT: "a Bombardment breaks a line before the first turn",
    Branch.AIRCRAFT: "aircraft are cheap for what they do",
    Branch.FPP: "trenches cost little and hold long",
    Branch.MINEFIELD: "mines slow down whoever comes",
    Branch.OBSERVER: "who looks on from afar always gets through",
    Branch.RECON: "what is hidden may come to light",
}
DENSE = 2
PLAIN: dict[type[Act], str] = {
    Onboard: "who sets up fights from the first turn",
    Register: "artillery falls harder where all is prepared",
    Raise: "from higher up more of the fight is seen",
    Motorize: "Guns come in by the edge only behind trucks",
    Fortify: "men in works are hard to be rid of",
    Hide: "who is hidden is not shot at from afar",
    Lay: "the ground is prepared before anybody stands on it",
    Trace: "the largest Perimeter has most ground",
    Stay: "nobody else is likely enough to get through, or is better where he is",
    Done: "nothing else here is worth doing",
}
"""Of acts for which one reason serves always."""


def reasons(o: Outlook, action: Act) -> tuple[str, ...]:
    """A few short lines; none where nothing was weighed."""
    if type(action) in PLAIN:
        return (PLAIN[type(action)],)
    match action:
        case Buy(line):
            offer = o.d.book.charts[o.side][line_of(o.d, o.side, line)]
            return (BRANCHES.get(offer.branch, "it is next on the list"), f"{offer.cpp} CPP")
        case Post(space):
            seen = in_view(o, space, raised(o, o.asked(Plot).group))
            return (f"{round(100 * seen)} in a hundred hexes of the battleground are seen from there",)
        case Aim(space):
            return (_aim(o, space),)
        case Put(space) | Lurk(space) | Hitch(space) if isinstance(o.d.frames[-1], Siting | Laying):
            return tuple(_site(o, space, isinstance(action, Lurk)))
        case Escape(unit):
            cost = round(100 * risk(o, Party(o.side, (unit,))))
            return (f"an attempt is likely to cost {cost} in a hundred",)
        case Harden(unit):
            before = o.d.counter(unit)
            return (f"{before.text} becomes {o.d.book.counters[before.harder].text}",)
    return ()


def _aim(o: Outlook, space: Place) -> str:
    goal = min(o.goals, key=lambda one: o.chart.distance(one, space))
    name = o.d.book.field.called(goal)
    return f"who comes to {name} comes by there" if o.defends else f"who holds {name} is there"


def _site(o: Outlook, space: Place, hidden: bool) -> list[str]:
    goal = min(o.goals, key=lambda one: o.chart.distance(one, space))
    name, far = o.d.book.field.called(goal), o.chart.distance(goal, space)
    lines = [f"{'guards' if o.defends else 'is on the way to'} {name}, {hexes(far)} away"]
    if o.shelter(space):
        lines.append("is in cover")
    if hidden:
        lines.append("is not seen there")
    if o.crowd(space) > DENSE:
        lines.append("but many are there already")
    if not o.defends and o.bias[goal] > DENSE:
        lines.append("but the enemy is thick there")
    return lines
