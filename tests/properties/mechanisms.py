"""Random small mechanisms of every name, and the sources' promises for each as SymPy expressions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import sympy
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ldproof.mechanisms import Level
from ldproof.numbers import Real, exact_fraction, precision
from ldproof.registry import MECHANISMS, AnyMechanism, make_mechanism, request_of_function

NAMES = tuple(MECHANISMS)

HAIR = Fraction(1, 10**30)
"""How far numbers that are irrational may be off."""
BITS = 256

E = sympy.Symbol("E", positive=True)
"""The promised odds e^epsilon."""
P, Q, D = (sympy.Symbol(name, positive=True) for name in "pqd")
"""The probabilities of a 1 in rows of bits that are given them, and the number of rows."""

REPORTS: Mapping[str, Callable[[int, int, int], int]] = {
    "shots.report": lambda m, T, d: m,
    "counting.m_glance": lambda m, T, d: m,
    "counting.borappor": lambda m, T, d: T,
    "sketch.per_user": lambda m, T, d: 2,
    "sketch.cms": lambda m, T, d: 2,
    "sketch.all_rows": lambda m, T, d: 2 * d,
}
"""Over how many reports the budget is split, given m, T and d; a unary row counts as two, as two of its bits differ."""

PROMISED: Mapping[str, sympy.Expr] = {
    **dict.fromkeys(NAMES, E),
    # A neighbour moves one bit of a row from 1 to 0 and another from 0 to 1.
    "sketch.unary": Q * (1 - P) / (P * (1 - Q)),
    "sketch.unary_all_rows": (Q * (1 - P) / (P * (1 - Q))) ** D,
}
"""The odds that each mechanism's source promises at user level."""

MEMOIZED = "counting.memoized"


def memoized_promise(parameters: Mapping[str, object]) -> Fraction:
    """The odds of two-step memoization: over all reports, and all ways in which states sort their ones and zeros.

    The reports about either state are independent of those about the other, and their order says nothing.
    """
    T = int(str(parameters["T"]))
    K, F = (Fraction(str(parameters[each])) for each in ("kept_odds", "first_odds"))
    again = (K * F - 1) / (K - F)
    one = {0: 1 / (K + 1), 1: K / (K + 1) if parameters["permanent"] == "symmetric" else Fraction(1, 2)}

    def weight(state: int, ones: int, zeros: int) -> Fraction:
        return one[state] * again**ones + (1 - one[state]) * again**zeros

    found = Fraction(1)
    for ones in range(T + 1):
        zeros = T - ones
        sorted_ways = product(range(ones + 1), range(zeros + 1))
        weights = [weight(1, a, b) * weight(0, ones - a, zeros - b) for a, b in sorted_ways]
        found = max(found, max(weights) / min(weights))
    return found


LOLOHA = "counting.loloha"


def loloha_promise(parameters: Mapping[str, object]) -> Fraction:
    """The odds of LOLOHA: over all reports, and all ways in which cells sort them."""
    T, w = (int(str(parameters[each])) for each in ("T", "w"))
    K, F = (Fraction(str(parameters[each])) for each in ("kept_odds", "first_odds"))
    again = (K * F - 1 + (w - 2) * (F - 1)) / (K - F)

    def weight(cell: int, reports: list[int]) -> Fraction:
        return sum(
            (
                prod([K] * (kept == cell) + [again] * reports.count(kept), start=Fraction(1))
                for kept in range(w)
            ),
            start=Fraction(0),
        )

    found = Fraction(1)
    rows = [*product(range(w), repeat=T)]
    for sent in rows:
        weights = [
            prod(
                (weight(x, [y for own, y in zip(cells, sent, strict=True) if own == x]) for x in range(w)),
                start=Fraction(1),
            )
            for cells in rows
        ]
        found = max(found, max(weights) / min(weights))
    return found


FUTURE_RAND = "counting.future_rand"
DESIGNS = ((2, 1, 0, 0), (2, 1, 0, 1), (4, 1, 1, 1), (4, 2, 0, 0), (4, 2, 0, 1), (4, 2, 2, 2))
"""T, `changes`, and the range of flips of FutureRand."""


def future_rand_promise(parameters: Mapping[str, object]) -> Fraction:
    """The odds of FutureRand: the largest ratio of the probabilities of two rows of signs."""
    k, fewest, most = (int(str(parameters[each])) for each in ("changes", "fewest_flips", "most_flips"))
    odds, found = (
        Fraction(str(parameters["sign_odds"])),
        dict.fromkeys(product((0, 1), repeat=k), Fraction(0)),
    )
    others = [row for row in found if not fewest <= sum(row) <= most]
    for row in found:
        share = odds ** row.count(0) / (odds + 1) ** k
        for other in others if row in others else [row]:
            found[other] += share / (len(others) if row in others else 1)
    return max(found.values()) / min(found.values())


D_BIT_FLIP = "counting.d_bit_flip"

