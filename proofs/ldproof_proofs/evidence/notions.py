"""Claims that are no epsilon: each implies the guarantees of events that are bet against."""

from fractions import Fraction

from ldproof.auditor.notions import opposite_guarantee, side_of_curve, tangent_line
from ldproof.numbers import Symbol, exp
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByCitation, Prover, by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Mutant, Theorem

p, q, a, y, z, r, R, S, u, v, M, V, epsilon, delta, E, f, x0, y0, x1, y1 = map(
    Symbol,
    (
        "p",
        "q",
        "a",
        "y",
        "z",
        "r",
        "R",
        "S",
        "u",
        "v",
        "M",
        "V",
        "epsilon",
        "delta",
        "E",
        "f",
        "x0",
        "y0",
        "x1",
        "y1",
    ),
)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def divergence_of_event(prover: Prover) -> Theorem:
    """The data-processing inequality, cited: an event's divergence is at most that of the laws."""
    at: Point = {"a": 2, "epsilon": 0, "V": 1}
    claim = Implication(
        "evidence.divergence-of-event",
        at_most(V, exp((a - 1) * epsilon)),
        {"a > 1": below(1, a)},
        witness=at,
        mutant=Mutant(at_most(V, exp((a - 1) * epsilon) / 2), at),
        reading="V = p^a q^(1-a) + (1-p)^a (1-q)^(1-a), where p and q are the probabilities of an event by two laws whose "
        "Renyi divergence of order a is at most epsilon",
        stands=("V",),
    )
    reference = "van Erven and Harremoes, Renyi Divergence and Kullback-Leibler Divergence (2014), Theorem 9"
    return prover.theorem(claim, ByCitation(reference))


def profile_of_shift(prover: Prover) -> Theorem:
    """The duality of Gaussian differential privacy and its curve of epsilon and delta, cited."""
    at: Point = {"p": HALF, "q": HALF, "E": 2, "delta": 0}
    claim = Implication(
        "evidence.profile-of-shift",
        at_most(p, E * q + delta),
        {"E > 1": below(1, E)},
        witness=at,
        mutant=Mutant(at_most(p * 3, E * q + delta), at),
        reading="p and q are the probabilities of an event by two laws that mu-GDP allows, e^epsilon = E, and delta = "
        "Phi(mu/2 - epsilon/mu) - E Phi(-mu/2 - epsilon/mu)",
        stands=("delta", "p", "q"),
    )
    reference = "Dong, Roth and Su, Gaussian Differential Privacy (2022), Corollary 1"
    return prover.theorem(claim, ByCitation(reference))


def power_above_tangent(prover: Prover) -> Theorem:
    """Bernoulli's inequality for any exponent of at least 1."""
    return proposition(
        prover,
        "evidence.power-above-tangent",
        at_most(1 + a * (exp(y) - 1), exp(a * y)),
        {"a > 1": below(1, a)},
        {"a": 2, "y": 0},
        {
            "positive": axiom(Always.POSITIVE, y),
            "ahead": axiom(Always.TANGENT, (a - 1) * y),
            "back": axiom(Always.TANGENT, -y),
            "together": axiom(Always.SUM, y, (a - 1) * y),
        },
        reason="e^(a y) = e^y e^((a-1) y), and e^u >= 1 + u at u = (a-1) y and at u = -y",
        rule=by(
            product("positive", "ahead"),
            product("a > 1", "positive", "back"),
            product("together", scale=-1),
        ),
    )


def half_of_divergence(prover: Prover) -> Theorem:
    """p^a q^(1-a) is above its tangent plane where p/q = r."""
    return proposition(
        prover,
        "evidence.half-of-divergence",
        at_most(a * R * p - (a - 1) * R * r * q, R * r * q * exp(a * y)),
        {
            "a > 1": below(1, a),
            "R > 0": below(0, R),
            "r > 0": below(0, r),
            "q > 0": below(0, q),
            "p": equal(p, q * r * exp(y)),
        },
        {"a": 2, "R": 2, "r": 2, "q": QUARTER, "p": HALF, "y": 0},
        {"Bernoulli": lemma(power_above_tangent(prover))},
        rule=by(product("R > 0", "r > 0", "q > 0", "Bernoulli"), product("p", scale=a * R)),
        reason="R r q times Bernoulli's inequality",
        reading="R = r^(a-1), so that R r q e^(a y) = p^a q^(1-a)",
    )


def guarantee_of_tangent(prover: Prover) -> Theorem:
    """A bound on an event's divergence implies the guarantee by the tangent plane at (u, v)."""
    odds, delta = tangent_line(a, M, u, v, R, S)
    rest = (1 - u) / (1 - v)
    given: Facts = {
        "a > 1": below(1, a),
        "v > 0": below(0, v),
        "u < 1": below(u, 1),
        "v < u": below(v, u),
        "q > 0": below(0, q),
        "q < 1": below(q, 1),
        "S > 0": below(0, S),
        "S < R": below(S, R),
        "inside": equal(p, q * (u / v) * exp(y)),
        "outside": equal(1 - p, (1 - q) * rest * exp(z)),
        "divergence": at_most(R * (u / v) * q * exp(a * y) + S * rest * (1 - q) * exp(a * z), M),
    }
    half = half_of_divergence(prover)
    return proposition(
        prover,
        "evidence.tangent-of-divergence",
        at_most(p, odds * q + delta),
        given,
        {
            "a": 2,
            "u": HALF,
            "v": QUARTER,
            "p": HALF,
            "q": QUARTER,
            "R": 2,
            "S": Fraction(2, 3),
            "y": 0,
            "z": 0,
            "M": Fraction(4, 3),
        },
        {
            "half": lemma(half, r=u / v),
            "other half": lemma(half, p=1 - p, q=1 - q, R=S, r=rest, y=z),
        },
        reason="both halves are above their tangent planes",
        rule=by(
            product("half"),
            product("other half"),
            product("divergence"),
            times=(product("a > 1", "S < R"), product("S < R")),
        ),
        reading="p and q are the probabilities of an event, u and v another point, R = (u/v)^(a-1), S = ((1-u)/(1-v))^(a-1)",
    )


def guarantee_of_side(prover: Prover) -> Theorem:
    """A trade-off curve implies the guarantee of each line below it."""
    odds, delta = side_of_curve(x0, y0, x1, y1)
    return proposition(
        prover,
        "evidence.side-of-curve",
        at_most(p, odds * q + delta),
        {
            "x0 < x1": below(x0, x1),
            "claim": at_most(f, 1 - p),
            "convex": at_most(y0 + (y1 - y0) / (x1 - x0) * (q - x0), f),
        },
        {"x0": 0, "y0": 1, "x1": QUARTER, "y1": QUARTER, "p": HALF, "q": Fraction(1, 6), "f": HALF},
        reason="1 - p >= f >= the line",
        rule=using("claim", "convex"),
        reading="p and q are the probabilities of an event, and f is the value of the curve at q",
    )


def guarantee_of_complement(prover: Prover) -> Theorem:
    """A guarantee with small odds is one of the opposite event, with the laws exchanged."""
    odds, less = opposite_guarantee(E, delta)
    return proposition(
        prover,
        "evidence.opposite-guarantee",
        at_most(1 - q, odds * (1 - p) + less),
        {"E > 0": below(0, E), "guarantee": at_most(p, E * q + delta)},
        {"E": HALF, "p": HALF, "q": HALF, "delta": QUARTER},
        reason="the guarantee over E",
        rule=by(product("guarantee"), times=(product("E > 0"),)),
        reading="p and q are the probabilities of an event",
    )
