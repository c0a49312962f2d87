"""Theorems 2.1, 2.2 and 4.2: Laplace's noise, and a comparison of what it was added to."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.chi2.accuracy.symbols import NOISY, SPENT, D, epsilon
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.privacy import Listed, Pair
from ldproof_proofs.kernel.prover import ByCitation, Prover, Used, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise

d, r, q, u, v, P, E = map(Symbol, ("d", "r", "q", "u", "v", "P", "E"))
y, z, h = map(Symbol, ("y", "z", "h"))
half = Fraction(1, 2)


def times_odds(
    prover: Prover, name: str, low: Term, high: Term, given: Facts, at: Point, reading: str
) -> Theorem:
    """e^low <= e^epsilon e^high, where low <= epsilon + high."""
    return proposition(
        prover,
        f"chi2.{name}",
        at_most(exp(low), exp(epsilon) * exp(high)),
        given,
        at,
        {
            "increases": axiom(Always.MONOTONE, low, epsilon + high),
            "sum": axiom(Always.SUM, epsilon, high),
        },
        reason="the exponents differ by epsilon at most",
        mutant=at_most(exp(epsilon) * exp(low), exp(high)),
        reading=reading,
    )


def density(prover: Prover) -> Theorem:
    """Theorem 2.1: nowhere is the noisy number's density more than e^epsilon times as large."""
    low, high = -epsilon * d / D, -epsilon * u / D
    given: Facts = {**NOISY, "u <= d + D": at_most(u, d + D)}
    at: Point = {"epsilon": 1, "D": 2, "d": 1, "u": 2}
    return times_odds(
        prover,
        "laplace-density",
        low,
        high,
        given,
        at,
        "d and u are the distances of a number from the values of two neighbours, which are D apart at most",
    )


def tail(prover: Prover) -> Theorem:
    """The noise takes a number across a threshold at distance d with probability 1/2 e^(-epsilon d/D)."""
    at: Point = {"epsilon": 1, "D": 2, "d": 2, "P": exp(term(-1)) / 2}
    goal = equal(P, exp(-epsilon * d / D) / 2)
    claim = Implication(
        "chi2.laplace-tail",
        goal,
        {**NOISY, "d >= 0": at_most(0, d)},
        {},
        at,
        Mutant(equal(P, exp(-epsilon * d / D)), at),
        reading="P = Pr[Y <= -d] = Pr[Y >= d], Y with Laplace's density epsilon/(2 D) e^(-|y| epsilon/D)",
        stands=("P",),
    )
    return prover.theorem(claim, ByCitation("the integral of Laplace's density, as in (A.11)"))


def by_density(prover: Prover) -> Iterable[Theorem]:
    """That tail is the density's integral: over every cell its loss is between h times the least and the largest density.

    So the loss over many cells is between the sums by which the integral is defined, and far out the tail vanishes.
    """
    width = Symbol("h")
    rate = epsilon / D

    def left(place: Term) -> Term:
        return exp(-rate * place) / 2

    loss = left(d) - left(d + width)
    given: Facts = {**NOISY, "d >= 0": at_most(0, d), "h >= 0": at_most(0, width)}
    at: Point = {"epsilon": 1, "D": 2, "d": 2, "h": 1}
    step = rate * width
    known = {
        "tail > 0": axiom(Always.POSITIVE, -rate * d),
        "less > 0": axiom(Always.POSITIVE, -step),
        "sum": axiom(Always.SUM, -rate * d, -step),
        "down": axiom(Always.TANGENT, -step),
        "up": axiom(Always.TANGENT, step),
        "back": axiom(Always.SUM, step, -step),
    }
    for name, goal, wrong in (
        ("above", at_most(loss, width * (rate * left(d))), at_most(loss, width * (rate * left(d)) / 2)),
        (
            "below",
            at_most(width * (rate * left(d + width)), loss),
            at_most(2 * width * (rate * left(d + width)), loss),
        ),
    ):
        yield proposition(
            prover,
            f"chi2.laplace-cell-{name}",
            goal,
            given,
            at,
            known,
            reason="e^v >= 1 + v" if name == "below" else "e^-v >= 1 - v",
            mutant=wrong,
            reading="epsilon/(2 D) e^(-epsilon d/D) is Laplace's density at a distance of d from its middle, h the width of a cell",
        )
    yield proposition(
        prover,
        "chi2.laplace-vanishes",
        at_most(2 * rate * d * left(d), 1),
        {**NOISY, "d >= 0": at_most(0, d)},
        at,
        {
            "tail > 0": axiom(Always.POSITIVE, -rate * d),
            "up": axiom(Always.TANGENT, rate * d),
            "back": axiom(Always.SUM, rate * d, -rate * d),
        },
        reason="e^v >= v",
        mutant=at_most(6 * rate * d * left(d), 1),
    )


