"""An explanation on the screen: every number with its parts and rules, every outcome with its chance."""

from rich.text import Text

from berlin.kernel.contract.events import Event
from berlin.kernel.contract.rules import Explanation, Outcome, Refusal, Tally

BAR = 30
EIGHTHS = " ▏▎▍▌▋▊▉█"


def explanation_text(told: Explanation) -> Text:
    """The whole reckoning."""
    text = Text(told.title + "\n", style="bold")
    for tally in told.tallies:
        text.append_text(_tally(tally))
    text.append_text(_chances(told.outcomes))
    for note in told.notes:
        text.append(f"  {note}\n", style="not bold")
    text.rstrip()
    return text


def refusal_text(action: str, refused: Refusal, gist: str) -> Text:
    """Why an action is not allowed, with the gist of the rule that forbids it."""
    text = Text()
    text.append("Not allowed: ", style="bold red")
    text.append(f"{action}\n  {refused.reason} ")
    text.append(f"[{refused.rule}]", style="cyan")
    if gist:
        text.append(f"\n  {refused.rule}: {gist}", style="dim")
    return text


def event_text(happened: Event) -> Text:
    """One line of the log with its rule numbers."""
    strong = "bold" if happened.kind in ("stage", "die", "result", "end") else ""
    text = Text(happened.text, style=strong)
    unsaid = [rule for rule in dict.fromkeys(happened.rules) if f"[{rule}]" not in happened.text]
    if unsaid:
        text.append(f" [{', '.join(unsaid)}]", style="not bold dim cyan")
    return text


def bar(share: float, width: int = BAR) -> str:
    """A bar of this share of the width, to an eighth of a letter."""
    eighths = round(share * width * 8)
    if share > 0:
        eighths = max(eighths, 1)
    full, part = divmod(eighths, 8)
    return (EIGHTHS[8] * full + (EIGHTHS[part] if part else "")).ljust(width)


def percent(outcome: Outcome) -> str:
    return f"{100 * outcome.ways / outcome.of:5.1f}%"


def _tally(tally: Tally) -> Text:
    text = Text("  ")
    text.append(f"{tally.label} = {tally.total}\n", style="bold")
    if tally.base and tally.modifiers:
        text.append(f"    {tally.base:>+4d} at first\n")
    for modifier in tally.modifiers:
        text.append(f"    {modifier.value:>+4d} {modifier.label}")
        if modifier.rule:
            text.append(f" [{modifier.rule}]", style="cyan")
        text.append("\n")
    return text


def _chances(outcomes: tuple[Outcome, ...]) -> Text:
    text = Text()
    if not outcomes:
        return text
    wide = max(len(outcome.label) for outcome in outcomes)
    text.append("  chances\n", style="bold")
    for outcome in outcomes:
        text.append(f"    {outcome.label.ljust(wide)} ")
        text.append(bar(outcome.ways / outcome.of), style="green")
        text.append(f" {percent(outcome)}  {outcome.ways} of {outcome.of}\n")
    return text
