"""What people who differ in d rounds can be told apart by: at most the closed form, for all T, m, d and r.

The likelihood of a transcript is a sum over the number j of reports in the rounds that differ: of the weight Q of
j reports there, times the weight R of m - j reports in the other rounds. Between the two people only Q changes, by
E^j. So the odds are a mean of E^j; Q R over the closed form's share W falls with j, so that mean is not above its.
"""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, by_name, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, by
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.distance.rounds import HUSH
from ldproof_proofs.shots.law.dummies import LOUD, quiet_bounds
from ldproof_proofs.shots.parameters import BUDGET, T, m, r

d, j = Symbol("d"), Symbol("j")
Q, R, W = map(Symbol, ("Q", "R", "W"))
Q_next, R_next, W_next = map(Symbol, ("Q_next", "R_next", "W_next"))
MIXED = {"r > 0": below(0, r), "r < 1": below(r, 1)}
RANGE = {
    "j >= 0": at_most(0, j),
    "j < d": at_most(j + 1, d),
    "j < m": at_most(j + 1, m),
    "m - (T - d) <= j": at_most(m - (T - d), j),
}
OTHERS = T - d - (m - j - 1)
"""How many of the other rounds carry no report where m - j - 1 of them do."""
SHARES = equal((j + 1) * OTHERS * HUSH * W_next, (d - j) * (m - j) * LOUD * W)
"""The closed form's shares of j and j + 1 reports in the rounds that differ."""
ABBREVIATIONS = {"hush": HUSH, "loud": LOUD}


def signs(prover: Prover) -> Iterable[Theorem]:
    """What silence is likelier by is positive, if both dummies occur."""
    at: Point = {"x": 2, "r": Fraction(1, 3)}
    low = Implication(
        "shots.hush-positive",
        below(0, HUSH),
        {**BUDGET, **MIXED},
        {"either": axiom(Always.EITHER, r, 1 - r)},
        at,
        Mutant(below(2, HUSH), at),
    )
    yield prover.theorem(low, at_once("q = q^2 + r (1 - r) where q is r or 1 - r", search))
    _, below_one = quiet_bounds(prover)
    high = Implication(
        "shots.loud-positive",
        below(0, LOUD),
        BUDGET,
        {"below one": lemma(below_one)},
        at,
        Mutant(below(4, LOUD), at),
    )
    yield prover.theorem(high, at_once("min(r, 1-r) < 1", search))


def falls(prover: Prover) -> Theorem:
    """In comparison with the closed form's shares, what any transcript gives to j reports falls with j."""
    at: Point = {"x": 2, "r": Fraction(1, 3), "d": 2, "m": 2, "T": 4, "j": 0}
    at = {**at, "Q": 1, "Q_next": 1, "R": 1, "R_next": 1, "W": 1, "W_next": 8}
    given = {
        **BUDGET,
        **MIXED,
        **RANGE,
        **{f"{each} >= 0": at_most(0, each) for each in (Q, Q_next, R, R_next)},
        **{f"{each} > 0": below(0, each) for each in (W, W_next)},
        "differing": at_most((j + 1) * HUSH * Q_next, (d - j) * Q),
        "others": at_most(OTHERS * R_next, (m - j) * LOUD * R),
        "shares": SHARES,
    }
    claim = Implication(
        "shots.distance-falls",
        at_most(Q_next * R_next / W_next, Q * R / W),
        given,
        by_name(signs(prover)),
        at,
        None,
        reading="Q and Q_next are any transcript's weights of j and j + 1 reports in the d rounds that differ, R and "
        "R_next of m - j and m - j - 1 reports in the others, W and W_next the closed form's shares",
        short=ABBREVIATIONS,
    )
    hush, loud = "shots.hush-positive", "shots.loud-positive"
    rest = (("W > 0", "differing", "R >= 0", loud), ("W > 0", "Q_next >= 0", "others", hush))
    rule = by(
        product("shares", scale=-(Q * R)),
        *(product(*rest[0], *more) for more in (("j < m",), ())),
        *(product(*rest[1], *more) for more in (("j >= 0",), ())),
        times=[
            product("W > 0", "W_next > 0", hush, *one, *two)
            for one in (("j >= 0",), ())
            for two in (("m - (T - d) <= j",), ())
        ],
    )
    return prover.theorem(claim, at_once("both factors fall faster than the shares", rule))
