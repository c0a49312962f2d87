"""The rates against the transcript's law, enumerated: what the theorems tie together is so in numbers."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.shots.formulas import estimate, gap, p, q
from ldproof.shots.law import transcripts
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Searching, at_once
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas import rates
from ldproof_proofs.shots.parameters import SETTING

CASES = [
    (m, T, r, x)
    for T in (1, 2, 3)
    for m in range(1, T + 1)
    for r, x in ((Fraction(0), Fraction(2)), (Fraction(1, 3), Fraction(1, 2)))
]


@pytest.mark.parametrize(("m", "T", "r", "x"), CASES)
def test_p_and_q_are_marginals(m: int, T: int, r: Fraction, x: Fraction) -> None:
    """The probability of a 1 in any round is p in state 1 and q in state 0, whatever the other states are."""
    for states in every((0, 1), repeat=T):
        law = transcripts(states, m, r, x)
        for t, state in enumerate(states):
            one = sum(law[seen] for seen in law if seen[t])
            assert one == (p if state else q)(Fraction(m), Fraction(T), r, x)


def test_the_estimate_is_unbiased() -> None:
    """Three people in one round: the expectation of the estimate is the share of active people."""
    m, T, r, x = 1, 2, Fraction(1, 4), Fraction(3)
    for states in every((0, 1), repeat=3):
        ones = sum((p if state else q)(Fraction(m), Fraction(T), r, x) for state in states)
        found = estimate(Fraction(ones), Fraction(3), Fraction(m), Fraction(T), r, x)
        assert found == Fraction(sum(states), 3)
    assert gap(Fraction(m), Fraction(T), x) != 0


def test_the_marginals_theorem_needs_the_choices(theorems: Mapping[str, Theorem]) -> None:
    """That a share m/T of all choices reports at t is what it stands on; of other A and B it is not so."""
    theorem = theorems["shots.p-is-a-marginal"]
    assert all(str(each) in theorem.statement for each in SETTING.values())
    assert isinstance(theorem.claim, Implication)
    assert {*theorem.claim.known} == {"choices"}
    alone = replace(theorem.claim, known={}, anchors=())
    with pytest.raises(NotProved):
        Searching().theorem(alone, at_once("", search))


def test_every_theorem_of_the_module_is_proved() -> None:
    """None is cited, none is only checked."""
    prover = Searching()
    found = [
        rates.choices(prover),
        *rates.marginals(prover),
        rates.difference(prover),
        *rates.unbiased(prover),
    ]
    assert {theorem.evidence.text() for theorem in found} == {"proved"}
