"""M*, the test by the distance d to the other decision: private, optimal, and never much worse than added noise."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import least_flip
from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.chi2.accuracy.symbols import SPENT, epsilon
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.privacy import Listed, Pair
from ldproof_proofs.kernel.prover import Fact, Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.rows import COUNT, multiply_share, unit_products
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import pointwise

d, f, g, x, r, s, R, W = map(Symbol, ("d", "f", "g", "x", "r", "s", "R", "W"))
other = Symbol("e")
E = exp(epsilon)
ODDS: Facts = {"x > 0": below(0, x)}
ONE_PLUS = {"e^epsilon > 0": axiom(Always.POSITIVE, epsilon)}


def flips(steps: Term) -> Term:
    """M*'s probability of the wrong answer this far from the other decision."""
    return least_flip(exp(-epsilon * (steps - 1)), E - 1)


def one_side(prover: Prover) -> Theorem:
    """If a wrong answer becomes less likely by e^epsilon, from e^epsilon/(1 + e^epsilon) or less, so does no other more."""
    return proposition(
        prover,
        "chi2.flip-falls",
        at_most(1 - f / (1 + x), (1 + x) * (1 - f)),
        {**ODDS, "f >= 0": at_most(0, f), "f at most": at_most((2 + x) * f, 1 + x)},
        {"x": 2, "f": Fraction(1, 4)},
        reason="(1 + x)^2 (1 - f) - (1 + x - f) = x (1 + x - (2 + x) f)",
        reading="f is the probability of a wrong answer and f/(1 + x) that of a neighbour, x = e^epsilon - 1",
    )


def next_step(prover: Prover) -> Theorem:
    """One step farther, M* is wrong with a probability lower by e^epsilon exactly."""
    return proposition(
        prover,
        "chi2.m-star-step",
        equal(E * flips(d + 1), flips(d)),
        SPENT,
        {"epsilon": 1, "d": 2},
        {**ONE_PLUS, "sum": axiom(Always.SUM, epsilon, -epsilon * d)},
        reason="e^(-epsilon (d - 1)) = e^epsilon e^(-epsilon d)",
        mutant=equal(E * flips(d + 1), 2 * flips(d)),
    )


def at_most_least(prover: Prover) -> Theorem:
    """So it is at most 1/(1 + e^epsilon) everywhere."""
    return proposition(
        prover,
        "chi2.m-star-worst",
        at_most(flips(d), 1 / (1 + E)),
        {**SPENT, "d >= 1": at_most(1, d)},
        {"epsilon": 1, "d": 2},
        ONE_PLUS,
        reason="d >= 1",
    )


def across(prover: Prover) -> Theorem:
    """Where neighbours have two decisions, d = 1 for both, and M*'s odds are e^epsilon exactly: 1 - f = e^epsilon f."""
    return proposition(
        prover,
        "chi2.m-star-across",
        equal(1 - flips(d - d + 1), E * flips(d - d + 1)),
        SPENT,
        {"epsilon": 1, "d": 1},
        ONE_PLUS,
        rule=algebra,
        reason="f = 1/(1 + e^epsilon)",
        mutant=equal(1 - flips(d - d + 1), flips(d - d + 1)),
    )


def private(prover: Prover) -> Iterable[Theorem]:
    """M* is private on one side, for all distances of neighbours: from its own formula, either answer."""
    near, far = flips(d), flips(other)
    here: Facts = {**SPENT, "d >= 1": at_most(1, d), "e >= 1": at_most(1, other)}
    at: Point = {"epsilon": 1, "d": 2, "e": 1}
    for name, closer, goal, known in (
        ("wrong", {"e <= d + 1": at_most(other, d + 1)}, at_most(near, E * far), {}),
        (
            "right",
            {"d <= e + 1": at_most(d, other + 1)},
            at_most(1 - near, E * (1 - far)),
            {"worst": lemma(at_most_least(prover), d=other)},
        ),
    ):
        one, two = (d, other) if name == "wrong" else (other, d)
        low, high = -epsilon * (one - 1), epsilon + -epsilon * (two - 1)
        yield proposition(
            prover,
            f"chi2.m-star-private-{name}",
            goal,
            {**here, **closer},
            at,
            {
                **ONE_PLUS,
                "tangent": axiom(Always.TANGENT, epsilon),
                "power": axiom(Always.MONOTONE, low, high),
                "sum": axiom(Always.SUM, epsilon, -epsilon * (two - 1)),
                "fall": axiom(Always.POSITIVE, -epsilon * (d - 1)),
                "other": axiom(Always.POSITIVE, -epsilon * (other - 1)),
                **known,
            },
            reason="the distances differ by 1 at most",
            reading="d and e are the distances of two neighbours with one decision to the nearest tables with the other one",
        )


