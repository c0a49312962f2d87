"""The ledger, searched through and replayed once in each process for all tests that look at its claims and certificates."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import Report, run
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.sparing import Counting


@pytest.fixture(scope="session")
def prover() -> Counting:
    """Finds every certificate anew, except that it believes the stored counts of cases: a replay counts them."""
    return Counting(Searching(), store.load())


@pytest.fixture(scope="session")
def reports(prover: Counting) -> Sequence[Report]:
    """What came of every entry."""
    return list(run(CLAIMS.values(), prover))


@pytest.fixture(scope="session")
def theorems(prover: Counting, reports: Sequence[Report]) -> Mapping[str, Theorem]:
    """Every theorem that the ledger's entries ask for, lemmas included, by its name."""
    assert [(report.entry.name, report.failure) for report in reports if report.failure is not None] == []
    return prover.theorems


REPLAY = """
import gc, json, sys
gc.set_threshold(100_000)
sys.modules.update(dict.fromkeys(("sympy", "z3", "cvc5", "highspy")))
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.export.objects import Objects
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.ledger import CLAIMS
said, entries, sentences, grades, objects = {}, {}, {}, {}, Objects()
for report in run(CLAIMS.values(), Replaying(store.load())):
    said[report.entry.name] = report.failure or report.evidence
    entries[report.entry.name] = sorted({each.name for each in report.theorems})
    grades[report.entry.name] = graded(report.evidence)
    for number, stated in enumerate(report.sentences, 1):
        sentences[f"{report.entry.name}, {number}"] = sorted({each.name for each in stated.theorems})
        grades[f"{report.entry.name}, {number}"] = graded(stated.strength)
    objects.add((*report.theorems, *report.checks))
json.dump([said, entries, sentences, grades, objects.made()], sys.stdout)
"""
"""Whoever imports a module that is None there gets an ImportError."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of replaying every stored certificate, every case included."""

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


@pytest.fixture(scope="session")
def replayed() -> Replayed:
    """By a process that can import neither SymPy nor a solver."""
    done = subprocess.run([sys.executable, "-c", REPLAY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Replayed(*json.loads(done.stdout))
