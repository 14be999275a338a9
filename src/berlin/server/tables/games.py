"""The games of this house: as they come, or with tables of the owner's own in place of ours."""

from collections.abc import Mapping

from berlin.kernel.contract import game as registry
from berlin.kernel.contract.game import AnyGame
from berlin.kernel.contract.variant import Changes, load_variant

NONE = Changes()


class Games:
    """The registered games by their codes. Raises BadText for tables with which one can't be played.

    `examples`: whether those are offered too that are there to be read.
    """

    def __init__(self, changes: Mapping[str, Changes] | None = None, examples: bool = False) -> None:
        self._codes = registry.codes(examples)
        self._changes = dict(changes or {})
        for code in self._changes:
            self[code]

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __getitem__(self, code: str) -> AnyGame:
        return loaded(code, self.changes(code))

    def codes(self) -> tuple[str, ...]:
        return self._codes

    def changes(self, code: str) -> Changes:
        """What a worker must be told to have the same game."""
        return self._changes.get(code, NONE)


def loaded(code: str, changes: Changes) -> AnyGame:
    return registry.load(code) if changes == NONE else load_variant(code, changes)
