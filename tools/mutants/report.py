"""The report of a run: a line for each module, then every survivor as a diff."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from tools.mutants.sites import Mutant, diff
from tools.mutants.source import Source
from tools.mutants.trial import Verdict


class Tally(msgspec.Struct):
    sampled: int = 0
    noticed: int = 0
    survived: int = 0
    elsewhere: int = 0
    """Of those that survived: noticed by a test that claims other clauses."""
    equivalent: int = 0
    late: int = 0
    """Of those noticed: by the time that a test took."""

    @property
    def share(self) -> float:
        """Noticed, of those that can be."""
        counted = self.noticed + self.survived
        return self.noticed / counted if counted else 1.0


class Outcome(msgspec.Struct, frozen=True):
    """One game's mutants, and what came of them."""

    game: str
    sites: int
    mutants: Sequence[Mutant]
    verdicts: Mapping[str, Verdict]
    reasons: Mapping[str, str]
    """Why a mutant is listed as equivalent, by its id."""
    stale: Sequence[str]
    missing: Sequence[str]
    """Tests of the table of proofs that are not there."""

    def survivors(self) -> Iterator[Mutant]:
        for mutant in sorted(self.mutants, key=lambda mutant: (mutant.module, mutant.line)):
            verdict = self.verdicts.get(mutant.id)
            if verdict and not verdict.noticed and mutant.id not in self.reasons:
                yield mutant

    def tally(self, module: str | None = None) -> Tally:
        tally = Tally()
        for mutant in self.mutants:
            verdict = self.verdicts.get(mutant.id)
            if verdict is None or module not in (None, mutant.module):
                continue
            tally.sampled += 1
            tally.noticed += verdict.noticed
            tally.late += verdict.noticed and verdict.how == "took too long"
            listed = not verdict.noticed and mutant.id in self.reasons
            tally.equivalent += listed
            tally.survived += not verdict.noticed and not listed
            tally.elsewhere += not verdict.noticed and not listed and bool(verdict.elsewhere)
        return tally

    def misjudged(self) -> list[Mutant]:
        """Listed as equivalent, and noticed all the same."""
        listed = [mutant for mutant in self.mutants if mutant.id in self.reasons]
        return [mutant for mutant in listed if self.verdicts.get(mutant.id, Verdict(False)).noticed]


def lines(outcome: Outcome, sources: Mapping[str, Source]) -> Iterator[str]:
    yield from _table(outcome)
    for mutant in outcome.survivors():
        verdict = outcome.verdicts[mutant.id]
        noticed = f" (noticed by {verdict.elsewhere}, of other clauses)" if verdict.elsewhere else ""
        yield f"\nSURVIVED {verdict.tests} tests{noticed}: {mutant.name}"
        yield diff(mutant, sources[mutant.module])
    for mutant in outcome.misjudged():
        yield f"\nWRONGLY LISTED as equivalent, {outcome.verdicts[mutant.id].test} notices it: {mutant.name}"
    for row in outcome.stale:
        yield f"\nSTALE in equivalent.tsv: {row}"
    for test in outcome.missing:
        yield f"\nSTALE in proven.tsv: there is no {test}; run `make proof`"
    yield ""
    yield summary(outcome)


def summary(outcome: Outcome) -> str:
    tally = outcome.tally()
    rest = len(outcome.mutants) - tally.sampled
    return (
        f"{outcome.game}: {tally.noticed} of {tally.noticed + tally.survived} noticed"
        f" ({100 * tally.share:.1f}%), {tally.late} of them by a test that took too long;"
        f" {tally.elsewhere} more by tests of other clauses alone;"
        f" {tally.equivalent} more are equivalent; {len(outcome.mutants)} drawn from {outcome.sites} sites"
        + (f"; {rest} not tried yet" if rest else "")
    )


def _table(outcome: Outcome) -> Iterator[str]:
    by_module = Counter(mutant.module for mutant in outcome.mutants)
    width = max(map(len, by_module), default=0)
    yield f"{'module':<{width}}  sampled  noticed  survived  (noticed elsewhere)  equivalent"
    for module in sorted(by_module):
        tally = outcome.tally(module)
        yield (
            f"{module:<{width}}  {tally.sampled:>7}  {tally.noticed:>7}"
            f"  {tally.survived or '':>8}  {tally.elsewhere or '':>19}  {tally.equivalent or '':>10}"
        )
