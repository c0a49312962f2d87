"""The bound on the error of one round whoever is active: what it rests on, and what it is where people are few."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.numbers import Symbol, rational
from ldproof.planning.counters import bound_over_rates
from ldproof_proofs.counting.inversion import all_errors
from ldproof_proofs.counting.tail import EXACT
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByCitation, Prover
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums

P, B = Symbol("P"), Symbol("B")
"""The probability of x ones or more among k reports, and of x successes or more in k equal trials."""
k, q, x = map(Symbol, ("k", "q", "x"))
"""How many report, at which rate their reports are 1, and how many ones there are."""

MOST = 7
TRUE = Fraction(3, 4)
"""A report is true so often at E = 3."""

SHAPES = [(N, T) for N in (1, 2, 4, 5) for T in (1, 2, 3) if N + T < 8]
TAILS = (Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
FILLS = (None, Fraction(1, 2))


def equal_trials(prover: Prover) -> Theorem:
    """Of all independent trials of one mean equal ones spread the farthest."""
    return prover.theorem(
        Implication(
            "counting.equal-trials",
            at_most(P, B),
            {"x far": at_most(k * q + 1, x)},
            witness={"k": 2, "q": Fraction(1, 4), "x": 2, "P": 0, "B": Fraction(1, 16)},
            mutant=Mutant(
                at_most(P, B / 4),
                {"k": 2, "q": Fraction(1, 4), "x": 2, "P": Fraction(1, 16), "B": Fraction(1, 16)},
            ),
            reading="P = Pr[X >= x] and X is the number of ones among k reports of which the mean is k q, if any k of "
            "the people are as likely to have sent them; B = Pr[Y >= x] and Y is the number of successes in k "
            "independent trials of probability q",
            stands=("P", "B"),
        ),
        ByCitation(
            "Hoeffding, On the Distribution of the Number of Successes in Independent Trials (1956), Theorem 4; and "
            "Vatutin and Mikhailov, Limit Theorems for the Number of Empty Cells in an Equiprobable Scheme for Group "
            "Allocation of Particles (1982): a hypergeometric number is one of successes in independent trials"
        ),
    )


def among(N: int, active: int, reporters: int) -> list[Fraction]:
    """The probabilities of 0, 1, ... ones, any of the people being as likely to be among the reporters."""
    found = [Fraction(0)] * (reporters + 1)
    for some in range(max(0, reporters - (N - active)), min(active, reporters) + 1):
        here = Fraction(comb(active, some) * comb(N - active, reporters - some), comb(N, reporters))
        for ones, chance in enumerate(successes([TRUE] * some + [1 - TRUE] * (reporters - some))):
            found[ones] += here * chance
    return found


def successes(trials: list[Fraction]) -> list[Fraction]:
    """The probabilities of 0, 1, ... successes."""
    found = [Fraction(1)]
    for chance in trials:
        found = [
            (found[ones] if ones < len(found) else 0) * (1 - chance)
            + (found[ones - 1] * chance if ones else 0)
            for ones in range(len(found) + 1)
        ]
    return found


def trial_cases(beyond: int) -> Iterable[tuple[str, Relation]]:
    """What is cited, at so many successes beyond the mean, and more."""
    for N in range(1, MOST + 1):
        for active, reporters in every(range(N + 1), range(1, N + 1)):
            law = among(N, active, reporters)
            mean = sum((ones * chance for ones, chance in enumerate(law)), Fraction(0))
            equal = successes([mean / reporters] * reporters)
            for ones in range(reporters + 1):
                if ones >= mean + beyond:
                    name = f"N = {N}, {active} active, {reporters} reporters, {ones} ones"
                    yield name, at_most(total(law[ones:]), total(equal[ones:]))


def total(chances: list[Fraction]) -> Fraction:
    """Their sum."""
    return rational(sum(chances, Fraction(0)))


def bound_cases(part: Fraction) -> Iterable[tuple[str, Relation]]:
    """How likely an error is that is some part of the bound, or larger, or no estimate."""
    for (N, T), tail, fill in every(SHAPES, TAILS, FILLS):
        found = bound_over_rates(N, T, tail, EXACT.report_excess(), fill)
        for active in range(N + 1):
            errors = all_errors((N, active, T), fill)
            name = f"N = {N}, {active} active, T = {T}, tail = {tail}, fill = {fill}"
            none = [chance for error, chance in errors if error is None]
            if found is None:
                yield f"{name}, no estimate", at_most(tail, sums.total(none))
                continue
            alpha = exactly(found[0]) * part
            reached = [chance for error, chance in errors if error is not None and error >= alpha]
            yield name, at_most(sums.total((*none, *reached)), tail)


def bounded(prover: Prover) -> Theorem:
    """The bound as the reference computes it."""
    return prover.theorem(
        Ground(
            "counting.whoever-is-active",
            "in one round of Glance, or of published Harmony, whoever is active, an error of largest_error or more, or no "
            "estimate, has a probability of the tail at most; where there is no largest_error, no estimate has the tail or "
            "more",
            "N in {1, 2, 4, 5}, T <= 3 (T <= 2 for N = 5), every number of active people, tails of 1/20, 1/5 and 1/2, E = 3",
            lambda: bound_cases(Fraction(1)),
            lambda: bound_cases(Fraction(1, 2)),
        ),
        ByRecord(),
    )


def as_trials(prover: Prover) -> Theorem:
    """What is cited, looked at; nearer to the mean it is not so."""
    return prover.theorem(
        Ground(
            "counting.ones-as-trials",
            "x ones or more among k reports of people of whom any k are as likely, where x is the mean or more by one, "
            "are no likelier than x successes or more in k equal trials of this mean",
            f"N <= {MOST}, every number of active people and of reporters, E = 3",
            lambda: trial_cases(1),
            lambda: trial_cases(0),
        ),
        ByRecord(),
    )
