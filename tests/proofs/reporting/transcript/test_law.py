"""The transcript's fold against its definition, and that a wrong fold or a wrong definition would be noticed."""

from fractions import Fraction

from ldproof.numbers import Symbol, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.relations import value_at
from ldproof_proofs.reporting.transcript.law import agrees, average


def test_the_average_is_over_all_choices() -> None:
    """One of two rounds: half of each choice; both rounds; and none."""
    rounds = [(Symbol("a"), Symbol("b")), (Symbol("c"), Symbol("d"))]
    at = {"a": 2, "b": 3, "c": 5, "d": 7}
    assert value_at(average(rounds, 1), at) == Fraction(3 * 5 + 2 * 7, 2)
    assert value_at(average(rounds, 2), at) == 21
    assert value_at(average(rounds, 0), at) == 10


def test_the_cases_can_fail() -> None:
    """The fold is the average over choices of as many rounds, and not of one more."""
    assert all(holds(each) for _, each in agrees(0))
    assert not any(holds(each) for _, each in agrees(1))
    assert len(list(agrees(0))) == sum(T + 1 for T in range(1, 6))


def test_the_fold_is_the_average_for_numbers() -> None:
    """Six rounds with different numbers, beyond what the claim checks."""
    rounds = [(Fraction(1, t + 2), Fraction(t + 1, t + 5)) for t in range(6)]
    as_terms = [(term(silent), term(spoken)) for silent, spoken in rounds]
    for m in range(7):
        assert transcript.likelihood(rounds, m) == value_at(average(as_terms, m), {})
