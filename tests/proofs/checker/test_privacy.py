"""What is LDP, checked again apart: all events of a mechanism's outputs, and no more than is shown of each of them."""

from collections.abc import Callable

import pytest

from ldproof_proofs.book.coq.reading import record
from ldproof_proofs.book.coq.theorems import Theorems
from ldproof_proofs.book.export.objects import Objects, written
from ldproof_proofs.chi2.curator import laplace
from ldproof_proofs.counting.law import glance
from ldproof_proofs.kernel.prover import Prover, Searching
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import privacy
from ldproof_proofs.shots.law import user_level
from ldproof_proofs.sketch.law import row
from tests.proofs.checker.apart import Object, accepted, assert_refused, outcome, put, read, syntax

PROVER, OBJECTS = Searching(), Objects()
SOURCES = (
    privacy.post_processing,
    privacy.compose_mechanisms,
    user_level.private,
    glance.private,
    row.pair_private,
    laplace.private,
)


def changed(source: Callable[[Prover], Theorem], change: Callable[[Object], object]) -> object:
    """Check a theorem's object after a change, beside those that it cites."""
    text = OBJECTS.text(source(PROVER))
    found = read(text)
    change(found)
    assert written(found) != text
    return outcome(written(found), *OBJECTS.made().values())


@pytest.mark.parametrize("source", SOURCES)
def test_private_mechanism_is_checked_again(source: Callable[[Prover], Theorem]) -> None:
    """As an instance of what is so of all events, in the checker and in Coq, with a near miss there."""
    text = OBJECTS.text(source(PROVER))
    found = read(text)
    assert (found["rule"], found["theorem"]) == ("instance", "law.events")
    assert accepted(outcome(text, *OBJECTS.made().values()))
    name = str(found["name"])
    theorems = Theorems({each: record(read(made)) for each, made in OBJECTS.made().items()})
    assert theorems.written[name].mutant


@pytest.mark.parametrize("source", SOURCES)
def test_smaller_odds_and_other_probabilities_are_refused(source: Callable[[Prover], Theorem]) -> None:
    """Half the odds, twice the probability of an output, and a negative part of it that is taken."""
    found = read(OBJECTS.text(source(PROVER)))
    odds, first = found["values"], found["kinds"]
    assert isinstance(odds, dict)
    assert isinstance(first, list)
    assert_refused(
        (changed(source, put("values", "E", to=["/", odds["E"], syntax("2")])), "nothing shows"),
        (changed(source, put("kinds", 0, "p", to=["*", syntax("2"), first[0]["p"]])), "nothing shows"),
        (changed(source, put("kinds", 0, "taken", to=syntax("-1"))), "nothing shows"),
    )
