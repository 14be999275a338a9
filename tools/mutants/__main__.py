"""Breaks the rules of the games by small changes, and tells which of them no test notices.

    python -m tools.mutants --game race --sample 300 --seed 1     300 changes of Race for Berlin
    python -m tools.mutants                                       every change of every game: hours

A run that was broken off goes on where it stood, as long as source and tests are the same.
"""

import argparse
import os
import sys
from typing import NoReturn

from tools.mutants.equivalents import BadRow
from tools.mutants.report import lines, summary
from tools.mutants.results import Results, digest_of
from tools.mutants.rule_modules import GAMES, Project
from tools.mutants.sample import Sample, Unfit

from berlin.cli.progress import progress

MISSED, BAD, INTERRUPTED = 1, 2, 130


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Bad flags are answered in one line."""
        sys.stderr.write(f"mutants: {message}\n")
        sys.exit(BAD)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)


def percent(text: str) -> float:
    if not text.isdecimal() or int(text) > 100:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 to 100")
    return int(text) / 100


def flags(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="this game alone; may be given again")
    parser.add_argument("--sample", type=positive, metavar="N", help="N changes of each game, not all")
    parser.add_argument("--seed", type=positive, default=1, metavar="S", help="which sample: 1 if not given")
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="J", help="so many at once"
    )
    parser.add_argument("--goal", type=percent, metavar="P", help="exit 1 if less than P percent are noticed")
    parser.add_argument("--report", action="store_true", help="try nothing: report what is known so far")
    return parser.parse_args(arguments)


def main(arguments: list[str], project: Project) -> int:
    asked = flags(arguments)
    met = True
    try:
        for game in asked.game or GAMES:
            met &= run(project, game, asked)
    except (Unfit, BadRow) as error:
        sys.stderr.write(f"mutants: {error}\n")
        return MISSED if isinstance(error, Unfit) else BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0 if met else MISSED


def run(project: Project, game: str, asked: argparse.Namespace) -> bool:
    """Tries one game's sample, and prints the report. Was the goal met?"""
    sample = Sample(project, game, asked.sample, asked.seed)
    results = Results(game, digest_of(game, project), project.results)
    try:
        if not asked.report:
            with progress(game, "mutants", alive=False) as count:
                sample.try_all(results, asked.jobs, count)
    except KeyboardInterrupt:
        far = summary(sample.outcome(results))
        sys.stderr.write(f"\n{far}\ninterrupted: the same command goes on from here\n")
        raise
    outcome = sample.outcome(results)
    for line in lines(outcome, sample.sources):
        print(line)
    return asked.goal is None or outcome.tally().share >= asked.goal


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Project()))
