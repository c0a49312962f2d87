"""All outcomes of small populations, person by person: how many ones and zeros are reported in each round."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

Reports = tuple[tuple[int, int], ...]
"""Numbers of ones and of zeros, by round."""


def outcomes(N: int, T: int, M: int, odds: Fraction) -> Mapping[Reports, Fraction]:
    """Their probabilities, when the first M of N people are active in all T rounds and the others in none."""
    law: Mapping[Reports, Fraction] = {((0, 0),) * T: Fraction(1)}
    for person in range(N):
        one = (odds if person < M else 1) / (odds + 1)
        grown: defaultdict[Reports, Fraction] = defaultdict(Fraction)
        for reports, share in law.items():
            for t, (ones, zeros) in enumerate(reports):
                for new, chance in (((ones + 1, zeros), one), ((ones, zeros + 1), 1 - one)):
                    grown[(*reports[:t], new, *reports[t + 1 :])] += share * chance / T
        law = grown
    return law


def worst_error(
    reports: Reports, N: int, T: int, M: int, odds: Fraction, fill: Fraction | None
) -> Fraction | None:
    """The largest error by section 4.1, with NULL as no report or as a value; None if a round has no estimate."""
    p, q = odds / (odds + 1), 1 / (odds + 1)
    errors = []
    for ones, zeros in reports:
        k = ones + zeros
        if fill is not None:
            mean, low = (ones + fill * (N - k)) / N, q / T + fill * (1 - Fraction(1, T))
            errors.append(abs((mean - low) / ((p - q) / T) - Fraction(M, N)))
        elif k:
            errors.append(abs((Fraction(ones, k) - q) / (p - q) - Fraction(M, N)))
        else:
            return None
    return max(errors)


def worst_law(
    N: int, T: int, M: int, odds: Fraction, fill: Fraction | None
) -> Mapping[Fraction | None, Fraction]:
    """The law of the largest error."""
    law: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
    for reports, share in outcomes(N, T, M, odds).items():
        law[worst_error(reports, N, T, M, odds, fill)] += share
    return law
