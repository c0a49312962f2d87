"""One-shot reporting whose dummies are 0 is Harmony, and T-shot reporting is BORAPPOR: laws, estimates, variances."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.formulas import (
    estimate_filled,
    estimate_reported,
    every_round_variance,
    harmony_variance,
)
from ldproof.counting.mechanism import Sent
from ldproof.counting.mechanism import transcript_likelihood as likelihood
from ldproof.numbers import Symbol, Term, term
from ldproof.rounds import contrast, dummy_likelihood, report_likelihood
from ldproof.shots import formulas as shots
from ldproof.shots.formulas import variance as shots_variance
from ldproof.shots.privacy import transcript_likelihood
from ldproof_proofs.counting.law.glance import seen_as
from ldproof_proofs.counting.parameters import (
    BITS,
    EXAMPLE,
    SETTING,
    N,
    T,
    fill,
    k,
    mu,
    x,
)
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, equal
from ldproof_proofs.kernel.theorem import Theorem

ONES, r = Symbol("ones"), Symbol("r")
AT: Point = {**EXAMPLE, "ones": 1, "k": 2, "mu": Fraction(1, 4), "fill": Fraction(1, 3), "r": Fraction(1, 3)}
HALF = term(Fraction(1, 2))
MOST = 4


def same(prover: Prover, name: str, goal: Relation, why: str, reading: str = "") -> Theorem:
    """Two terms with one normal form, wherever there are people, rounds and a budget."""
    claim = Implication(
        f"counting.{name}",
        goal,
        SETTING,
        witness=AT,
        reading=reading,
    )
    return prover.theorem(claim, at_once(why, algebra))


def rounds(prover: Prover) -> Iterable[Theorem]:
    """A 0 is a NULL or a report of 0; and then a round has one-shot reporting's two numbers, with r = 0."""
    reading = "the probability of a bit from whoever is silent, or reports, with NULL read as 0; and of one-shot reporting"
    for state, bit in every(BITS, repeat=2):
        sent: tuple[Sent, ...] = (None, 0) if bit == 0 else (1,)
        quiet, loud = map(total, zip(*(seen_as(state, each) for each in sent), strict=True))
        if state == bit:  # silence knows no state
            goal = equal(quiet, dummy_likelihood(term(0), bit))
            yield same(prover, f"harmony-silent-{bit}", goal, "NULL counts as 0", reading)
        goal = equal(loud, report_likelihood(x, state, bit))
        yield same(prover, f"harmony-spoken-{state}{bit}", goal, "whoever reports sends no NULL", reading)


def total(numbers: tuple[Term, ...]) -> Term:
    """Their sum."""
    return sum(numbers[1:], numbers[0])


def likelihood_cases(m: int) -> Iterable[tuple[str, Relation]]:
    """Harmony's likelihoods against those of m-shot reporting with r = 0."""
    for T_ in range(max(m, 1), MOST + 1):
        for states, seen in every(every(BITS, repeat=T_), repeat=2):
            theirs = transcript_likelihood(states, seen, m, term(0), x)
            yield f"{seen} from {states}", equal(likelihood(states, seen, x, 0), theirs)


def every_round_cases(fewer: int) -> Iterable[tuple[str, Relation]]:
    """BORAPPOR's likelihoods against those of T-shot reporting, whatever the dummies."""
    for T_ in range(1 + fewer, MOST + 1):
        for states, seen in every(every(BITS, repeat=T_), repeat=2):
            theirs = transcript_likelihood(states, seen, T_ - fewer, r, x)
            yield f"{seen} from {states}", equal(likelihood(states, seen, x, reports=T_), theirs)


def transcripts(prover: Prover) -> Iterable[Theorem]:
    """The likelihoods themselves, by enumeration."""
    yield prover.theorem(
        Ground(
            "counting.harmony-exhaustive",
            "Harmony's likelihood of every transcript is that of one-shot reporting with r = 0",
            f"T <= {MOST}, every transcript and person; every E as a symbol",
            lambda: likelihood_cases(1),
            lambda: likelihood_cases(2),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.borappor-exhaustive",
            "BORAPPOR's likelihood of every transcript is that of T-shot reporting, for every r",
            f"T <= {MOST}, every transcript and person; every r and E as symbols",
            lambda: every_round_cases(0),
            lambda: every_round_cases(1),
        ),
        ByRecord(),
    )


def harmony(prover: Prover) -> Iterable[Theorem]:
    """Harmony's estimate and variance are those of one-shot reporting with r = 0."""
    zero, one = term(0), term(1)
    yield same(
        prover,
        "harmony-estimate",
        equal(estimate_filled(ONES, k, N, T, zero, x), shots.estimate(ONES, N, one, T, zero, x)),
        "nothing is filled in",
    )
    yield same(
        prover,
        "harmony-variance",
        equal(harmony_variance(N, T, mu, x), shots_variance(N, one, T, zero, mu, x)),
        "multiply out",
    )


def published(prover: Prover) -> Iterable[Theorem]:
    """As published, reports are +1 and -1, NULL is 0 and the estimate their scaled mean: the value 1/2 filled in."""
    one = term(1)
    signs = 2 * ONES - k
    mean = T / contrast(x) * signs / N
    yield same(
        prover,
        "harmony-published",
        equal(estimate_filled(ONES, k, N, T, HALF, x), (1 + mean) / 2),
        "2 z - 1 = 0 where z = 1/2",
        "k people report, of whom `ones` send +1 and the others -1",
    )
    coins = shots_variance(N, one, T, fill, mu, x)
    yield same(
        prover,
        "harmony-no-coin",
        equal(
            coins - harmony_variance(N, T, mu, x, fill),
            T * (T - 1) * fill * (1 - fill) * (2 + x) ** 2 / (N * x**2),
        ),
        "a coin has the variance fill (1 - fill), a value none",
        "the variance of one-shot reporting with dummies of bias `fill`, less that with the value `fill`",
    )
    yield same(
        prover,
        "harmony-filled-ones",
        equal(harmony_variance(N, T, mu, x, one), shots_variance(N, one, T, one, mu, x)),
        "multiply out",
    )


def borappor(prover: Prover) -> Iterable[Theorem]:
    """BORAPPOR's estimate and variance are those of T-shot reporting, at every share mu and every r."""
    yield same(
        prover,
        "borappor-estimate",
        equal(estimate_reported(ONES, N, x), shots.estimate(ONES, N, T, T, r, x)),
        "everybody reports",
    )
    yield same(
        prover,
        "borappor-variance",
        equal(every_round_variance(N, x), shots_variance(N, T, T, r, mu, x)),
        "p (1 - p) = q (1 - q)",
    )
