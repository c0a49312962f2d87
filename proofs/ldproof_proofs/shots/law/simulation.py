"""Simulating all rounds: how they covary, and how they can be drawn one by one."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof import rounds
from ldproof.numbers import Exact, Symbol, Term, term
from ldproof.rounds import dummy_likelihood, report_likelihood
from ldproof.shots.formulas import p, q
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting.transcript import law
from ldproof_proofs.shots.parameters import SETTING, T, m, r, x

A, B, C = map(Symbol, ("A", "B", "C"))


def two_ones(first: Term, second: Term, dummy: Term) -> Term:
    """The weight of m reports when two rounds show a one: `first` and `second` in reports, `dummy` in silence."""
    return rounds.forward_step(rounds.forward_step([C, B, A], dummy, first), dummy, second)[2]


def covariance(m: Exact, T: Exact, first: Exact, second: Exact) -> Exact:
    """Of one person's bits in two rounds; in each, by how much a one is likelier in a report than as a dummy."""
    return -m * (T - m) / (T * T * (T - 1)) * first * second


def one_person(prover: Prover) -> Iterable[Theorem]:
    """One person's bits in two rounds, from the transcript's own step: for all T, m, r and E."""
    choices = two_ones(term(1), term(1), term(1))
    for one, other in ((0, 0), (0, 1), (1, 1)):
        rates = report_likelihood(x, one, 1), report_likelihood(x, other, 1)
        means = [(p if state else q)(m, T, r, x) for state in (one, other)]
        joint = two_ones(*rates, dummy_likelihood(r, 1)) / choices
        at: Point = {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 3, "A": 1, "B": 1, "C": 0}
        closed = covariance(m, T, rates[0] - r, rates[1] - r)
        claim = Implication(
            f"shots.covariance-{one}{other}",
            equal(joint - means[0] * means[1], closed),
            {
                **SETTING,
                "T >= 2": at_most(2, T),
                "choices > 0": below(0, choices),
                "fewer": equal((m - 1) * B, (T - m) * C),
            },
            {"more": law.choices(prover, T - 2, m - 1, B, A)},
            witness=at,
            mutant=Mutant(equal(joint - means[0] * means[1], -closed), at),
            reading="A, B and C are the weights of m, m - 1 and m - 2 reports in the T - 2 other rounds, whose outcomes "
            "do not matter (C is 0 at m = 1)",
            stands=("A", "B"),
            short={"p": p(m, T, r, x), "q": q(m, T, r, x), "choices": choices},
        )
        yield prover.theorem(
            claim, at_once("a share m(m-1)/(T(T-1)) of all choices reports in both rounds", search)
        )


def negative(prover: Prover) -> Theorem:
    """With r = 0 and m < T, whoever is seen active in one round is seen less in the others."""
    one, other = Symbol("w_1"), Symbol("w_2")
    at: Point = {"m": 1, "T": 3, "w_1": Fraction(1, 4), "w_2": Fraction(3, 4)}
    claim = Implication(
        "shots.covariance-negative",
        below(covariance(m, T, one, other), 0),
        {
            "m >= 1": at_most(1, m),
            "m < T": below(m, T),
            "T >= 2": at_most(2, T),
            "w_1 > 0": below(0, one),
            "w_2 > 0": below(0, other),
        },
        witness=at,
        reading="w_1 and w_2 are the probabilities of a one in a report; dummies are 0",
    )
    return prover.theorem(claim, at_once("one report less is left for the other round", positivity))


def people_add(prover: Prover) -> Theorem:
    """One more person, independent of the others, adds their own covariance."""
    names = ("XY", "X", "Y", "xy", "x_1", "y_1", "Xy", "xY")
    XY, X, Y, xy, one, other, cross, crossed = map(Symbol, names)
    at: Point = dict(zip(names, (3, 1, 2, 1, 1, Fraction(1, 2), Fraction(1, 2), 2), strict=True))
    whole = XY + cross + crossed + xy - (X + one) * (Y + other)
    claim = Implication(
        "shots.covariances-add",
        equal(whole, (XY - X * Y) + (xy - one * other)),
        {"Xy": equal(cross, X * other), "xY": equal(crossed, one * Y)},
        witness=at,
        mutant=Mutant(equal(whole, XY - X * Y), at),
        reading="X and Y are the means of the others' ones in two rounds, x_1 and y_1 of this person's, and XY, xy, Xy "
        "and xY are the means of products",
    )
    return prover.theorem(claim, at_once("independent people have no covariance with each other", search))
