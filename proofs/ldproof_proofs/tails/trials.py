"""Both tails of a sum of independent trials, at any number that its expectation does not exceed."""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, log
from ldproof.probability import chernoff_sharp
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.cited import M, markov, mean, moment, off, s
from ldproof_proofs.tails.exponent import BEST, PART, at_deviation, d, exponent, lighter

U, W, most = map(Symbol, ("U", "W", "most"))
"""The probabilities that a sum is too large and too small by so much, and a bound for its expectation."""
SPREAD = exp(s) - 1 - s
TRIALS = {"mean > 0": below(0, mean), "mean <= most": at_most(mean, most)}
TILTED = {**TRIALS, "s > 0": below(0, s)}
SUM_OF_TRIALS = "X is a sum of independent trials with this mean"
AT: Point = {"mean": 1, "most": 2, "s": 1, "off": 2, "d": Fraction(1, 2), "U": 0, "W": 0}


def tail(prover: Prover, name: str, probability: Term, tilt: Term, reading: str) -> Theorem:
    """One tail, by Markov's inequality for e^(tilt (X - mean))."""
    spread = exp(tilt) - 1 - tilt
    power = -s * off
    return show(
        prover,
        steps(
            Step("<=", M * exp(power), "Markov's inequality", search),
            Step("<=", exp(mean * spread) * exp(power), "1 + y <= e^y for every trial", search),
            Step("<=", exp(most * spread) * exp(power), "mean <= most", search),
            last=Last("exponents add", search, "="),
        ),
        f"tails.{name}",
        at_most(probability, exp(most * spread + power)),
        TILTED,
        {
            "markov": lemma(markov(prover), P=probability),
            "moment": lemma(moment(prover), s=tilt),
            "tangent": axiom(Always.TANGENT, tilt),
            "larger": at_most(mean * spread, most * spread),
            "monotone": axiom(Always.MONOTONE, mean * spread, most * spread),
            "positive": axiom(Always.POSITIVE, power),
            "sum": axiom(Always.SUM, most * spread, power),
        },
        AT,
        Mutant(at_most(probability, exp(most * spread + power) / 100), {**AT, str(probability): 1}),
        reading=f"{reading}, M = E e^({tilt} (X - mean)) and {SUM_OF_TRIALS}",
        stands=("M", str(probability)),
    )


def below_as_above(prover: Prover) -> Theorem:
    """What bounds the upper tail bounds the lower one."""
    under = exp(-s) - 1 + s
    lower = tail(prover, "below", W, -s, "W = Pr[X <= mean - off]")
    return show(
        prover,
        steps(
            Step("<=", exp(most * under - s * off), "the lower tail", search),
            last=Last("s <= sinh s", search),
        ),
        "tails.below-as-above",
        at_most(W, exp(most * SPREAD - s * off)),
        TILTED,
        {
            "below": lemma(lower),
            "lighter": lemma(lighter(prover), a=s),
            "larger": at_most(most * under - s * off, most * SPREAD - s * off),
            "monotone": axiom(Always.MONOTONE, most * under - s * off, most * SPREAD - s * off),
        },
        AT,
        Mutant(at_most(W, exp(most * SPREAD - s * off) / 100), {**AT, "W": 1}),
        reading=f"W = Pr[X <= mean - off] and {SUM_OF_TRIALS}",
        stands=("W",),
    )


def trials(prover: Prover) -> Theorem:
    """Off by a share d <= 1 of a number that the expectation does not exceed: the best constant holds."""
    shift = log(1 + d)
    here = {"s": shift, "off": d * most}
    power = (most * SPREAD - s * off).substitute(here)
    goal = at_most(U + W, chernoff_sharp(most, d))
    reached = -BEST * most * d**2
    upper = tail(prover, "above", U, s, "U = Pr[X >= mean + off]")
    return show(
        prover,
        steps(
            Step("<=", 2 * exp(power), "Chernoff's method at s = ln(1 + d)", search),
            last=Last("the best constant", search),
        ),
        "tails.trials",
        goal,
        {**TRIALS, **PART},
        {
            **at_deviation(prover),
            "above": lemma(upper, **here),
            "below": lemma(below_as_above(prover), **here),
            "exponent": lemma(exponent(prover)),
            "larger": at_most(power, reached),
            "monotone": axiom(Always.MONOTONE, power, reached),
        },
        AT,
        Mutant(at_most(U + W, chernoff_sharp(most, d) / 100), {**AT, "U": 1}),
        reading=f"U = Pr[X >= mean + d most], W = Pr[X <= mean - d most] and {SUM_OF_TRIALS}",
        stands=("U", "W"),
    )
