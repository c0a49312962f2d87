"""Rates that are rounded to a few bits: p up and q down, which costs no more."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product as every

from ldproof.numbers import Real, Symbol, ball, computed_real, term
from ldproof.sketch.formulas import private_rates, row_odds
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem

p, q, up, down = map(Symbol, ("p", "q", "p'", "q'"))
RATES: Facts = {
    "p > 0": below(0, p),
    "p' > 0": below(0, up),
    "p <= p'": at_most(p, up),
    "p' <= q'": at_most(up, down),
    "q' > 0": below(0, down),
    "q' <= q": at_most(down, q),
    "q < 1": below(q, 1),
    "q' < 1": below(down, 1),
}
AT: Point = {"p": Fraction(1, 5), "p'": Fraction(1, 4), "q'": Fraction(1, 2), "q": Fraction(3, 5)}
TRIALS = (
    (Fraction(1, 3), Fraction(2, 3)),
    (Fraction(1, 10), Fraction(1, 2)),
    (Fraction(2, 7), Fraction(9, 10)),
)
BITS = (3, 4, 8, 16)


def monotone(prover: Prover) -> Theorem:
    """The odds of a 1 in one's own column fall with q, and those elsewhere rise with p."""
    claim = Implication(
        "sketch.rounded-cost-less",
        at_most(row_odds(up, down), row_odds(p, q)),
        RATES,
        witness=AT,
        reading="p' and q' are the rates after rounding",
    )
    return prover.theorem(claim, at_once("q (1 - q') - q' (1 - q) = q - q', and so with p", search))


def near_cases(off: Fraction) -> Iterator[tuple[str, Relation]]:
    """Multiples of 2^-bits within 2^-bits on the private side, from fractions and from balls."""
    for (low, high), bits in every(TRIALS, BITS):
        step = Fraction(1, 1 << bits)
        for kind, found in (
            ("fractions", private_rates(Real(low), Real(high), bits)),
            (
                "balls",
                private_rates(computed_real(partial(ball, low)), computed_real(partial(ball, high)), bits),
            ),
        ):
            one, other = found[0] + off * step, found[1]
            name = f"p = {low}, q = {high}, {bits} bits, from {kind}"
            yield f"{name}, p", at_most(low, one)
            yield f"{name}, p to the nearest", below(one, low + step)
            yield f"{name}, q", at_most(other, high)
            yield f"{name}, q to the nearest", below(high - step, other)
            for rate, value in (("p", one), ("q", other)):
                yield f"{name}, {rate} in bits", equal(value, term(value // step) * step)


def rounded_rates(prover: Prover) -> Iterable[Theorem]:
    """The reference's rounding."""
    claim = Ground(
        "sketch.rounded-rates",
        "p is rounded up and q down, to the nearest multiples of 2^-bits there, and rates that are such multiples stay",
        f"{len(TRIALS)} pairs of rates, bits in {', '.join(map(str, BITS))}",
        lambda: near_cases(Fraction(0)),
        lambda: near_cases(Fraction(-1)),
    )
    yield prover.theorem(claim, ByRecord())
