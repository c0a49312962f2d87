"""Who has the least exact variance at some points, and where an uneven number of reporters costs something."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.parameters import Which
from ldproof.counting.variance import every_round_variance, glance_at, harmony_variance
from ldproof.numbers import rational
from ldproof_proofs.counting.reporters.counted import inverse_by_recurrence
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem


def uneven_cases(halves: int) -> Iterable[tuple[str, bool]]:
    """R against T/N from 2 N = 3 T on."""
    for rounds in range(2, 13):
        for people in range(2, 61):
            if 2 * people >= halves * rounds:
                above = inverse_by_recurrence(people, rounds) > rational(rounds, people)
                yield f"N = {people}, T = {rounds}", above


def uneven(prover: Prover) -> Theorem:
    """An uneven number of reporters costs something unless people are few."""
    claim = Finite(
        "counting.inverse-count-above-mean",
        "R > T/N where 2 N >= 3 T",
        "2 <= T <= 12, N <= 60",
        lambda: uneven_cases(3),
        lambda: uneven_cases(2),
    )
    return prover.theorem(claim, ByEnumeration())


EXAMPLES: tuple[tuple[Fraction, Fraction, Which], ...] = (
    (rational(0), rational(11, 10), Which.GLANCE),
    (rational(0), rational(2), Which.HARMONY),
    (rational(1, 4), rational(2), Which.GLANCE),
    (rational(1, 2), rational(3, 2), Which.HARMONY_PUBLISHED),
    (rational(1, 2), rational(2), Which.BORAPPOR),
    (rational(1), rational(2), Which.GLANCE),
    (rational(1), rational(5), Which.GLANCE),
)
"""The share of active people, the odds of one of BORAPPOR's ten reports, and who is ahead for N = 100."""


def variances(people: int, rounds: int, share: Fraction, report_odds: Fraction) -> dict[Which, Fraction]:
    """All four exact variances by their closed forms; the whole budget is that of BORAPPOR's T reports."""
    many, whole = (rational(people), rational(rounds)), report_odds**rounds - 1
    return {
        Which.GLANCE: glance_at(many[0], share, inverse_by_recurrence(people, rounds), whole),
        Which.HARMONY: harmony_variance(*many, share, whole, rational(0)),
        Which.HARMONY_PUBLISHED: harmony_variance(*many, share, whole, rational(1, 2)),
        Which.BORAPPOR: every_round_variance(many[0], report_odds - 1),
    }


def ahead(people: int, rounds: int, share: Fraction, report_odds: Fraction) -> set[Which]:
    """Who has the least variance."""
    found = variances(people, rounds, share, report_odds)
    return {which for which, each in found.items() if each == min(found.values())}


def ahead_cases(shift: Fraction) -> Iterable[tuple[str, bool]]:
    """The exact variances compared."""
    for share, odds, who in EXAMPLES:
        yield f"mu = {share}, e^(epsilon/T) = {odds}", ahead(100, 10, abs(share - shift), odds) == {who}


def examples(prover: Prover) -> Theorem:
    """Each of the four can be ahead."""
    shown = ", ".join(f"{who} at mu = {share}, e^(epsilon/T) = {odds}" for share, odds, who in EXAMPLES)
    claim = Finite(
        "counting.ahead",
        f"for N = 100 and T = 10 the least exact variance has {shown}",
        f"these {len(EXAMPLES)} points",
        lambda: ahead_cases(rational(0)),
        lambda: ahead_cases(rational(1, 2)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())
