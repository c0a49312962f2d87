"""The ledger for tests of claims and certificates: a fixed part is replayed once; the full tier searches all of it."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ldproof.errors import Reason, Refused
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.export.objects import Objects
from ldproof_proofs.book.proving import DISPLAYS
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import Report, run
from ldproof_proofs.kernel.prover import Replaying, Searching
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.sparing import Counting
from tests.tiers import run_everything

SAMPLE = (
    "shots.thm-2",
    "shots.thm-3",
    "shots.thm-5",
    "shots.thm-10",
    "counting.memoization",
    "counting.sec-5.1.2",
    "chi2.threshold",
    "sketch.rr",
    "exact.bytes",
)
"""A twentieth of the entries, with theorems of every rule but enumerations."""


def replay_entries(*names: str) -> tuple[Counting, Sequence[Report]]:
    """What comes of replaying entries, and the prover, which believes the stored counts of cases."""
    prover = Counting(Replaying(store.load()), store.load())
    return prover, [*run([CLAIMS[name] for name in names], prover)]


@cache
def sample() -> tuple[Counting, Sequence[Report]]:
    """What comes of replaying the sample, once."""
    return replay_entries(*SAMPLE)


@pytest.fixture(scope="session")
def prover() -> Counting:
    """Replays the sample; in the full tier it finds every certificate anew."""
    return Counting(Searching(), store.load()) if run_everything() else sample()[0]


@pytest.fixture(scope="session")
def reports(prover: Counting) -> Sequence[Report]:
    """What came of the sample, or of every entry."""
    return [*run([*CLAIMS.values(), *DISPLAYS.values()], prover)] if run_everything() else sample()[1]


@pytest.fixture(scope="session")
def theorems(prover: Counting, reports: Sequence[Report]) -> Mapping[str, Theorem]:
    """Every theorem that these entries ask for, lemmas included, by its name."""
    assert [(report.entry.name, report.failure) for report in reports if report.failure is not None] == []
    return prover.theorems


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of replaying stored certificates."""

    said: Mapping[str, str]
    """Each entry's evidence, or why it failed."""
    entries: Mapping[str, Sequence[str]]
    """The theorems that each entry's verdict rests on."""
    sentences: Mapping[str, Sequence[str]]
    """The theorems that each sentence stands on."""
    grades: Mapping[str, str]
    """Under what the evidence of each entry and of each sentence is counted."""
    objects: Mapping[str, str]
    """The object of every theorem, as text, by its name."""


def summary(reports: Iterable[Report], displays: Iterable[Report] = ()) -> Replayed:
    """What came of entries, and the objects of displays beside theirs."""
    made = Objects()
    said, entries, sentences = dict[str, str](), dict[str, Sequence[str]](), dict[str, Sequence[str]]()
    grades: dict[str, str] = {}
    for report in reports:
        said[report.entry.name] = report.failure or report.evidence
        entries[report.entry.name] = sorted({each.name for each in report.theorems})
        grades[report.entry.name] = graded(report.evidence)
        for number, stated in enumerate(report.sentences, 1):
            sentences[f"{report.entry.name}, {number}"] = sorted({each.name for each in stated.theorems})
            grades[f"{report.entry.name}, {number}"] = graded(stated.strength)
        made.add((*report.theorems, *report.checks))
    for report in displays:
        assert report.failure is None, report.failure
        made.add(report.theorems)
    return Replayed(said, entries, sentences, grades, made.made())


REPLAY = """
import gc, json, sys
gc.set_threshold(100_000)
sys.modules.update(dict.fromkeys(("sympy", "z3", "cvc5", "highspy")))
from dataclasses import asdict
from ldproof_proofs.book.proving import DISPLAYS
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.conftest import summary
whether, *names = sys.argv[1:]
entries, prover = [CLAIMS[name] for name in names], Replaying(store.load())
displays = DISPLAYS.values() if whether == "displays too" else ()
json.dump(asdict(summary(run(entries, prover), run(displays, prover))), sys.stdout)
"""
"""Whoever imports a module that is None there gets an ImportError."""


def replay_apart(names: Iterable[str], *, displays: bool = False) -> Replayed:
    """Replay entries, every case included, in a process that can import neither SymPy nor a solver."""
    command = [sys.executable, "-c", REPLAY, "displays too" if displays else "entries", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    return Replayed(**json.loads(done.stdout))


@pytest.fixture(scope="session")
def replayed() -> Replayed:
    """The sample; in the full tier every entry, replayed in a process of its own."""
    return replay_apart(CLAIMS, displays=True) if run_everything() else summary(sample()[1])


def seems_true(relation: Relation, point: Point) -> bool:
    """Whether a relation holds; irrational numbers count as equal where no precision tells them apart."""
    try:
        return relation.holds_at(point)
    except Refused as refusal:
        return refusal.reason is Reason.UNDECIDED and relation.sign in ("=", "<=")
