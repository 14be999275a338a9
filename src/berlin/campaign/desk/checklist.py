"""The RePh as a checklist: what is done, what is asked now, what is ahead, what this date leaves out."""

from collections.abc import Sequence

from berlin.campaign.reph import CLOSES, INITIAL, LOOPS, Step
from berlin.campaign.state.state import Draft
from berlin.kernel.contract.scene import Checklist, Task
from berlin.kernel.play.sequence import Stage

MARKS = (
    (CLOSES, "brings a scenario to its end"),
    (LOOPS, "repeated until a scenario is generated"),
    (INITIAL, "taken before the first scenario too"),
)
DONE, NOW, AHEAD, OUT = "done", "now", "ahead", "left out"


def checklist(
    steps: Sequence[Step], battle: Stage[Draft], stage: str, first: bool, last: bool, over: bool
) -> Checklist:
    """In the book's order, with the battle at the end. `stage` is the name of the present one; on the first
    date only some steps are taken, and after the last scenario only those that close it."""
    order = [*(step.name for step in steps), battle.name]
    at = order.index(stage)
    begins = next(n for n, step in enumerate(steps) if step.loops and not step.closes)
    tasks = [
        Task(
            step.name,
            step.title,
            _stand(n, at, over, _is_out(step, at, begins, first=first, last=last)),
            step.marks,
            step.about,
            step.rule,
        )
        for n, step in enumerate(steps)
    ]
    last_task = Task(
        battle.name,
        battle.title,
        _stand(len(steps), at, over, out=last and at < begins),
        "",
        "The battle itself: modelled, or played elsewhere and reported.",
        battle.rule,
    )
    return Checklist("Re-organization Phase", (*tasks, last_task), MARKS)


def _is_out(step: Step, at: int, begins: int, *, first: bool, last: bool) -> bool:
    """Is it passed over? The first date begins with the steps marked so; the last scenario is only closed."""
    if first and at >= begins:
        return not step.is_initial
    return last and at < begins and not step.closes


def _stand(n: int, at: int, over: bool, out: bool) -> str:
    if out:
        return OUT
    if n == at and not over:
        return NOW
    return DONE if n <= at else AHEAD
