"""The open question on the screen, and the keyboard with its tab completion."""

import sys
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace
from rich.text import Text

from berlin.cli.table.answers import next_words
from berlin.cli.table.grouping import Group, Item, group_choices
from berlin.cli.table.typeset import flow
from berlin.kernel.contract.scene import Choice, Prompt

INDENT = 4
# So many lines are read at a glance; a line that is longer than its share is cut.
LINES = 40
Completer = Callable[[list[str], str], list[str]]


def question(prompt: Prompt, seat: str, style: str) -> Text:
    """Whose decision it is, about what, by which rule."""
    text = Text(f"{seat.upper()}: ", style=f"bold {style}")
    text.append(prompt.text, style="bold")
    if prompt.rule:
        text.append(f" [{prompt.rule}]", style="not bold dim cyan")
    return text


def answers(
    choices: Sequence[Choice], width: int, stacks: Mapping[str, str] | None = None, codes: bool = False
) -> Text:
    """The legal answers, grouped, each with the number that chooses it. `stacks` says who stands where.
    Their `codes` stand beside them if they are wanted.

    Of very many each group shows its first ones, and says how all of them are listed.
    """
    groups = group_choices(choices, stacks)
    if not codes:
        groups = [_in_words(group) for group in groups]
    several = [group for group in groups if len(group.items) > 1]
    set_out = [_set(group, width) for group in several]
    if alone := tuple(group.items[0] for group in groups if len(group.items) == 1):
        several.append(Group("", alone))
        set_out.append(_set(several[-1], width))
    share = max(1, LINES // max(1, len(set_out)))
    whole = sum(map(len, set_out)) <= LINES
    shown = set_out if whole else [_cut(*one, share) for one in zip(several, set_out, strict=True)]
    return Text("\n").join(line for lines in shown for line in lines)


def complete_with(completer: Completer) -> None:
    """Let the tab key offer what may come next on the line."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(begun: str, state: int) -> str | None:
        if state == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            found[:] = [f"{word} " for word in completer(before, begun)]
        return found[state] if state < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    readline.parse_and_bind("set show-all-if-ambiguous on")
    readline.parse_and_bind("set completion-ignore-case on")


def read_line(prompt: str) -> str:
    """A line from the keyboard, or from a script, which is then echoed. Raises EOFError at the end."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt)
    line = read_silently(prompt)
    print(prompt + line)
    return line


def read_silently(prompt: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def words_after(
    before: Sequence[str], begun: str, texts: Sequence[str], commands: Sequence[str]
) -> list[str]:
    """What the tab key offers: actions, and as the first word commands too."""
    offered = next_words(before, begun, texts)
    if not before:
        offered += [name for name in commands if name.startswith(begun.casefold()) and name not in offered]
    return offered


def _in_words(group: Group) -> Group:
    """The same without codes."""
    return replace(group, code="", items=tuple(replace(item, code="") for item in group.items))


def _cut(group: Group, lines: list[Text], most: int) -> list[Text]:
    if len(lines) <= most or not group.head:
        return lines
    more = f"{' ' * INDENT}{len(group.items)} answers in all: legal {group.about}"
    return [*lines[:most], Text(more, style="dim")]


def _set(group: Group, width: int) -> list[Text]:
    """The answers of a line behind what they share."""
    head = Text(f"  {group.head}" if group.head else "  ", style="bold")
    if group.head:
        head.append(f" ({group.code}):" if group.code else ":", style="dim" if group.code else "")
    return flow([head, *(_phrase(item, bool(group.head)) for item in group.items)], width, INDENT, gap=2)


def _phrase(item: Item, headed: bool) -> Text:
    phrase = Text(f"{item.number}) ", style="dim")
    phrase.append(item.said, style="not dim" if headed else "not dim bold")
    if item.code:
        phrase.append(f" ({item.code})", style="dim")
    return phrase
