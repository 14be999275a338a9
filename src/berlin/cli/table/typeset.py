"""Setting lines of words: broken between phrases, never inside one."""

from collections.abc import Iterable

from rich.text import Text


def flow(phrases: Iterable[Text], width: int, indent: int, gap: int = 1) -> list[Text]:
    """The phrases in lines of this width, one gap apart; the lines below the first are indented."""
    lines = [Text()]
    for phrase in phrases:
        line = lines[-1]
        if line.plain.strip() and len(line) + gap + len(phrase) > width:
            lines.append(Text(" " * indent) + phrase)
        else:
            lines[-1] = line + Text(" " * gap) + phrase if line.plain else phrase.copy()
    return lines


def columns(blocks: list[list[Text]], count: int) -> list[list[Text]]:
    """The blocks of lines in reading order, in columns of about the same height, like a newspaper."""
    height = -(-sum(len(block) for block in blocks) // count)
    found: list[list[Text]] = [[]]
    for block in blocks:
        if found[-1] and len(found) < count and len(found[-1]) + len(block) // 2 >= height:
            found.append([])
        found[-1] += block
    return found
