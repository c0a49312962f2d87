"""The exact alpha, by writing down every error and its probability."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from itertools import product as every
from math import comb

from ldproof.budget import parse_budget
from ldproof.numbers import Certified, Real, Term, ball, enclose, exp, expm1, rational, term
from ldproof.probability import binomial_law
from ldproof.shots.error import alpha_exact, error_quantile
from ldproof.shots.formulas import estimate, p, q
from ldproof.shots.mechanism import Shots
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, Known, encloses, exactly, holds
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import read, tie, traced

SHAPES = ((1, 1), (1, 3), (2, 3))
"""m and T."""
DUMMIES = (rational(0), rational(1, 3), rational(1))
SOME, SURE = 16, rational(1000)
"""So many people with such odds that floats do without numbers of ones that hardly occur."""
HARDLY = 1 + rational(1, 10**8)
"""With such odds means are so near to each other that floats cannot tell whose error is larger."""
RARE = (
    (SOME, (1, 1), rational(0), SURE, Fraction(1, 20)),
    (SOME, (1, 1), rational(0), SURE, Fraction(9, 10)),
    (SOME, (1, 1), rational(0), HARDLY, Fraction(1, 20)),
    (2, (2, 3), rational(1, 3), SURE, Fraction(9, 10)),
)
"""N, (m, T), r, E and beta; with the last ones, half of the bits are ones where the error is largest, and Phi is not 1/2."""
EPSILON = rational(4, 3)
CLOSE = rational(1, 2**70)
NEARLY_EVEN = (rational(1, 2) - CLOSE, rational(1, 2) + CLOSE)
"""With these dummies a mean can be next to half a whole number, so that floats cannot tell which ones are nearer."""


def reaching(
    N: int, m: int, T: int, r: Fraction, excess: Fraction, active: int | None = None
) -> list[tuple[Fraction, Fraction]]:
    """Every error, and the probability to reach it; as so many people are active, or at some number of them."""
    if active is None:
        return [each for some in range(N + 1) for each in reaching(N, m, T, r, excess, some)]
    shape = rational(m), rational(T), r, excess
    ones = binomial_law(active, p(*shape)).product(binomial_law(N - active, q(*shape))).pushforward(sum)
    share = rational(active, N)
    errors = ones.pushforward(lambda count: abs(estimate(rational(count), rational(N), *shape) - share))
    largest_first = sorted(errors, reverse=True)
    return [*zip(largest_first, accumulate(errors[error] for error in largest_first), strict=True)]


def largest(reached: Iterable[tuple[Fraction, Fraction]], beta: Fraction) -> Fraction:
    """The largest error that is reached with a larger probability."""
    return max((error for error, chance in reached if chance > beta), default=rational(0))


def by_force(beta: Fraction, N: int, m: int, T: int, r: Fraction, odds: Fraction = Fraction(3)) -> Fraction:
    """The largest error that some share of active people reaches with a probability above beta / T."""
    return largest(reaching(N, m, T, r, odds - 1), beta / T)


def inverted(
    name: str, ours: Fraction, reached: Iterable[tuple[Fraction, Fraction]], tail: Fraction
) -> Iterable[tuple[str, Relation]]:
    """The error is reached with a probability above the tail, or is 0, and no larger one is."""
    listed = [*reached]
    beyond = max((chance for error, chance in listed if error > ours), default=Fraction(0))
    yield f"{name}: larger errors than {ours}", at_most(beyond, tail)
    chances = [chance for error, chance in listed if error == ours]
    if ours or chances:
        yield f"{name}: the error {ours}", below(tail, max(chances, default=Fraction(0)))
    for error in sorted({error for error, _ in listed if error > ours})[:1]:
        yield f"{name}: {error} is larger", below(ours, error)


def cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """The reference's alpha against it."""
    for N, (m, T), r, beta in every((1, 2, 3, 5), SHAPES, DUMMIES, (Fraction(1, 20), Fraction(1, 3))):
        ours, name = (
            alpha_exact(beta, N, m, T, r, parse_budget(m, report_odds=3)),
            f"N = {N}, m = {m}, T = {T}, r = {r}, beta = {beta}",
        )
        yield from inverted(name, exactly(ours), reaching(N + extra, m, T, r, Fraction(2)), beta / T)
    for N, (m, T), r, odds, beta in RARE:
        ours = alpha_exact(beta, N, m, T, r, parse_budget(m, report_odds=odds))
        name = f"N = {N}, m = {m}, T = {T}, r = {r}, E = {odds}, beta = {beta}"
        yield from inverted(name, exactly(ours), reaching(N + extra, m, T, r, odds - 1), beta / T)


