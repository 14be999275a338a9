"""The text of a module by bytes, as the syntax tree counts it: where a node stands, and edits of it."""

import ast
import re

import msgspec

SPACE = b" \t\r\n\\"


class Edit(msgspec.Struct, frozen=True):
    """Bytes from start to end give way to a text."""

    start: int
    end: int
    text: str


class Source:
    def __init__(self, text: bytes) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def words(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self.start(node) : self.end(node)].decode()

    def whole(self, node: ast.expr, within: ast.expr) -> tuple[int, int]:
        """Where a part of an expression stands, with the parentheses round it."""
        start, end = self.start(node), self.end(node)
        low, high = self.start(within), self.end(within)
        while True:
            before, after = start - 1, end
            while before >= low and self.text[before] in SPACE:
                before -= 1
            while after < high and self.text[after] in SPACE:
                after += 1
            if before < low or after >= high or self.text[before : before + 1] != b"(":
                return start, end
            if self.text[after : after + 1] != b")":
                return start, end
            start, end = before, after + 1

    def without(self, parts: list[ast.expr], number: int, within: ast.expr) -> Edit:
        """One of several parts is left out, with the comma or operator that joins it to its neighbour."""
        spans = [self.whole(part, within) for part in parts]
        if number + 1 < len(parts):
            return Edit(spans[number][0], spans[number + 1][0], "")
        return Edit(spans[number - 1][1], spans[number][1], "")

    def find(self, pattern: str, start: int, end: int) -> tuple[int, int] | None:
        """The first place between two others where a pattern stands."""
        found = re.compile(pattern.encode()).search(self.text, start, end)
        return found.span() if found else None

    def indent(self, node: ast.stmt) -> str:
        return " " * node.col_offset

    def edited(self, edit: Edit) -> bytes:
        return self.text[: edit.start] + edit.text.encode() + self.text[edit.end :]