def crossing(
    prover: Prover,
    name: str,
    goal: Relation,
    given: Facts,
    at: Point,
    distance: Term,
    known: Used,
    reading: str,
    spread: Term = D,
    reason: str = "the exponential increases",
    short: Mapping[str, Term] | None = None,
) -> Theorem:
    """A claim about P, the probability that the noise takes a number across a threshold at this distance."""
    return proposition(
        prover,
        f"chi2.{name}",
        goal,
        given,
        at,
        {**known, "tail": lemma(tail(prover), d=distance, D=spread)},
        reason=reason,
        reading=f"P is the probability that Laplace's noise takes a value across its threshold; {reading}",
        short=short,
        stands=("P",),
    )


def on_one_side(prover: Prover) -> Iterable[Theorem]:
    """Reaches that differ by 1 at most: a flip is at most e^epsilon times as likely, and so is no flip."""
    low, high = -epsilon * r, -epsilon * q
    given: Facts = {**SPENT, "q <= r + 1": at_most(q, r + 1)}
    at: Point = {"epsilon": 1, "r": 1, "q": Fraction(3, 2)}
    reading = "r and q are the reaches of two neighbours: how far the values are from the threshold, in sensitivities"
    flip = times_odds(prover, "flip-odds", low, high, given, at, reading)
    yield flip
    yield proposition(
        prover,
        "chi2.half-flip-odds",
        at_most(exp(low) / 2, exp(epsilon) * (exp(high) / 2)),
        given,
        at,
        {"flip": lemma(flip)},
        mutant=at_most(exp(epsilon) * exp(low), exp(high)),
    )
    odds: Facts = {"E >= 1": at_most(1, E), "v <= 1": at_most(v, 1), "v <= E u": at_most(v, E * u)}
    yield proposition(
        prover,
        "chi2.no-flip-odds",
        at_most(1 - u / 2, E * (1 - v / 2)),
        odds,
        {"E": 2, "u": Fraction(1, 2), "v": Fraction(3, 4)},
        reason="times 2 E",
        reading="u = e^(-epsilon r), v = e^(-epsilon q), E = e^epsilon",
    )


def across(prover: Prover) -> Iterable[Theorem]:
    """On two sides of the threshold the reaches add up to 1 at most: the answers are as likely but for e^epsilon."""
    at: Point = {"epsilon": 1, "r": Fraction(1, 4), "q": Fraction(1, 2)}
    left = epsilon - epsilon * (r + q)
    yield proposition(
        prover,
        "chi2.reaches-across",
        at_most(1, exp(epsilon) * exp(-epsilon * r) * exp(-epsilon * q)),
        {**SPENT, "r + q <= 1": at_most(r + q, 1)},
        at,
        {
            "tangent": axiom(Always.TANGENT, left),
            "whole": axiom(Always.SUM, epsilon, -epsilon * (r + q)),
            "parts": axiom(Always.SUM, -epsilon * r, -epsilon * q),
        },
        reason="e^y >= 1 + y",
        reading="the right side is E u v, with E = e^epsilon, u = e^(-epsilon r), v = e^(-epsilon q)",
    )
    bounded: Facts = {"E >= 1": at_most(1, E), "u <= 1": at_most(u, 1), "v <= 1": at_most(v, 1)}
    near: Facts = {**bounded, "u > 0": below(0, u), "v > 0": below(0, v), "1 <= E u v": at_most(1, E * u * v)}
    here: Point = {"E": 2, "u": Fraction(3, 4), "v": Fraction(3, 4)}
    for name, one, other in (("right-against-flip", u, v), ("flip-left-by-right", v, u)):
        yield proposition(
            prover,
            f"chi2.{name}",
            at_most(1 - one / 2, E * (other / 2)),
            near,
            here,
            reason=f"times 2 {one}, as (1 - {one})^2 >= 0",
        )
    yield proposition(
        prover,
        "chi2.flip-against-right",
        at_most(v / 2, E * (1 - u / 2)),
        bounded,
        here,
        reason="v/2 <= 1/2 <= 1 - u/2",
    )


def flip_bounded(prover: Prover) -> Iterable[Theorem]:
    """e^epsilon is at least 1, and the exponential of a reach at most 1."""
    yield proposition(
        prover,
        "chi2.odds-at-least-1",
        at_most(1, exp(epsilon)),
        SPENT,
        {"epsilon": 1},
        {"tangent": axiom(Always.TANGENT, epsilon)},
    )
    yield proposition(
        prover,
        "chi2.reach-exponential",
        at_most(exp(-epsilon * r), 1),
        {**SPENT, "r >= 0": at_most(0, r)},
        {"epsilon": 1, "r": 1},
        {
            "positive": axiom(Always.POSITIVE, -epsilon * r),
            "tangent": axiom(Always.TANGENT, epsilon * r),
            "back": axiom(Always.SUM, epsilon * r, -epsilon * r),
        },
        reason="e^v >= 1",
    )
    positive = {"positive": axiom(Always.POSITIVE, -epsilon * r)}
    for name, share, known in (
        ("flip", exp(-epsilon * r) / 2, positive),
        (
            "right",
            1 - exp(-epsilon * r) / 2,
            {
                **positive,
                "tangent": axiom(Always.TANGENT, epsilon * r),
                "back": axiom(Always.SUM, epsilon * r, -epsilon * r),
            },
        ),
    ):
        yield proposition(
            prover,
            f"chi2.{name}-nonnegative",
            at_most(0, share),
            {**SPENT, "r >= 0": at_most(0, r)},
            {"epsilon": 1, "r": 1},
            known,
        )


