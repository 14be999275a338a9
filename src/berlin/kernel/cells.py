"""The cells of a table, read: an empty one says no, or nothing."""


def yes(cell: str) -> bool:
    if cell not in ("yes", "no", ""):
        raise ValueError(f"{cell!r} is neither yes nor no")
    return cell == "yes"


def number(cell: str, otherwise: int = 0) -> int:
    return int(cell) if cell else otherwise
