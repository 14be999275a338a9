"""What a game has on paper: pages to print, files for other programs, and forms to be filled in."""

from typing import Generic, TypeVar

import msgspec

A = TypeVar("A")


class Paper(msgspec.Struct, frozen=True):
    """Something to print, or to take elsewhere. What is written on it is up to who asks for it.

    `name` is the name of its file, whose ending says of what kind it is: a page ends in `.html`.
    """

    key: str
    title: str
    about: str
    name: str

    @property
    def is_page(self) -> bool:
        """Is it for printing? Else it is an export."""
        return self.name.endswith(".html")


class Filled(msgspec.Struct, Generic[A], frozen=True):
    """What a form that was filled in comes to: all that is wrong with it, or the actions it stands for."""

    faults: tuple[str, ...]
    actions: tuple[A, ...] = ()
