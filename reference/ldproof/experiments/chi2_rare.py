"""Beside section 5.1 of the source on the chi-squared test: how the errors depend on how rare a variant is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.budget import budget
from ldproof.catalogue import answer, decimal
from ldproof.catalogue.answers import between
from ldproof.chi2.law import TITLES, Mechanism, PublicControls
from ldproof.coins import Coins
from ldproof.experiments.chi2_tables import TAU, Errors, mean, of_margin
from ldproof.experiments.figures import DIGITS, Case, Figure, Measured, Point
from ldproof.numbers import Real, sqrt

PLACES = 5
"""How many digits a remark gives."""
EPSILON = Fraction(1)
PERCENT = (1, 2, 3, 4, 5, 10, 20, 30, 40, 50)
"""How many people in a hundred have a variant."""
PEOPLE = (400, 10_000, 10**6)
BELOW, ABOVE = "below tau", "above tau"
UNDER, OVER, BETA = Fraction("2.7"), Fraction(5), Fraction(1)
"""Two statistics about as far from tau, and the beta that the beta-optimal test is made for."""

EVERY: Mapping[Mechanism, str] = {**TITLES, Mechanism.BETA_OPTIMAL: "beta-optimal, beta = 1"}
"""The curves: all private tests."""


@dataclass(frozen=True, slots=True)
class Two:
    """The mean error over two tables of a margin, one on each side of the threshold."""

    mechanism: Mechanism
    N: int
    percent: int

    def tables(self) -> Mapping[str, PublicControls]:
        """Those nearest to two statistics, among those on their side."""
        path = of_margin(self.N // 2, self.N // 2, self.N * self.percent // 100)
        inside, outside = path.split(TAU)
        return {BELOW: inside.nearest(UNDER), ABOVE: outside.nearest(OVER)}

    def __call__(self, _runs: int, _coins: Coins) -> Measured:
        """Beside it, the error of each."""
        beta = BETA if self.mechanism is Mechanism.BETA_OPTIMAL else None
        errors = Errors(self.mechanism, budget(epsilon=EPSILON), beta=beta)
        each = {side: errors.mean([table]) for side, table in self.tables().items()}
        asides = {side: answer(error, DIGITS) for side, error in each.items()}
        return Measured(answer(mean(each.values()), DIGITS), None, asides)


def ahead(points: Sequence[Point], unit: str) -> Iterator[str]:
    """Where Algorithm 1 with Delta_F has the smaller error than Algorithm 2 as published."""
    one, two = (TITLES[each] for each in (Mechanism.ALGORITHM_1_F, Mechanism.ALGORITHM_2))
    errors = {(each.curve, each.at): between(each.measured.exact) for each in points}
    places = [at for curve, at in errors if curve == two and errors[one, at][1] < errors[two, at][0]]
    yield (
        f"{one} has a smaller error than {two} at {unit} = {', '.join(map(str, places))}."
        if places
        else f"{one} nowhere has a smaller error than {two}."
    )


def rare_variants(N: int) -> Figure:
    """How the errors depend on how rare a variant is, at one N."""

    def remarks(points: Sequence[Point]) -> Iterator[str]:
        yield from ahead(points, "percent")
        bound = between(answer(sqrt(Real(2 * TAU / N)), DIGITS))[0]
        yield (
            "Near tau, for large N, Algorithm 2 is better if w = 4 s (N - s)/N^2 exceeds sqrt(2 tau/N) = "
            f"{decimal(bound, PLACES):f}."
        )

    return Figure(
        f"chi2.rare-variants-{N}",
        f"beside section 5.1, N = {N}",
        "Algorithm 2 has the smaller error if m1 = m2, the smaller the larger N is.",
        "percent of people with the variant",
        "mean error",
        [
            Case(title, percent, Two(mechanism, N, percent))
            for mechanism, title in EVERY.items()
            for percent in PERCENT
        ],
        [
            f"m1 = m2, tau = {TAU}, epsilon = {EPSILON}. Of each margin s there are two tables:",
            f"the one nearest to {float(UNDER)} that is not significant, and the one nearest to {OVER} that is.",
            "The beta-optimal test may err on any table that is less than beta from tau, as some of these are.",
        ],
        remarks,
        logarithmic=True,
        beside=(BELOW, ABOVE),
    )
