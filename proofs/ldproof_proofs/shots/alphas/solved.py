"""Each alpha is where its bound is beta: for all parameters, from the square of a root and e^-ln(2T/beta)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ldproof.numbers import Term, expm1, sqrt, term
from ldproof.rounds import contrast
from ldproof.shots.error import (
    alpha_bernstein,
    alpha_clipped,
    alpha_every_round,
    alpha_paper,
    failure_bernstein,
    failure_clipped,
    failure_every_round,
)
from ldproof.shots.formulas import failure_bound, figure_of_merit
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, Used, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import L, beta
from ldproof_proofs.shots.alphas.by_variance import LARGEST, positive_variances
from ldproof_proofs.shots.alphas.every_round import BUDGETS, at_a_share
from ldproof_proofs.shots.alphas.settled import AT, SOME, logarithm, settled
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import BUDGETED, SETTING, N, T, epsilon, m, r, x
from ldproof_proofs.tails import variance
from ldproof_proofs.tails.exponent import BEST
from ldproof_proofs.tails.logarithm import number


@dataclass(frozen=True, slots=True)
class Solved:
    """An alpha, the bound that it solves, what is given, and why the exponent in that is -ln(2T/beta)."""

    name: str
    alpha: Term
    failure: Term
    given: Facts
    known: Used
    power: Term
    """The exponent that is -ln(2T/beta)."""
    short: Mapping[str, Term]
    """Names for long terms, for a reader."""


def by_root(
    name: str,
    alpha: Term,
    failure: Term,
    weight: Term,
    given: Facts,
    known: Used,
    short: Mapping[str, Term],
) -> Solved:
    """A bound with an exponent that is a weight times alpha^2."""
    power = -weight * sqrt(L / weight) ** 2
    return Solved(name, alpha, failure, given, {**known, "weight > 0": below(0, weight)}, power, short)


def by_chernoff(prover: Prover) -> Iterable[Solved]:
    """The bound (2), and the sharper one."""
    known = {"excess": lemma(excess(prover)), "constant": lemma(number(prover), v=BEST), **logarithm(prover)}
    short = {"f": figure_of_merit(m, T, r, epsilon), "x": expm1(epsilon / m)}
    for name, formula, failure, constant in (
        ("paper", alpha_paper, failure_bound, term(1) / 3),
        ("clipped", alpha_clipped, failure_clipped, BEST),
    ):
        at = formula(beta, N, m, T, r, epsilon)
        bound = failure(at, N, m, T, r, epsilon)
        weight = constant * figure_of_merit(m, T, r, epsilon) * epsilon * N / T
        yield by_root(name, at, bound, weight, {**BUDGETED, **SOME}, known, short)


def by_kearns_saul(prover: Prover) -> Solved:
    """The bound for m = T."""
    at = alpha_every_round(beta, N, T, epsilon)
    known = {**at_a_share(prover), **logarithm(prover)}
    weight = N * contrast(expm1(epsilon / T)) * epsilon / T
    bound = failure_every_round(at, N, T, epsilon)
    short = {"x": expm1(epsilon / T)}
    return by_root("every-round", at, bound, weight, {**BUDGETS, **SOME}, known, short)


def by_bernstein(prover: Prover) -> Solved:
    """Bernstein's bound: a quadratic equation for alpha."""
    given, at = {**SETTING, **SOME}, alpha_bernstein(beta, N, m, T, r, x)
    bits = {"count": N, "most": LARGEST, "level": L}
    known = {**positive_variances(), **logarithm(prover), "V > 0": below(0, LARGEST)}
    known |= {name: lemma(theorem, **bits) for name, theorem in variance.positive(prover).items()}
    power = variance.EXPONENT.substitute(variance.AT_SOLVED).substitute(bits)
    return Solved("bernstein", at, failure_bernstein(at, N, m, T, r, x), given, known, power, {})


def point(given: Facts) -> Point:
    """Values for what is given."""
    occurring = {name for relation in given.values() for name in relation.symbols()}
    return {name: value for name, value in AT.items() if name in occurring}


def solved(prover: Prover) -> Iterable[Theorem]:
    """Every bound is beta at its alpha: at most, and at least."""
    for each in (*by_chernoff(prover), by_bernstein(prover), by_kearns_saul(prover)):
        yield from ways(prover, each)


def ways(prover: Prover, each: Solved) -> Iterable[Theorem]:
    """A bound is beta at its alpha: at most, and at least."""
    at, power = point(each.given), each.power
    for way, goal, false, exponent in (
        ("at-most", at_most(each.failure, beta), at_most(each.failure, beta / 2), at_most(power, -L)),
        ("at-least", at_most(beta, each.failure), at_most(2 * beta, each.failure), at_most(-L, power)),
    ):
        yield proposition(
            prover,
            f"shots.alpha-{each.name}-{way}",
            goal,
            each.given,
            at,
            {**each.known, "exponent": Local(exponent, algebra), **settled(power, way)},
            reason="e^-ln(2T/beta) = beta / 2T",
            mutant=false,
            short={"alpha": each.alpha, "L": L, **each.short},
        )
