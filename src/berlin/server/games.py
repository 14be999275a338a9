"""The games of this house: as they come, or with tables of the owner's own in place of ours."""

from collections.abc import Mapping

from berlin.kernel import game as registry
from berlin.kernel.game import AnyGame
from berlin.kernel.variant import Changes, load_variant

NONE = Changes()


class Games:
    """The registered games by their codes. Raises BadText for tables with which one can't be played."""

    def __init__(self, changes: Mapping[str, Changes] | None = None) -> None:
        self._changes = dict(changes or {})
        for code in self._changes:
            self[code]

    def __contains__(self, code: object) -> bool:
        return code in registry.codes()

    def __getitem__(self, code: str) -> AnyGame:
        return loaded(code, self.changes(code))

    def codes(self) -> tuple[str, ...]:
        return registry.codes()

    def changes(self, code: str) -> Changes:
        """What a worker must be told to have the same game."""
        return self._changes.get(code, NONE)


def loaded(code: str, changes: Changes) -> AnyGame:
    return registry.load(code) if changes == NONE else load_variant(code, changes)