PROMISES: Mapping[str, Callable[[Mapping[str, object]], Fraction]] = {
    MEMOIZED: memoized_promise,
    LOLOHA: loloha_promise,
    FUTURE_RAND: future_rand_promise,
    # Two bits of a row differ between two cells, if both can be drawn.
    D_BIT_FLIP: lambda given: Fraction(str(given["bit_odds"])) ** min(int(str(given["d"])), 2),
}
"""The odds of those that no source promises."""

ATTAINED = {name for name in NAMES if not name.startswith("chi2.")}
"""Mechanisms of which some neighbours attain the promise. A private test may stay below it, or be constant."""


def count_reports(name: str, m: int, T: int, d: int) -> int:
    """Return the number of reports over which a mechanism splits its budget."""
    split = REPORTS.get(name)
    return split(m, T, d) if split else 1


def to_sympy(value: object) -> sympy.Expr:
    """Return a fraction or an integer as a SymPy number."""
    exact = Fraction(str(value))
    return sympy.Rational(exact.numerator, exact.denominator)


@dataclass(frozen=True)
class Specimen:
    name: str
    parameters: Mapping[str, object]

    @cached_property
    def made(self) -> AnyMechanism:
        return make_mechanism(self.name, self.parameters)

    @cached_property
    def secrets(self) -> list[Any]:
        return [*self.made.secrets]

    @cached_property
    def outputs(self) -> list[Any]:
        return [*self.made.outputs]

    @cached_property
    def laws(self) -> dict[Any, dict[Any, Fraction]]:
        """The probability of each output for each secret, up to `HAIR`."""
        return {
            secret: {output: to_fraction(self.made.likelihood(secret, output)) for output in self.outputs}
            for secret in self.secrets
        }

    def promised_odds(self) -> Fraction:
        """The value of the symbolic promise at these parameters."""
        if self.name in PROMISES:
            return PROMISES[self.name](self.parameters)
        values = {E: "odds", P: "p", Q: "q", D: "d"}
        known: dict[sympy.Expr, sympy.Expr] = {
            symbol: to_sympy(self.parameters[name])
            for symbol, name in values.items()
            if name in self.parameters
        }
        return Fraction(str(PROMISED[self.name].subs(known)))

    def neighbours(self, level: Level) -> Iterator[tuple[Any, Any]]:
        """All ordered pairs of neighbouring secrets."""
        for one, other in product(self.secrets, repeat=2):
            if self.made.neighbours(level, one, other):
                yield one, other


def with_parameters(name: str, values: Mapping[str, object]) -> Specimen:
    """Return the mechanism of this name with the values that it needs, its budget as `odds`."""
    asked = request_of_function(MECHANISMS[name])
    return Specimen(
        name, {each: values[each] for each in (*asked.required, *asked.optional, *asked.budget[1:2])}
    )


@st.composite
def specimens(draw: DrawFn, name: str) -> Specimen:
    """Draw a mechanism of this name whose secrets and outputs can be listed, with rational odds."""
    # Of two rounds dBitFlipPM has no finite odds.
    T, d = 1 if name == D_BIT_FLIP else draw(st.integers(1, 3)), draw(st.integers(1, 2))
    m = draw(st.integers(1, T))
    rounds, changes, fewest, most = draw(st.sampled_from(DESIGNS))
    p, q = sorted(
        draw(st.lists(st.fractions("1/50", "49/50", max_denominator=50), min_size=2, max_size=2, unique=True))
    )
    values: dict[str, object] = {
        "T": rounds if name == FUTURE_RAND else T,
        "m": m,
        "changes": changes,
        "sign_odds": draw(st.fractions("11/10", 5, max_denominator=10)),
        "bit_odds": draw(st.fractions("11/10", 5, max_denominator=10)),
        "fewest_flips": fewest,
        "most_flips": most,
        "r": draw(st.fractions(0, 1, max_denominator=20)),
        # Of LOLOHA's rows of cells every pair is looked at, with every output.
        "w": draw(st.sampled_from((2, 4) if d == 1 and not (name == LOLOHA and T > 2) else (2,))),
        "d": d,
        "m1": (m1 := draw(st.integers(1, 4))),
        # (14), the sensitivity of the first test, is stated for groups of the same size.
        "m2": m1 if name == "chi2.algorithm_1_f" else draw(st.integers(1, 4)),
        "tau": draw(st.fractions("1/10", 6, max_denominator=100)),
        "beta": draw(st.fractions("1/10", 2, max_denominator=100)),
        "p": p,
        "q": q,
        "kept_odds": draw(st.fractions(3, 9, max_denominator=10)),
        "first_odds": draw(st.fractions("11/10", "29/10", max_denominator=10)),
        "permanent": draw(st.sampled_from(("symmetric", "optimized"))),
        # A power, so that the share of each report is rational as well.
        "odds": prod([draw(st.fractions("11/10", 5, max_denominator=10))] * count_reports(name, m, T, d)),
    }
    return with_parameters(name, values)


def to_fraction(value: Real) -> Fraction:
    """Return the number itself if it is rational, and otherwise a fraction within `HAIR` of it."""
    if value.exact is not None:
        return Fraction(value.exact)
    with precision(BITS):
        return exact_fraction(value().mid())