def tails_beside(reached: Iterable[tuple[Fraction, Fraction]], T: int) -> list[Fraction]:
    """All beta / T below 1 / T that are probabilities of an error, and their neighbours."""
    chances = sorted({chance for _, chance in reached})
    beside = (each * (1 + side) for each in chances for side in (-CLOSE, 0, CLOSE))
    return list(dict.fromkeys(tail for tail in beside if T * tail < 1))


def tie_cases(side: int) -> Iterable[tuple[str, Relation]]:
    """The reference's alpha where beta / T is an error's probability, or next to it, so that floats cannot decide."""
    for N, (m, T), r in every((1, 2, 3), SHAPES, (*DUMMIES, *NEARLY_EVEN)):
        whole = parse_budget(m, report_odds=3)
        for active in (None, *range(N + 1)):
            reached = reaching(N, m, T, r, rational(2), active)
            for tail in tails_beside(reached, T):
                if active is None:
                    ours = exactly(alpha_exact(T * tail, N, m, T, r, whole))
                else:
                    ours = exactly(error_quantile(Shots(T, m, r, whole), N, active, tail))
                name = f"N = {N}, m = {m}, T = {T}, r = {r}, active = {active}, beta = {T * tail}"
                yield from inverted(name, ours, reached, tail * (1 - side * CLOSE / 2))


@dataclass(frozen=True, slots=True)
class Rounds:
    """One round of N people at an irrational E, and at a rational one that agrees with it to 60 digits."""

    N: int
    shape: tuple[Term, Term, Term, Term]
    """m, T, r and the excess odds."""
    errors: Mapping[tuple[int, int], Fraction]
    """By the numbers of active people and of ones: Phi - phi at the rational odds."""
    even: bool
    """Whether Phi is 1/2 where half of the bits are ones, whatever E is."""
    known: Known = field(default_factory=Known)
    """What the probabilities are made of comes to."""

    def chance(self, active: int, least: Fraction) -> Term:
        """The probability of an error of at least so much, as so many people are active."""
        one, zero, total = p(*self.shape), q(*self.shape), term(0)
        for right, wrong in every(range(active + 1), range(self.N - active + 1)):
            if abs(self.errors[active, right + wrong]) >= least:
                first = comb(active, right) * one**right * (1 - one) ** (active - right)
                idle = self.N - active
                total = total + first * comb(idle, wrong) * zero**wrong * (1 - zero) ** (idle - wrong)
        return total

    def inverted(
        self, name: str, found: Real, tail: Fraction, wanted: Fraction
    ) -> Iterable[tuple[str, Relation]]:
        """The error is reached with a probability above the tail, for some number of active people, and no larger one."""
        larger = [abs(error) for error in self.errors.values() if abs(error) > wanted]
        for active in range(self.N + 1) if larger else ():
            yield f"{name}: beyond it, {active} active", at_most(self.chance(active, min(larger)), tail)
        for (active, count), error in self.errors.items():
            reached = below(tail, self.chance(active, wanted))
            if wanted and abs(error) == wanted and holds(reached, self.known):
                exact = estimate(term(count), term(self.N), *self.shape) - Fraction(active, self.N)
                yield f"{name}: reached, {active} active", reached
                if self.even and 2 * count == self.N:
                    off = abs(rational(1, 2) - rational(active, self.N))
                    yield f"{name}: half of the bits", equal(exactly(found), off)
                else:
                    ours = enclose(nearly(found), 20)
                    yield from encloses(f"{name}: {count} ones", ours, exact if error > 0 else -exact)
                return
        yield f"{name}: no error", equal(exactly(found) + wanted, 0)


def irrational_cases(side: int) -> Iterable[tuple[str, Relation]]:
    """The reference's alpha at irrational odds; which error it must be is seen at rational ones that are as good."""
    near = Fraction(enclose(lambda: exp(ball(EPSILON)), 60).lower) - 1
    for N, (m, T), r in every((1, 2, 3), SHAPES, (*DUMMIES, rational(1, 2))):
        reached, shape = reaching(N, m, T, r, near), (Fraction(m), Fraction(T), r, near)
        rounds = Rounds(
            N,
            (term(m), term(T), term(r), expm1(term(EPSILON))),
            {
                (active, count): estimate(Fraction(count), Fraction(N), *shape) - Fraction(active, N)
                for active, count in every(range(N + 1), repeat=2)
            },
            m == T or 2 * r == 1,
        )
        for tail in tails_beside(reached, T):
            if tail not in {chance for _, chance in reached}:
                found = alpha_exact(T * tail, N, m, T, r, parse_budget(m, epsilon=m * EPSILON))
                wanted = largest(reached, tail * (1 + 2 * side * CLOSE))
                name = f"N = {N}, m = {m}, T = {T}, r = {r}, beta = {T * tail}"
                yield from rounds.inverted(name, found, tail, wanted)


