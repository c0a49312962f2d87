"""Each alpha is where its bound is beta: for all parameters, from the square of a root and e^-ln(2T/beta)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ldproof.numbers import Term, expm1, term
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
from ldproof_proofs.kernel.implication import Implication, Known, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import L, beta
from ldproof_proofs.shots.alphas.by_variance import LARGEST, minima, positive
from ldproof_proofs.shots.alphas.every_round import BUDGETS, at_a_share
from ldproof_proofs.shots.alphas.settled import AT, SOME, logarithm, rounds, settled, square_root
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import BUDGETED, IN_ODDS, SETTING, N, T, epsilon, m, r, x
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
    known: Mapping[str, Known]
    powers: Mapping[str, Known]
    """The exponent against -ln(2T/beta), by whether it is at most or at least that."""
    short: Mapping[str, Term]
    """Names for long terms, for a reader."""


def by_root(
    prover: Prover,
    name: str,
    alpha: Term,
    failure: Term,
    weight: Term,
    given: Facts,
    known: Mapping[str, Known],
    short: Mapping[str, Term],
) -> Solved:
    """A bound with an exponent that is a weight times alpha^2."""
    at = point(given)
    claim = Implication(f"shots.alpha-{name}-weight", below(0, weight), given, known, at)
    some = lemma(prover.theorem(claim, at_once("a product of what is above 0", positivity)))
    powers = {way: lemma(theorem, weight=weight, level=L) for way, theorem in square_root(prover).items()}
    return Solved(name, alpha, failure, given, {**known, "weight > 0": some}, powers, short)


def by_chernoff(prover: Prover) -> Iterable[Solved]:
    """The bound (2), and the sharper one."""
    known = {"excess": lemma(excess(prover)), "constant": lemma(number(prover), v=BEST), **rounds(prover)}
    short = {"f": figure_of_merit(m, T, r, epsilon), "x": expm1(epsilon / m)}
    for name, formula, failure, constant in (
        ("paper", alpha_paper, failure_bound, term(1) / 3),
        ("clipped", alpha_clipped, failure_clipped, BEST),
    ):
        at = formula(beta, N, m, T, r, epsilon)
        bound = failure(at, N, m, T, r, epsilon)
        weight = constant * figure_of_merit(m, T, r, epsilon) * epsilon * N / T
        yield by_root(prover, name, at, bound, weight, {**BUDGETED, **SOME}, known, short)


def by_kearns_saul(prover: Prover) -> Solved:
    """The bound for m = T."""
    at = alpha_every_round(beta, N, T, epsilon)
    share = at_a_share(prover)
    known = {**{name: share[name] for name in ("excess", "contrast-of-a-share")}, **logarithm(prover)}
    weight = N * contrast(expm1(epsilon / T)) * epsilon / T
    bound = failure_every_round(at, N, T, epsilon)
    short = {"x": expm1(epsilon / T)}
    return by_root(prover, "every-round", at, bound, weight, {**BUDGETS, **SOME}, known, short)


def by_bernstein(prover: Prover) -> Solved:
    """Bernstein's bound: a quadratic equation for alpha."""
    given, at = {**SETTING, **SOME}, alpha_bernstein(beta, N, m, T, r, x)
    bits = {"count": N, "most": LARGEST, "level": L}
    known = {name: each for name, each in positive(prover).items() if name != "distance-positive"}
    known |= {**minima(), **rounds(prover)}
    spot = point(given)
    some = Implication(
        "shots.largest-variance-positive",
        below(0, LARGEST),
        given,
        known,
        spot,
        None,
        short=IN_ODDS,
    )
    known["V > 0"] = lemma(prover.theorem(some, at_once("the larger of two that are", search)))
    known |= {name: lemma(theorem, **bits) for name, theorem in variance.positive(prover).items()}
    powers = {way: lemma(theorem, **bits) for way, theorem in variance.solved(prover).items()}
    return Solved("bernstein", at, failure_bernstein(at, N, m, T, r, x), given, known, powers, {})


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
    at, enough = point(each.given), settled(prover)
    for way, goal, false in (
        ("at-most", at_most(each.failure, beta), at_most(each.failure, beta / 2)),
        ("at-least", at_most(beta, each.failure), at_most(2 * beta, each.failure)),
    ):
        power = each.powers[way]
        exponent = power.relation.left if way == "at-most" else power.relation.right
        claim = Implication(
            f"shots.alpha-{each.name}-{way}",
            goal,
            each.given,
            {**each.known, "exponent": power, "settled": lemma(enough[way], power=exponent)},
            at,
            Mutant(false, at),
            short={"alpha": each.alpha, "L": L, **each.short},
        )
        yield prover.theorem(claim, at_once("e^-ln(2T/beta) = beta / 2T", search))
