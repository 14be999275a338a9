"""A measured value with its yardstick and goal, the table of all, and the file that keeps them."""

from pathlib import Path

import msgspec

OUT = Path(__file__).parent.parent / "build" / "bench.json"
KEPT = ("figure", "yardstick", "ratio", "goal", "met", "load")
VERDICTS = {True: "met", False: "MISSED", None: ""}


class Figure(msgspec.Struct):
    """One measured value. The goal is for the ratio where `of_ratio`, else a limit on the figure itself.

    `load` is the machine's load average when its measurement began.
    """

    figure: float
    yardstick: float | None = None
    ratio: float | None = None
    goal: float | None = None
    of_ratio: bool = False
    at_least: bool = False
    load: float | None = None

    @property
    def met(self) -> bool | None:
        value = self.ratio if self.of_ratio else self.figure
        if self.goal is None or value is None:
            return None
        return value >= self.goal if self.at_least else value <= self.goal


Figures = dict[str, Figure]


def table(figures: Figures) -> str:
    rows = [("", "figure", "yardstick", "ratio", "load", "goal", "")]
    for name, f in figures.items():
        bound = "at least" if f.at_least else "at most"
        goal = "" if f.goal is None else f"{bound} {short(round(f.goal, 3))}{' of it' if f.of_ratio else ''}"
        numbers = (short(f.figure), short(f.yardstick), short(f.ratio), short(f.load))
        rows.append((name, *numbers, goal, VERDICTS[f.met]))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def short(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def keep(figures: Figures, beside: bool) -> None:
    """Writes the file; `beside` what it holds already, where only some were measured again."""
    rows = msgspec.json.decode(OUT.read_bytes(), type=dict[str, object]) if beside and OUT.exists() else {}
    rows |= {name: {key: getattr(figure, key) for key in KEPT} for name, figure in figures.items()}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
