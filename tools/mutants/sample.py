"""A sample of a game's mutants, and the run that tries those which were not tried before."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec.structs import replace
from tools.mutants import equivalents, processes
from tools.mutants.claims import Claims
from tools.mutants.report import Outcome
from tools.mutants.results import Results
from tools.mutants.rule_modules import Project, packages, rule_modules
from tools.mutants.sites import Mutant, draw, mutate, sites
from tools.mutants.source import Source
from tools.mutants.trial import Baseline, Changed, Verdict, attempt, measure

Count = Callable[[int, int], None]


class Unfit(Exception):
    """The tests can't be used to try anything: one fails as it is."""


class Sample:
    def __init__(self, project: Project, game: str, size: int | None, seed: int) -> None:
        self.project, self.game = project, game
        self.modules = {module.name: module for module in rule_modules(game, project)}
        self.sources = {name: Source(module.text) for name, module in self.modules.items()}
        every = [site for module in self.modules.values() for site in sites(module)]
        self.sites = len(every)
        self.mutants = [mutate(site, self.sources[site.module], seed) for site in draw(every, size, seed)]
        self.equivalent = equivalents.read(project.root / equivalents.NAME)
        self.claims = Claims(project.folder(game), self.modules.values())

    def outcome(self, results: Results) -> Outcome:
        rows = self.equivalent
        known = {
            mutant.id: results.verdicts[mutant.id] for mutant in self.mutants if mutant.id in results.verdicts
        }
        reasons = {m.id: rows[equivalents.row_of(m)] for m in self.mutants if equivalents.row_of(m) in rows}
        stale = [" | ".join(row) for row in equivalents.stale(rows, packages(self.game), self.modules)]
        baseline = results.baseline()
        missing = baseline.missing if baseline else ()
        return Outcome(self.game, self.sites, self.mutants, known, reasons, stale, missing)

    def try_all(self, results: Results, jobs: int, count: Count) -> None:
        """Tries every mutant that has no verdict yet, and shows survivors to all other tests."""
        baseline = self._baseline(results)
        open_ones = [mutant for mutant in self.mutants if mutant.id not in results.verdicts]
        done = len(self.mutants) - len(open_ones)
        count(done, len(self.mutants))
        for mutant, answer in processes.run(self._work(open_ones, baseline), jobs):
            if verdict := verdict_of(answer):
                results.keep(mutant.id, verdict)
            done += 1
            count(done, len(self.mutants))
        survivors = [mutant for mutant in self.mutants if _is_to_be_shown(results.verdicts.get(mutant.id))]
        for mutant, answer in processes.run(self._other_work(survivors, baseline), jobs):
            if verdict := verdict_of(answer):
                seen = results.verdicts[mutant.id]
                results.keep(mutant.id, replace(seen, elsewhere=verdict.test or verdict.how))

    def _work(self, mutants: list[Mutant], baseline: Baseline) -> Iterator[tuple[Mutant, processes.Work]]:
        for mutant in mutants:
            selection = self.claims.selection(mutant.module, mutant.function)
            yield (
                mutant,
                partial(attempt, self._changed(mutant), selection.own, selection.all, baseline),
            )

    def _other_work(
        self, mutants: list[Mutant], baseline: Baseline
    ) -> Iterator[tuple[Mutant, processes.Work]]:
        for mutant in mutants:
            tests = self.claims.every_test - self.claims.selection(mutant.module, mutant.function).all
            yield mutant, partial(attempt, self._changed(mutant), (), tests, baseline)

    def _changed(self, mutant: Mutant) -> Changed:
        text = self.sources[mutant.module].edited(mutant.edit)
        return Changed(self.project.root, mutant.module, self.modules[mutant.module].path, text)

    def _baseline(self, results: Results) -> Baseline:
        """How the tests fare without a change. Raises Unfit if one fails."""
        baseline = results.baseline()
        if baseline is None:
            tests = self.claims.every_test
            ((_, answer),) = processes.run([(None, partial(measure, self.project.root, tests))], 1)
            if not answer.text:
                raise Unfit(f"the tests of {self.game} can't be run")
            baseline = msgspec.json.decode(answer.text, type=Baseline)
            if baseline.failed:
                raise Unfit(f"{baseline.failed} fails without any change")
            results.keep_baseline(baseline)
        return baseline


def _is_to_be_shown(verdict: Verdict | None) -> bool:
    """Has it survived, and was not shown to the tests of other clauses yet?"""
    return verdict is not None and not verdict.noticed and verdict.elsewhere is None


def verdict_of(answer: processes.Answer) -> Verdict | None:
    """What an answer says. A process that was stuck or gave up without an answer says nothing; one that the
    change killed noticed it."""
    if answer.text:
        return msgspec.json.decode(answer.text, type=Verdict)
    if answer.stuck or not answer.signal:
        return None
    return Verdict(True, "", f"the process died of signal {answer.signal}")
