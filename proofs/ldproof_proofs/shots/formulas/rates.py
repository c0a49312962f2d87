"""p, q and Phi, tied to the transcript's law."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof import rounds
from ldproof.numbers import Symbol, Term, term
from ldproof.rounds import dummy_likelihood, report_likelihood
from ldproof.shots.formulas import estimate, gap, p, q
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.implication import Implication, by_name, lemma
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal, placed
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import ones
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.parameters import (
    EXAMPLE,
    SETTING,
    N,
    T,
    m,
    phi,
    r,
    x,
)

A, B = Symbol("A"), Symbol("B")
ONE, ANY = term(1), term(1)
"""What silence and a report weigh in a round whose outcome does not matter: all outcomes add up to 1."""


def choices(prover: Prover) -> Theorem:
    """When outcomes do not matter, the weights a are the binomial coefficients: (t - k) a_k = (k + 1) a_{k+1}."""
    alike = Implication("shots.unseen", equal(ONE, ONE * ANY), witness={})
    claim = Instance(
        "shots.choices",
        "where a_k is the weight of k reports in t rounds of which nothing was seen",
        proved.hiding_most(prover),
        [{"o": ONE, "w": ANY}],
        {"o": ONE, "w": ANY + ANY},
        {},
        by_name([prover.theorem(alike, at_once("1 = 1", algebra))]),
        {"rho": ONE},
    )
    return prover.theorem(claim, ByInstance())


def marginal(state: int) -> Term:
    """Pr[y_t = 1]: one round seen, after T - 1 of which nothing was; over the number of choices."""
    before = [B, A]
    seen = rounds.forward_step(before, dummy_likelihood(r, 1), report_likelihood(x, state, 1))[1]
    return seen / rounds.forward_step(before, ONE, ANY)[1]


def marginals(prover: Prover) -> Iterable[Theorem]:
    """P and q are marginals of the transcript's law."""
    for formula, found in (
        (p, anchor(p, lambda: p(m, T, r, x), lambda: marginal(1))),
        (q, anchor(q, lambda: q(m, T, r, x), lambda: marginal(0))),
    ):
        at: Point = {**EXAMPLE, "A": 2, "B": 1}
        claim = Implication(
            f"shots.{formula.__name__}-is-a-marginal",
            equal(found.definition, found.value),
            {
                **SETTING,
                "A >= 0": at_most(0, A),
                "B > 0": below(0, B),
            },
            {"choices": proved.choices(prover, T - 1, m - 1, B, A)},
            at,
            None,
            (found,),
            reading="A and B are the weights of m and m - 1 reports in the T - 1 other rounds",
            stands=("A", "B"),
        )
        yield prover.theorem(
            claim, at_once("m A = (T - m) B: a share m/T of all choices reports at t", search)
        )


def difference(prover: Prover) -> Theorem:
    """The gap is p - q."""
    found = anchor(gap, lambda: gap(m, T, x), lambda: p(m, T, r, x) - q(m, T, r, x))
    claim = Implication(
        "shots.gap",
        equal(found.value, found.definition),
        SETTING,
        witness=EXAMPLE,
        mutant=Mutant(equal(found.value, p(m, T, r, x) + q(m, T, r, x)), EXAMPLE),
        anchors=(found,),
    )
    return prover.theorem(claim, at_once("the dummies cancel", algebra))


def unbiased(prover: Prover) -> Iterable[Theorem]:
    """Phi is affine in the ones, and at their expectation it is Phi_0: its expectation is Phi_0."""
    list(marginals(prover))
    weight, one, other = map(Symbol, ("weight", "ones_1", "ones_2"))
    setting = {**SETTING, "N >= 1": at_most(1, N)}
    at: Point = {**EXAMPLE, "N": 4, "phi": Fraction(1, 2), "weight": Fraction(1, 2), "ones_1": 1, "ones_2": 3}
    mixed = weight * estimate(one, N, m, T, r, x) + (1 - weight) * estimate(other, N, m, T, r, x)
    affine = Implication(
        "shots.estimate-is-affine",
        equal(estimate(weight * one + (1 - weight) * other, N, m, T, r, x), mixed),
        setting,
        witness=at,
        mutant=Mutant(equal(estimate(weight * one + other, N, m, T, r, x), mixed), at),
    )
    yield prover.theorem(affine, at_once("both are linear in the ones", algebra))
    expected = N * (phi * p(m, T, r, x) + (1 - phi) * q(m, T, r, x))
    found: Anchor[Term] = anchor(estimate, lambda: estimate(expected, N, m, T, r, x), lambda: phi)
    claim = Implication(
        "shots.unbiased",
        equal(found.value, found.definition),
        setting,
        witness=at,
        mutant=Mutant(equal(found.value, 1 - phi), {**at, "phi": 0}),
        anchors=(found,),
        reading="N phi people in state 1 send a 1 with probability p, the others with probability q",
    )
    yield prover.theorem(claim, at_once("(phi p + (1 - phi) q - q) / (p - q) = phi", algebra))


def among_people(prover: Prover) -> Theorem:
    """Put together for every N: the mean number of ones that N people send makes Phi the share of those in state 1."""
    S, a = Symbol("S"), Symbol("a")
    one, zero = p(m, T, r, x), q(m, T, r, x)
    at: Point = {**EXAMPLE, "N": 4, "a": 1}
    return proposition(
        prover,
        "shots.unbiased-among-people",
        equal(estimate(S, N, m, T, r, x), a / N),
        {**SETTING, "N >= 1": at_most(1, N)},
        {**at, "S": placed(a * one + (N - a) * zero, at)},
        {"people": lemma(ones.mean(prover), S_k=S, a_k=a, n_k=N, p=one, q=zero)},
        reason="S = N q + a (p - q)",
        reading="S is the mean number of ones that N independent people send, a of whom are in state 1",
        stands=("S", "a", "N"),
    )
