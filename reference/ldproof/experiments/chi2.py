"""Section 5 of the source on the chi-squared test: figures 1 to 3, and what becomes of them for rare variants.

Each number is the exact probability that a private answer is not the decision without noise: nothing is simulated.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.budget import budget
from ldproof.catalogue import answer, decimal
from ldproof.catalogue.answers import between
from ldproof.chi2.law import TITLES, Mechanism
from ldproof.coins import Coins
from ldproof.experiments.chi2_rare import PEOPLE, ahead, rare_variants
from ldproof.experiments.chi2_study import FIG_3
from ldproof.experiments.chi2_tables import TAU, Errors, Path, mean, of_cases, of_margin, ten, value
from ldproof.experiments.figures import DIGITS, Bound, Case, Figure, Measured, Point
from ldproof.numbers import Real, sqrt

PLACES = 5
"""How many digits a remark gives."""
POWERS = range(2, 26)
"""The source's N = 2^2, ..., 2^25."""
TENTH, ONE = Fraction(1, 10), Fraction(1)
"""Its epsilon in the balanced and in the unbalanced experiment."""
BELOW = "0.0001"
"""What the source prints of the error at N = 2^24 and 2^25."""
COUNTED = "tables"
CARRIERS = 64
"""How many people have a rare variant, whatever N is."""

UNBALANCED: Mapping[Mechanism, str] = {
    kind: title for kind, title in TITLES.items() if kind is not Mechanism.ALGORITHM_1_F
}
NEAREST = "A table has the statistic nearest to the one that is asked for; of two as near, the one with the smaller."


@dataclass(frozen=True, slots=True)
class Ten:
    """The mean error over the ten tables of section 5.1, as far as there are any along a path."""

    mechanism: Mechanism
    epsilon: Fraction
    path: Path

    def __call__(self, _runs: int, _coins: Coins) -> Measured:
        """Beside it, over how many tables it is the mean."""
        tables = ten(self.path)
        errors = Errors(self.mechanism, budget(epsilon=self.epsilon))
        counted = Fraction(len(tables))
        return Measured(answer(errors.mean(tables.values()), DIGITS), None, {COUNTED: counted})


def experiment(
    paths: Callable[[int], Path], epsilon: Fraction, titles: Mapping[Mechanism, str], more: str = ""
) -> list[Case]:
    """A case per mechanism and N, where there is a table."""
    places = {power: path for power in POWERS if (path := paths(power)).reaches(ONE)}
    return [
        Case(f"{title}{more}", power, Ten(mechanism, epsilon, path))
        for mechanism, title in titles.items()
        for power, path in places.items()
    ]


def even(power: int) -> Path:
    """The most even margin, s = N/2."""
    return of_margin(2 ** (power - 1), 2 ** (power - 1), 2 ** (power - 1))


def rare(power: int) -> Path:
    """A few carriers, or half of all people if they are fewer."""
    return of_margin(2 ** (power - 1), 2 ** (power - 1), min(CARRIERS, 2 ** (power - 1)))


def few_cases(a: int) -> Callable[[int], Path]:
    """Two cases, a of whom have the variant."""
    return lambda power: of_cases(a, 2, 2**power - 2)


def levels(carriers: int, goal: int) -> Real:
    """What the error of Algorithm 2 with m1 = 2 and this statistic tends to as N grows.

    |T|^2 is 1 + (goal/tau - 1) w with w = 8 goal/(goal + 2)^2 at a = 2, and 2/(goal + 2) at a = 1; Delta_T^2 is 2/tau.
    """
    w = Fraction(8 * goal, (goal + 2) ** 2) if carriers == 2 else Fraction(2, goal + 2)

    exponent = -abs(sqrt(Real(1 + (goal / TAU - 1) * w)) - 1) * sqrt(Real(TAU / 2))
    return budget(epsilon=ONE).report_power(exponent) / 2


def never_there(points: Sequence[Point]) -> Iterator[str]:
    """Where the mean is below what is printed, and which of the ten statistics tables with s = N/2 have exactly."""
    yield from thresholds(points)
    there = {
        goal: [
            power for power in POWERS if (goal in (found := ten(even(power)))) and value(found[goal]) == goal
        ]
        for goal in range(1, 11)
    }
    never = ", ".join(f"{goal}" for goal, powers in there.items() if not powers)
    yield f"At none of these N has a table with s = N/2 exactly the statistic {never}."


def thresholds(points: Sequence[Point]) -> Iterator[str]:
    """The N at which the error of each curve is surely at most 10^-4, curves together that have the same."""
    found: dict[str, list[str]] = {}
    for curve in dict.fromkeys(each.curve for each in points):
        here = [each for each in points if each.curve == curve]
        low = [f"2^{each.at}" for each in here if between(each.measured.exact)[1] <= Fraction(BELOW)]
        found.setdefault(f"at N = {', '.join(low)}" if low else "nowhere", []).append(curve)
    said = (
        f"{where} ({'; '.join(curves)})"
        for where, curves in sorted(found.items(), key=lambda each: each[0] == "nowhere")
    )
    yield f"The error is at most {BELOW} {', and '.join(said)}."


def limits(_points: Sequence[Point]) -> Iterator[str]:
    """Where Algorithm 2 levels off."""
    for a in (2, 1):
        limit = answer(mean(levels(a, goal) for goal in range(1, 11)), DIGITS)
        yield (
            f"As N grows, the error of Algorithm 2 with Delta_T tends to {decimal(between(limit)[0], PLACES):f} "
            f"at a = {a}, and that of Algorithm 1 to 1/2."
        )


FIGURES = (
    Figure(
        "chi2.fig-1",
        "section 5.1.1, figure 1",
        "The error of Algorithm 1 does not change with N; that of Algorithm 2 falls, to 10^-4 at most at 2^24, 2^25.",
        "log2 N",
        "mean error",
        experiment(even, TENTH, TITLES),
        [NEAREST, "The source does not give the margin s: here it is N/2, which suits Algorithm 2 most.",
         "The statistic is at most N, so that 5 to 10 are left out at N = 4, and 9 and 10 at N = 8."],
        never_there,
        bounds=(Bound(BELOW, (24, 25)),),
        logarithmic=True,
        beside=(COUNTED,),
    ),
    Figure(
        "chi2.fig-1-rare",
        "section 5.1.1 with other margins",
        "The error of Algorithm 1 does not change with N; that of Algorithm 2 falls.",
        "log2 N",
        "mean error",
        experiment(rare, TENTH, TITLES),
        [NEAREST, f"{CARRIERS} people have the variant, whatever N is; or N/2, if these are fewer."],
        lambda points: ahead(points, "log2 N"),
        logarithmic=True,
        beside=(COUNTED,),
    ),
    Figure(
        "chi2.fig-2",
        "section 5.1.2, figure 2",
        "The error of Algorithm 2 does not change with N; that of Algorithm 1 grows.",
        "log2 N",
        "mean error",
        [case for a in (2, 1) for case in experiment(few_cases(a), ONE, UNBALANCED, f", a = {a}")],
        [NEAREST, "The source does not give a. a = 0 is a = 2 with all variants flipped, and has the same errors.",
         "Statistics that no table with this a reaches are left out."],
        limits,
        beside=(COUNTED,),
    ),
    FIG_3,
    *map(rare_variants, PEOPLE),
)  # fmt: skip
"""Figures 1 to 3 are drawn without numbers; the text prints two bounds, on figures 1 and 3."""
