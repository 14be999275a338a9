"""The names that a game's texts and scenes are made of, in a fixed order: what an encoding numbers."""

import msgspec


def once(*names: str) -> tuple[str, ...]:
    """These names in order, each where it stands first; no empty ones."""
    return tuple(dict.fromkeys(name for name in names if name))


def card_slot(code: str, name: str) -> str:
    """What a card is listed as."""
    return f"{code}: {name}" if code else name


class Nouns(msgspec.Struct, frozen=True):
    """Every name that can occur. An encoding is as stable as these lists: a change is a new rules version.

    `words` are those of the action texts, which fall into words at blanks; a comma is a word of its own.
    `markers` are named by their kind where they bear a number, else by kind and text. Pieces that come and go
    without end aren't listed: they are counted by `kinds`, side and name, and by `symbols` in each place.
    Where the seats have a track of the same name each, it is listed with the seat before it. Cards that have
    a code are listed with it (`card_slot`), for several may bear one name. `faces`: pieces look one way.
    """

    words: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    faces: bool = False