def private(prover: Prover) -> Theorem:
    """A comparison after Laplace's noise is epsilon-LDP, on whichever sides of the threshold two neighbours are."""
    r_2, q_2 = Symbol("r_2"), Symbol("q_2")
    bounds = {each.name: each for each in flip_bounded(prover)}
    shown = {each.name: each for each in (*on_one_side(prover), *across(prover))}
    known = {"odds": lemma(bounds["chi2.odds-at-least-1"])}
    for each in (r, q, r_2, q_2):
        known |= {
            f"above {each}": axiom(Always.POSITIVE, -epsilon * each),
            f"at most {each}": lemma(bounds["chi2.reach-exponential"], r=each),
            f"flips {each}": lemma(bounds["chi2.flip-nonnegative"], r=each),
            f"stays {each}": lemma(bounds["chi2.right-nonnegative"], r=each),
        }
    for one, other in ((r, q), (q, r)):
        known |= {
            f"exponentials {one}": lemma(shown["chi2.flip-odds"], r=one, q=other),
            f"flip {one}": lemma(shown["chi2.half-flip-odds"], r=one, q=other),
        }
    for one, other in ((r, q), (q, r)):
        here, there = exp(-epsilon * one), exp(-epsilon * other)
        known[f"right {one}"] = lemma(shown["chi2.no-flip-odds"], E=exp(epsilon), u=here, v=there)
    here, there = exp(-epsilon * r_2), exp(-epsilon * q_2)
    known["across"] = lemma(shown["chi2.reaches-across"], r=r_2, q=q_2)
    for name, u_2, v_2 in (("", here, there), (" back", there, here)):
        known[f"flip across{name}"] = lemma(shown["chi2.flip-against-right"], E=exp(epsilon), u=u_2, v=v_2)
    for name in ("right-against-flip", "flip-left-by-right"):
        known[name] = lemma(shown[f"chi2.{name}"], E=exp(epsilon), u=here, v=there)
    beside = [{"right": 1 - exp(-epsilon * each) / 2, "flipped": exp(-epsilon * each) / 2} for each in (r, q)]
    apart = [{"1": 1 - here / 2, "0": here / 2}, {"1": there / 2, "0": 1 - there / 2}]
    return pointwise.show_private(
        prover,
        "chi2.noise-ldp",
        Listed(
            "whether a number is above a threshold after Laplace's noise for a sensitivity, between values that differ by the "
            "sensitivity at most: r and q are the reaches of values on one side of the threshold, r_2 and q_2 of values on two",
            (Pair(*beside), Pair(*apart)),
        ),
        exp(epsilon),
        {
            **SPENT,
            **{f"{each} >= 0": at_most(0, each) for each in (r, q, r_2, q_2)},
            "q <= r + 1": at_most(q, r + 1),
            "r <= q + 1": at_most(r, q + 1),
            "r_2 + q_2 <= 1": at_most(r_2 + q_2, 1),
        },
        known,
        {"epsilon": 4, "r": 2, "q": 1, "r_2": 0, "q_2": 1},
        exp(epsilon) / 2,
    )


def reaches(prover: Prover) -> Iterable[Theorem]:
    """Numbers y and z that are D apart at most: reaches |y - h|/D and |z - h|/D that differ, or add up, to 1 at most."""
    apart: Facts = {"D > 0": below(0, D), "y <= z + D": at_most(y, z + D)}
    at: Point = {"D": 1, "y": 2, "z": Fraction(3, 2), "h": 1}
    yield proposition(prover, "chi2.reach-beyond", at_most((y - h) / D, (z - h) / D + 1), apart, at, reading="h is the threshold and y and z are both beyond it; with y and z exchanged, both below")  # fmt: skip
    yield proposition(prover, "chi2.reach-across", at_most((y - h) / D + (h - z) / D, 1), apart, {**at, "z": 1}, reading="h is the threshold, y is beyond it, z is not")  # fmt: skip


def tells(prover: Prover) -> Theorem:
    """Noise for less than a step tells more than epsilon: at the one value the densities have these odds."""
    low, high = epsilon, epsilon * h / D
    given: Facts = {**NOISY, "longer": below(D, h)}
    at: Point = {"epsilon": 1, "D": 1, "h": 2}
    more = below(low, high)
    return proposition(
        prover,
        "chi2.longer-step-tells",
        below(exp(low), exp(high)),
        given,
        at,
        {"exponents": more, "e": below(exp(low), exp(high))},
        reason="the exponential increases",
        reading="the right side is the density of the noisy value at the one neighbour's value, over that under the other one, "
        "whose value is h away",
    )
