"""The open question on the screen, and the keyboard with its tab completion."""

import sys
from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from berlin.cli.answers import UNIT, Group, grouped, next_words
from berlin.cli.typeset import flow
from berlin.kernel.scene import Choice, Prompt

INDENT = 4
Completer = Callable[[list[str], str], list[str]]


def question(prompt: Prompt, seat: str, style: str) -> Text:
    """Whose decision it is, about what, by which rule."""
    text = Text(f"{seat.upper()}: ", style=f"bold {style}")
    text.append(prompt.text, style="bold")
    if prompt.rule:
        text.append(f" [{prompt.rule}]", style="not bold dim cyan")
    return text


def answers(
    choices: Sequence[Choice],
    width: int,
    stacks: Mapping[str, str] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> Text:
    """All legal answers, grouped, each with the number that chooses it.

    `stacks` says who stands where, `kinds` what the units are.
    """
    groups = grouped(choices, stacks, kinds)
    lines = [_items(group.head, group.answers, width) for group in groups if len(group.answers) > 1]
    alone = tuple((group.answers[0][0], _whole(group)) for group in groups if len(group.answers) == 1)
    if alone:
        lines.append(_items("", alone, width))
    return Text("\n").join(lines)


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


def _whole(group: Group) -> str:
    """The full text of a line's only answer."""
    said = group.answers[0][1]
    if UNIT in group.head.split():
        return group.head.replace(UNIT, said)
    return f"{group.head} {said}".strip()


def _items(head: str, listed: tuple[tuple[int, str], ...], width: int) -> Text:
    """The answers behind their head."""
    phrases = [Text(f"  {head}:" if head else "  ", style="bold")]
    for number, said in listed:
        phrase = Text(f"{number}) ", style="dim")
        phrase.append(said, style="not dim" if head else "not dim bold")
        phrases.append(phrase)
    return Text("\n").join(flow(phrases, width, INDENT, gap=2))