def nearly(quantity: Real) -> Certified:
    """A quantity as balls."""
    return lambda: ball(quantity)


def ties(prover: Prover) -> Iterable[Theorem]:
    """Where nearly equal numbers have to be told apart."""
    shapes = "(m, T) in {(1, 1), (1, 3), (2, 3)}, r in {0, 1/3, 1}"
    yield prover.theorem(
        Ground(
            "shots.alpha-exact-ties",
            "alpha_exact is that error also where beta / T is the probability to reach an error, or nearly so; and quantile is, "
            "for each number of active people",
            f"N <= 3, {shapes} and next to 1/2, E = 3; every such probability, and those 2^-70 of it above and below",
            lambda: tie_cases(0),
            lambda: tie_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "shots.alpha-exact-enclosed",
            "and at an irrational E, to 20 digits; exactly where Phi does not depend on E",
            f"N <= 3, {shapes} and 1/2, epsilon = {EPSILON} m; beta / T 2^-70 of it above and below every such probability",
            lambda: irrational_cases(0),
            lambda: irrational_cases(1),
        ),
        ByRecord(),
    )


def exact(prover: Prover) -> Theorem:
    """The reference's alpha is the largest error that is reached with more than beta / T."""
    sample = (Fraction(1, 20), 3, 1, 3, Fraction(1, 3))
    claim = Ground(
        "shots.alpha-exact",
        "alpha_exact is the largest error that is reached in a round with a probability above beta / T",
        "N in {1, 2, 3, 5}, (m, T) in {(1, 1), (1, 3), (2, 3)}, r in {0, 1/3, 1}, E = 3, beta in {1/20, 1/3}; "
        f"and N = {SOME}, m = T = 1, r = 0, E = {SURE} with beta in {{1/20, 9/10}}, E = 1 + 10^-8 with beta = 1/20; "
        f"and N = 2, (m, T) = (2, 3), r = 1/3, E = {SURE}, beta = 9/10",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(
                alpha_exact,
                lambda: alpha_exact(*sample, parse_budget(1, report_odds=3)),
                lambda: by_force(*sample),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


FEW = 3, 1, 2, Fraction(0)
"""N, m, T and r."""


def reached_at(tail: Fraction) -> Term:
    """The error that some number of active people reaches with more than this probability, and no larger one."""
    N, m, T, r = FEW
    shape = Real(m), Real(T), Real(r), expm1(NARROW)
    found = []
    for active in range(N + 1):
        errors = [estimate(Real(ones), Real(N), *shape) - Fraction(active, N) for ones in range(N + 1)]
        chances = by_ones(active, N - active, p(*shape), q(*shape))
        for each in errors:
            least = abs(float(each)) - EQUAL
            reached = [chances[ones] for ones, other in enumerate(errors) if abs(float(other)) >= least]
            if sum(reached, Real(0)) > tail:
                found.append(each)
    largest = max(found, key=lambda each: abs(float(each)))
    return read(largest if largest > 0 else -largest)


EQUAL = 1e-9
"""Errors that are nearer to each other are one."""


def by_ones(active: int, idle: int, one: Real, zero: Real) -> list[Real]:
    """How likely each number of ones is, from active people who send one with probability `one`, and idle ones."""
    found = [Real(0)] * (active + idle + 1)
    for right, wrong in every(range(active + 1), range(idle + 1)):
        ways = one**right * (1 - one) ** (active - right) * zero**wrong * (1 - zero) ** (idle - wrong)
        found[right + wrong] += comb(active, right) * comb(idle, wrong) * ways
    return found


def in_symbols(prover: Prover) -> Theorem:
    """At every budget of a range."""
    beta = Fraction(1, 3)
    N, m, T, r = FEW
    return tie(
        prover,
        alpha_exact,
        lambda: traced(alpha_exact, beta, N, m, T, r, any_budget(m, NARROW)),
        lambda: reached_at(beta / T),
        NARROW,
    )