def ldp(prover: Prover) -> Theorem:
    """M* is epsilon-LDP: between neighbours with one decision, and between those with two, whose distances are 1."""
    wrong, right = private(prover)
    known: dict[str, Known] = {**ONE_PLUS}
    for one, two in ((d, other), (other, d)):
        known[f"wrong {one}"] = lemma(wrong, d=one, e=two)
        known[f"right {one}"] = lemma(right, d=one, e=two)
    least = flips(term(1))
    for name, goal in (
        ("right", at_most(1 - least, E * least)),
        ("wrong", at_most(least, E * (1 - least))),
        ("right-nonnegative", at_most(0, 1 - least)),
        ("wrong-nonnegative", at_most(0, least)),
    ):
        shown = proposition(
            prover,
            f"chi2.m-star-across-{name}",
            goal,
            SPENT,
            {"epsilon": 1},
            {**ONE_PLUS, "tangent": axiom(Always.TANGENT, epsilon)},
        )
        known[name] = lemma(shown)
    for name, share in (("right", 1 - flips(d)), ("wrong", flips(d))):
        shown = proposition(
            prover,
            f"chi2.m-star-{name}-nonnegative",
            at_most(0, share),
            {**SPENT, "d >= 1": at_most(1, d)},
            {"epsilon": 1, "d": 1},
            {
                **ONE_PLUS,
                "fall": axiom(Always.POSITIVE, -epsilon * (d - 1)),
                "worst": lemma(at_most_least(prover)),
            },
        )
        known |= {f"{name} of {each}": lemma(shown, d=each) for each in (d, other)}
    one_decision = [{"right": 1 - flips(each), "wrong": flips(each)} for each in (d, other)]
    two_decisions = [{"1": 1 - least, "0": least}, {"1": least, "0": 1 - least}]
    return pointwise.show_private(
        prover,
        "chi2.m-star-ldp",
        Listed(
            "M*, between neighbours with one decision, d and e from the other decision, and between neighbours with two",
            (Pair(*one_decision), Pair(*two_decisions)),
        ),
        E,
        {
            **SPENT,
            "d >= 1": at_most(1, d),
            "e >= 1": at_most(1, other),
            "e <= d + 1": at_most(other, d + 1),
            "d <= e + 1": at_most(d, other + 1),
        },
        known,
        {"epsilon": 1, "d": 2, "e": 1},
        E / 2,
    )


def way(prover: Prover) -> Theorem:
    """Along a way of t steps a private test's probability of an answer falls by e^(epsilon t) at most."""
    claim = Induction(
        "chi2.way",
        "where W is the probability of an answer at a table over that at the end of a way of t steps from it: the product of s over "
        "the steps, s being the ratio at one, at least e^(-epsilon) as the test is private",
        unit_products,
        multiply_share,
        (Round(term(1), {"W": s}),),
        lambda view: at_most(exp(-epsilon * view.t), view.rows["W"](0)),
        lambda view: at_most(exp(-epsilon * view.t) * 2, view.rows["W"](0)),
        {"epsilon": 0, "s": 1},
        {"private": at_most(exp(-epsilon), s)},
        {
            "rest > 0": axiom(Always.POSITIVE, -epsilon * COUNT),
            "e^-epsilon > 0": axiom(Always.POSITIVE, -epsilon),
            "sum": axiom(Always.SUM, -epsilon * COUNT, -epsilon),
        },
    )
    step = at_once(
        "e^(-epsilon t) e^(-epsilon)",
        search,
    )
    return prover.theorem(claim, ByInduction(at_once("1 = 1", search), [step], [step]))


def optimal(prover: Prover) -> Theorem:
    """If errors next to the threshold are at most 1/(1 + e^epsilon), no private test is wrong less often, at any table."""
    return proposition(
        prover,
        "chi2.m-star-optimal",
        at_most(flips(d), R * W),
        {**SPENT, "worst": at_most(1 - R, 1 / (1 + E))},
        {"epsilon": 1, "d": 2, "R": 1, "W": 1},
        {
            **ONE_PLUS,
            "power": axiom(Always.POSITIVE, -epsilon * d),
            "sum": axiom(Always.SUM, epsilon, -epsilon * d),
            "way": lemma(way(prover), W_k=W, t=d),
        },
        reason="e^(-epsilon d) (1 - 1/(1 + e^epsilon))",
        reading="1 - R is a private test's error at the end of a shortest way of d steps to a table with the other decision, and R W "
        "its error where the way begins",
        stands=("R", "W"),
    )


def reach(prover: Prover) -> Iterable[Theorem]:
    """What noise is added to is at most d sensitivities from its threshold: a step moves it by one, and it gets there."""
    v, w, h, D, z = map(Symbol, ("v", "w", "h", "D", "z"))
    yield proposition(
        prover,
        "chi2.reach-step",
        at_most(v - z, (d + 1) * D),
        {"d steps": at_most(w - z, d * D), "one more": at_most(v - w, D)},
        {"v": 2, "w": 1, "z": 0, "d": 1, "D": 1},
        reason="the triangle inequality",
        reading="z is the value at the end of a way, w that after d steps back, v that after d + 1; with the signs "
        "turned, the same below",
    )
    yield proposition(
        prover,
        "chi2.reach-at-most-steps",
        at_most((v - h) / D, d),
        {"D > 0": below(0, D), "across": at_most(z, h), "d steps": at_most(v - z, d * D)},
        {"v": 2, "h": 1, "z": 0, "d": 2, "D": 1},
        reason="v - h <= v - z",
        reading="h is the threshold, v the value at a table above it, z that at the end of a shortest way below it",
    )


def factor(prover: Prover) -> Theorem:
    """So M*'s error is at most 2/(1 + e^-epsilon) times that of added noise, which is e^(-epsilon r)/2 with r <= d."""
    known: dict[str, Fact] = {
        **ONE_PLUS,
        "sum": axiom(Always.SUM, epsilon, -epsilon * d),
        "power": axiom(Always.MONOTONE, -epsilon * d, -epsilon * r),
    }
    return proposition(
        prover,
        "chi2.m-star-factor",
        at_most(flips(d), 2 / (1 + 1 / E) * (exp(-epsilon * r) / 2)),
        {**SPENT, "r <= d": at_most(r, d)},
        {"epsilon": 1, "r": 1, "d": 2},
        known,
        reason="e^(-epsilon (d - 1))/(1 + e^epsilon) = e^(-epsilon d)/(1 + e^-epsilon)",
        reading="r is the reach of the noise: how far the value is from its threshold, in sensitivities",
    )
