"""The Re-organization Phase as a table: its steps in the book's order with the book's own marks.

A campaign goes round in a ring. Before the first scenario only the steps marked `!` are taken, after a
scenario all of them, and those marked `>` alone close the last one.
"""

from collections.abc import Callable

import msgspec

from berlin.campaign.state.state import Draft
from berlin.kernel.play.sequence import Stage

CLOSES, LOOPS, INITIAL = ">", "*", "!"


class Step(msgspec.Struct, frozen=True):
    """One step. `does` begins it, `ends` is done when all that it asked is answered."""

    name: str
    title: str
    marks: str
    rule: str
    does: Callable[[Draft], None] | None = None
    ends: Callable[[Draft], None] | None = None
    about: str = ""
    """What it is for, in a sentence: the checklist says it."""

    @property
    def closes(self) -> bool:
        """Needed to bring a scenario to its end."""
        return CLOSES in self.marks

    @property
    def loops(self) -> bool:
        """Repeated until a scenario is generated."""
        return LOOPS in self.marks

    @property
    def is_initial(self) -> bool:
        """Taken before the first scenario too."""
        return INITIAL in self.marks


def ring(steps: tuple[Step, ...], battle: Stage[Draft]) -> tuple[Stage[Draft], ...]:
    """The stages from the first step of a new campaign on: to the battle, and through what comes after it.

    The steps of the first date must be the last of the table.
    """
    first = next(number for number, step in enumerate(steps) if step.is_initial)
    if not all(step.is_initial for step in steps[first:]):
        raise ValueError("a step after the first that is marked ! is not marked so")
    stages = [Stage(step.name, step.title, step.rule, step.does, step.ends) for step in steps]
    return (*stages[first:], battle, *stages[:first])
