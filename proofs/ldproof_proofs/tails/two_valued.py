"""Both tails of a sum of bits that are 1 with one probability or with the opposite one."""

from ldproof.numbers import Term, exp, log
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.cited import TWO_VALUED, M, count, kearns_saul, markov, odds, off
from ldproof_proofs.tails.logarithm import positive
from ldproof_proofs.tails.trials import U, W

OFF = {**TWO_VALUED, "off > 0": below(0, off)}
SLOPE = log(odds) * (odds + 1) / (odds - 1)
TILT = 2 * off * SLOPE
"""Where Markov's inequality is best."""
EXPONENT = -count * off**2 * SLOPE
AT: Point = {"odds": 2, "count": 4, "off": 1, "U": 0, "W": 0}
BITS = (
    "X is a sum of so many independent bits, each of them 1 with probability odds/(odds + 1) or 1/(odds + 1)"
)


def tail(prover: Prover, name: str, probability: Term, tilt: Term, reading: str) -> Theorem:
    """One tail, by Markov's inequality for e^(tilt (X - E X))."""
    logarithm = {"ln odds > 0": lemma(positive(prover), v=odds)}
    power, spread = -TILT * count * off, count * tilt**2 * (odds - 1) / (4 * (odds + 1) * log(odds))
    return show(
        prover,
        steps(
            Step("<=", M * exp(power), "Markov's inequality", search),
            Step("<=", exp(spread) * exp(power), "Kearns and Saul", search),
            last=Last("exponents add", search, "="),
        ),
        f"tails.two-valued-{name}",
        at_most(probability, exp(EXPONENT)),
        OFF,
        {
            **logarithm,
            "markov": lemma(markov(prover), P=probability, s=TILT, off=count * off),
            "moment": lemma(kearns_saul(prover), s=tilt),
            "positive": axiom(Always.POSITIVE, power),
            "sum": axiom(Always.SUM, spread, power),
        },
        AT,
        Mutant(at_most(probability, exp(EXPONENT) / 100), {**AT, str(probability): 1}),
        reading=f"{reading}, M = E e^(({tilt}) (X - E X)) and {BITS}",
        stands=("M", str(probability)),
    )


def two_valued(prover: Prover) -> Theorem:
    """A mean of such bits that is off by a distance."""
    high = tail(prover, "above", U, TILT, "U = Pr[X >= E X + count off]")
    low = tail(prover, "below", W, -TILT, "W = Pr[X <= E X - count off]")
    return show(
        prover,
        at_once("both tails", search),
        "tails.two-valued",
        at_most(U + W, 2 * exp(EXPONENT)),
        OFF,
        {"ln odds > 0": lemma(positive(prover), v=odds), "above": lemma(high), "below": lemma(low)},
        AT,
        Mutant(at_most(U + W, exp(EXPONENT) / 100), {**AT, "U": 1}),
        reading=f"U = Pr[X >= E X + count off], W = Pr[X <= E X - count off] and {BITS}",
        stands=("U", "W"),
    )
