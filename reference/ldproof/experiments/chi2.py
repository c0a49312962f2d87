"""Section 5 of the source on the chi-squared test: figures 1 to 3, and what becomes of them for rare variants."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

import numpy as np

from ldproof.budget import parse_budget
from ldproof.chi2.formulas import statistic
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName, PublicControls
from ldproof.chi2.tables import Rule, Tables, from_csv, from_matrix, parse_rule
from ldproof.coins import SeededCoins
from ldproof.experiments.figures import (
    DIGITS,
    Figure,
    FigureCase,
    Measured,
    MeasuredCase,
    PrintedBound,
    exact_case,
    format_places,
    smaller_places,
)
from ldproof.numbers import Real, sqrt
from ldproof.results import enclosed_answer, rational_bounds, round_to_decimal
from ldproof.sampling import draw_thinnings

# Tables with a statistic that is asked for, as near as whole numbers get, and the errors of all tests on them.

TAU = Fraction("3.84")
"""The source's threshold in 5.1; it is a little below the quantile at 5%, which is 3.84146."""


def table_statistic(table: PublicControls) -> Fraction:
    """The chi-squared statistic of a table."""
    return statistic(table.a, table.b, table.m1, table.m2)


@dataclass(frozen=True, slots=True)
class Path:
    """Tables along which the statistic grows, by their places, from one with equal shares on."""

    at: Callable[[int], PublicControls]
    places: range

    def nearest_table(self, goal: Fraction) -> PublicControls:
        """The table whose statistic is nearest to the goal; of two as near, the one with the smaller statistic."""
        place = bisect_left(self.places, goal, key=self.statistic_at)
        neighbours = [self.at(each) for each in self.places[max(place - 1, 0) : place + 1]]
        return min(neighbours, key=lambda table: (abs(table_statistic(table) - goal), table_statistic(table)))

    def tables_around(self, goal: Fraction) -> Sequence[tuple[Fraction, PublicControls]]:
        """Both tables next to the goal, weighted so that their mean statistic is the goal; beyond an end, the end alone."""
        place = bisect_left(self.places, goal, key=self.statistic_at)
        near = [self.at(each) for each in self.places[max(place - 1, 0) : place + 1]]
        if len(near) == 1:
            return [(Fraction(1), near[0])]
        low, high = map(table_statistic, near)
        upper = (goal - low) / (high - low)
        return [(1 - upper, near[0]), (upper, near[1])]

    def reaches_statistic(self, goal: Fraction) -> bool:
        """Whether some table on the path has a statistic of at least the goal."""
        return goal <= self.statistic_at(self.places[-1])

    def split_at(self, tau: Fraction) -> tuple["Path", "Path"]:
        """The part of the path with statistics of at most tau, and the part above."""
        first = bisect_right(self.places, tau, key=self.statistic_at)
        return Path(self.at, self.places[:first]), Path(self.at, self.places[first:])

    def statistic_at(self, place: int) -> Fraction:
        """The statistic of the table at a place."""
        return table_statistic(self.at(place))


def margin_path(m1: int, m2: int, s: int) -> Path:
    """The path of tables with a + b = s, from equal shares to more cases; its places are the values of a."""
    even = -(-s * m1 // (m1 + m2))
    return Path(lambda a: PublicControls(a, s - a, m1, m2), range(even, min(m1, s) + 1))


def cases_path(a: int, m1: int, m2: int) -> Path:
    """The path of tables with this a, from equal shares to fewer controls; its places are by how much b is smaller."""
    even = a * m2 // m1
    return Path(lambda fewer: PublicControls(a, even - fewer, m1, m2), range(even + 1))


def ten_tables(path: Path) -> dict[int, PublicControls]:
    """The table nearest to each statistic 1, ..., 10 of section 5.1 that the path reaches, by the statistic."""
    return {
        goal: path.nearest_table(Fraction(goal))
        for goal in range(1, 11)
        if path.reaches_statistic(Fraction(goal))
    }


def mean_number(numbers: Iterable[Real]) -> Real:
    """The mean of some numbers."""
    listed = list(numbers)
    return sum(listed, Real(0)) / len(listed)


# Beside section 5.1 of the source on the chi-squared test: how the errors depend on how rare a variant is.

PLACES = 5
"""The digits in a remark."""
EPSILON = Fraction(1)
PERCENT = (1, 2, 3, 4, 5, 10, 20, 30, 40, 50)
"""How many in a hundred people have a variant."""
PEOPLE = (400, 10_000, 10**6)
BELOW_TAU, ABOVE_TAU = "below tau", "above tau"
UNDER, OVER, BETA = Fraction("2.7"), Fraction(5), Fraction(1)
"""Two statistics about as far from tau, and the beta that the beta-optimal test is made for."""

EVERY: Mapping[PrivateTestName, str] = {**TITLES, PrivateTestName.BETA_OPTIMAL: "beta-optimal, beta = 1"}
"""The curves: all private tests."""


def margin_tables(N: int, percent: int) -> Mapping[str, Sequence[tuple[Fraction, PublicControls]]]:
    """The weighted tables of a margin around two statistics, all below tau or all above, by side."""
    path = margin_path(N // 2, N // 2, N * percent // 100)
    inside, outside = path.split_at(TAU)
    return {BELOW_TAU: inside.tables_around(UNDER), ABOVE_TAU: outside.tables_around(OVER)}


def measure_margin(mechanism: PrivateTestName, N: int, percent: int) -> Measured:
    """Measure the mean of the errors at two statistics of a margin, with each beside it."""
    beta = BETA if mechanism is PrivateTestName.BETA_OPTIMAL else None
    test = PrivateTest(mechanism, TAU, parse_budget(epsilon=EPSILON), beta)
    errors = {
        side: sum((test.flip(table) * weight for weight, table in tables), Real(0))
        for side, tables in margin_tables(N, percent).items()
    }
    asides = {side: enclosed_answer(error, DIGITS) for side, error in errors.items()}
    return Measured(enclosed_answer(mean_number(errors.values()), DIGITS), None, asides)


def report_algorithm_1_wins(points: Sequence[MeasuredCase], unit: str) -> Iterator[str]:
    """Say where Algorithm 1 with Delta_F has a smaller error than Algorithm 2 as published."""
    one, two = (TITLES[each] for each in (PrivateTestName.ALGORITHM_1_F, PrivateTestName.ALGORITHM_2))
    places = smaller_places(points, one, two)
    yield (
        f"{one} has a smaller error than {two} at {unit} = {', '.join(map(str, places))}."
        if places
        else f"{one} nowhere has a smaller error than {two}."
    )


def rare_variants(N: int) -> Figure:
    """The figure that shows how errors depend on how rare a variant is, at one N."""

    def say_remarks(points: Sequence[MeasuredCase]) -> Iterator[str]:
        yield from report_algorithm_1_wins(points, "percent")
        bound = rational_bounds(enclosed_answer(sqrt(Real(2 * TAU / N)), DIGITS))[0]
        yield (
            "Near tau, for large N, Algorithm 2 is better if w = 4 s (N - s)/N^2 exceeds sqrt(2 tau/N) = "
            f"{round_to_decimal(bound, PLACES):f}."
        )

    return Figure(
        f"chi2.rare-variants-{N}",
        f"beside section 5.1, N = {N}",
        "Algorithm 2 has the smaller error if m1 = m2, the smaller the larger N is.",
        "percent of people with the variant",
        "mean error",
        [
            exact_case(title, percent, partial(measure_margin, mechanism, N, percent))
            for mechanism, title in EVERY.items()
            for percent in PERCENT
        ],
        [
            f"m1 = m2, tau = {TAU}, epsilon = {EPSILON}. At each margin s the errors at two statistics are averaged,",
            f"at {float(UNDER)}, which is not significant, and at {OVER}, which is.",
            "Each is linear between the two tables next to it on its side of tau; where none is beyond it, the last table's.",
            "M* and the beta-optimal test go by the whole number of steps to the other side of tau: if these are few, they jump.",
            "The beta-optimal test may err on any table that is less than beta from tau, as some of these are.",
        ],
        say_remarks,
        logarithmic=True,
        beside=(BELOW_TAU, ABOVE_TAU),
    )


# Section 5.2 of the source on the chi-squared test, figure 3: many variants of the same people.
#
# The source does not give its data. Here are any that a person brings, and synthetic ones that say so.

TENTHS = range(1, 11)
"""Ten times the source's epsilon."""
GROUP, VARIANTS = 200, 311
"""The source's cases, as many controls, and variants."""
SEED = b"ldproof/chi2.fig-3"
"""What the synthetic people's coins are made from."""
EFFECT = 10
"""By how many percent points an allele that has to do with the disease is more frequent among cases."""
EVERY_SO_MANY = 5
"""One variant in so many has to do with it: 63 of 311, as many as the source finds significant."""
SPENT = "epsilon of all tests"

SYNTHETIC = (
    "SYNTHETIC DATA, as the source does not give its own: 200 cases, 200 controls, and variants 0 to 310. Variant j has an "
    "allele of frequency (1 + j mod 50)/100; if j is a multiple of 5, it is 10 percent points more frequent among "
    "cases. Each person has two independent alleles, drawn exactly from seeded coins."
)


def measure_study(mechanism: PrivateTestName, tenths: int, tables: Callable[[], Tables]) -> Measured:
    """Measure the mean error over all variants, at so many tenths of epsilon each; beside it, the sum of all epsilon."""
    found = tables()
    test = PrivateTest(mechanism, TAU, parse_budget(epsilon=Fraction(tenths, 10)))
    errors = mean_number(test.map_tables(found, test.flip))
    return Measured(enclosed_answer(errors, DIGITS), None, {SPENT: Fraction(tenths * len(found), 10)})


@cache
def synthetic_tables() -> Tables:
    """The tables of the synthetic study under the dominant rule, always the same."""
    coins = SeededCoins(SEED)
    columns = []
    for variant in range(VARIANTS):
        percent = 1 + variant % 50
        among_cases = percent if variant % EVERY_SO_MANY else percent + EFFECT
        alleles = np.full(GROUP, 2, np.int64)
        columns.append(
            np.concatenate(
                [draw_thinnings(alleles, np.full(GROUP, each), 100, coins) for each in (among_cases, percent)]
            )
        )
    return from_matrix(np.stack(columns, axis=1), [1] * GROUP + [0] * GROUP, Rule.DOMINANT)


def figure_of_table(lines: Iterable[str], rule: str) -> Figure:
    """Figure 3 for a user's own CSV, from its lines and the name of a rule."""
    which = parse_rule(rule)
    study = from_csv(lines, which)
    m1, m2 = study.tables.m1, study.tables.m2
    notes = [
        f"The table has {m1} cases, {m2} controls and {len(study.names)} variants; the rule is `{which}`."
    ]
    if m1 != m2:
        notes.append("Delta_F is for as many cases as controls, and is left out.")
    return mean_error_figure(lambda: study.tables, notes, balanced=m1 == m2)


def mean_error_figure(
    tables: Callable[[], Tables], notes: Sequence[str], *, balanced: bool, data: str = ""
) -> Figure:
    """Figure 3 for some tables: the mean error of each test against its epsilon."""
    kinds = [each for each in TITLES if balanced or each is not PrivateTestName.ALGORITHM_1_F]

    def say_remarks(points: Sequence[MeasuredCase]) -> Iterator[str]:
        yield from report_algorithm_2_wins(points)
        yield f"{int(tables().significant(TAU).sum())} of {len(tables())} variants are significant."

    return Figure(
        "chi2.fig-3",
        "section 5.2, figure 3",
        "At every epsilon Algorithm 2 has the smaller error; from epsilon = 0.5 on it is at most 0.1.",
        "10 epsilon",
        "mean error",
        [
            exact_case(TITLES[kind], tenths, partial(measure_study, kind, tenths, tables))
            for kind in kinds
            for tenths in TENTHS
        ],
        [*notes, f"tau = {TAU}. Each test has an epsilon of its own; together they cost all of them."],
        say_remarks,
        unit=10,
        bounds=(PrintedBound("0.1", range(5, 11)),),
        beside=(SPENT,),
        data=data,
        of_table=figure_of_table,
    )


def report_algorithm_2_wins(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say where Algorithm 2 as published has a smaller error than all that is published beside it, and one below 0.1."""
    two, curves = TITLES[PrivateTestName.ALGORITHM_2], {each.curve for each in points}
    for kind in (
        PrivateTestName.ALGORITHM_1_F,
        PrivateTestName.ALGORITHM_1_Y1,
        PrivateTestName.ALGORITHM_1_Y2,
    ):
        if (one := TITLES[kind]) in curves:
            ahead = format_places(smaller_places(points, two, one))
            yield f"{two} has a smaller error than {one} at 10 epsilon = {ahead}."
    few = [each.at for each in points if each.curve == two and is_at_most(each, Fraction(1, 10))]
    yield f"Its error is at most 0.1 at 10 epsilon = {format_places(few)}."


def is_at_most(point: MeasuredCase, limit: Fraction) -> bool:
    """Return whether the exact number of a point is certainly at most a limit."""
    return rational_bounds(point.measured.exact)[1] <= limit


FIG_3 = mean_error_figure(
    synthetic_tables,
    [SYNTHETIC, "The rule is `dominant`: one allele or two are 1."],
    balanced=True,
    data="SYNTHETIC DATA",
)

# Section 5 of the source on the chi-squared test: figures 1 to 3, and what becomes of them for rare variants.
#
# Each number is the exact probability that a private answer is not the decision without noise: nothing is simulated.

POWERS = range(2, 26)
"""The source's N = 2^2, ..., 2^25."""
TENTH, ONE = Fraction(1, 10), Fraction(1)
"""Its epsilon in the balanced and in the unbalanced experiment."""
BELOW = "0.0001"
"""What the source prints of the error at N = 2^24 and 2^25."""
COUNTED = "tables"
CARRIERS = 64
"""How many people have a rare variant, whatever N is."""

UNBALANCED: Mapping[PrivateTestName, str] = {
    kind: title for kind, title in TITLES.items() if kind is not PrivateTestName.ALGORITHM_1_F
}
NEAREST = "A table has the statistic nearest to the one that is asked for; of two as near, the one with the smaller."


def measure_ten_tables(mechanism: PrivateTestName, epsilon: Fraction, path: Path) -> Measured:
    """Measure the mean error over the ten tables of section 5.1 along a path; beside it, how many there are."""
    tables = ten_tables(path)
    test = PrivateTest(mechanism, TAU, parse_budget(epsilon=epsilon))
    error = mean_number(map(test.flip, tables.values()))
    return Measured(enclosed_answer(error, DIGITS), None, {COUNTED: Fraction(len(tables))})


def cases_per_mechanism(
    paths: Callable[[int], Path], epsilon: Fraction, titles: Mapping[PrivateTestName, str], more: str = ""
) -> list[FigureCase]:
    """The cases of a figure: one for each mechanism and each N at which the path has a table."""
    places = {power: path for power in POWERS if (path := paths(power)).reaches_statistic(ONE)}
    return [
        exact_case(f"{title}{more}", power, partial(measure_ten_tables, mechanism, epsilon, path))
        for mechanism, title in titles.items()
        for power, path in places.items()
    ]


def even_margin_path(power: int) -> Path:
    """The path of tables with N = 2^power, as many cases as controls, and the margin s = N/2."""
    return margin_path(2 ** (power - 1), 2 ** (power - 1), 2 ** (power - 1))


def rare_carriers_path(power: int) -> Path:
    """The path of tables with N = 2^power, as many cases as controls, and `CARRIERS` carriers, or N/2 if fewer."""
    return margin_path(2 ** (power - 1), 2 ** (power - 1), min(CARRIERS, 2 ** (power - 1)))


def few_cases_path(a: int) -> Callable[[int], Path]:
    """A function from the power to the path of tables with N = 2^power and two cases, a of whom have the variant."""
    return lambda power: cases_path(a, 2, 2**power - 2)


def limiting_error(carriers: int, goal: int) -> Real:
    """The limit of Algorithm 2's error for m1 = 2, this a and this statistic, as N grows.

    |T|^2 is 1 + (goal/tau - 1) w with w = 8 goal/(goal + 2)^2 at a = 2, and 2/(goal + 2) at a = 1; Delta_T^2 is 2/tau.
    """
    w = Fraction(8 * goal, (goal + 2) ** 2) if carriers == 2 else Fraction(2, goal + 2)

    exponent = -abs(sqrt(Real(1 + (goal / TAU - 1) * w)) - 1) * sqrt(Real(TAU / 2))
    return parse_budget(epsilon=ONE).report_power(exponent) / 2


def report_figure_remarks(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say where the mean error is at most the printed one, and which statistics no table with s = N/2 has exactly."""
    yield from report_small_errors(points)
    there = {
        goal: [
            power
            for power in POWERS
            if (goal in (found := ten_tables(even_margin_path(power))))
            and table_statistic(found[goal]) == goal
        ]
        for goal in range(1, 11)
    }
    never = ", ".join(f"{goal}" for goal, powers in there.items() if not powers)
    yield f"At none of these N has a table with s = N/2 exactly the statistic {never}."


def report_small_errors(points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say at which N the error of each curve is certainly at most 10^-4; curves with the same N share a sentence."""
    found: dict[str, list[str]] = {}
    for curve in dict.fromkeys(each.curve for each in points):
        here = [each for each in points if each.curve == curve]
        low = [f"2^{each.at}" for each in here if is_at_most(each, Fraction(BELOW))]
        found.setdefault(f"at N = {', '.join(low)}" if low else "nowhere", []).append(curve)
    said = (
        f"{where} ({'; '.join(curves)})"
        for where, curves in sorted(found.items(), key=lambda each: each[0] == "nowhere")
    )
    yield f"The error is at most {BELOW} {', and '.join(said)}."


def report_error_limits(_points: Sequence[MeasuredCase]) -> Iterator[str]:
    """Say what the errors of both algorithms tend to as N grows."""
    for a in (2, 1):
        limit = enclosed_answer(mean_number(limiting_error(a, goal) for goal in range(1, 11)), DIGITS)
        yield (
            f"As N grows, the error of Algorithm 2 with Delta_T tends to {round_to_decimal(rational_bounds(limit)[0], PLACES):f} "
            f"at a = {a}, and that of Algorithm 1 to 1/2."
        )


FIGURES = (
    Figure(
        "chi2.fig-1",
        "section 5.1.1, figure 1",
        "The error of Algorithm 1 does not change with N; that of Algorithm 2 falls, to 10^-4 at most at 2^24, 2^25.",
        "log2 N",
        "mean error",
        cases_per_mechanism(even_margin_path, TENTH, TITLES),
        [NEAREST, "The source does not give the margin s: here it is N/2, which suits Algorithm 2 most.",
         "The statistic is at most N, so that 5 to 10 are left out at N = 4, and 9 and 10 at N = 8."],
        report_figure_remarks,
        bounds=(PrintedBound(BELOW, (24, 25)),),
        logarithmic=True,
        beside=(COUNTED,),
    ),
    Figure(
        "chi2.fig-1-rare",
        "section 5.1.1 with other margins",
        "The error of Algorithm 1 does not change with N; that of Algorithm 2 falls.",
        "log2 N",
        "mean error",
        cases_per_mechanism(rare_carriers_path, TENTH, TITLES),
        [NEAREST, f"{CARRIERS} people have the variant, whatever N is; or N/2, if these are fewer."],
        lambda points: report_algorithm_1_wins(points, "log2 N"),
        logarithmic=True,
        beside=(COUNTED,),
    ),
    Figure(
        "chi2.fig-2",
        "section 5.1.2, figure 2",
        "The error of Algorithm 2 does not change with N; that of Algorithm 1 grows.",
        "log2 N",
        "mean error",
        [case for a in (2, 1) for case in cases_per_mechanism(few_cases_path(a), ONE, UNBALANCED, f", a = {a}")],
        [NEAREST, "The source does not give a. a = 0 is a = 2 with all variants flipped, and has the same errors.",
         "Statistics that no table with this a reaches are left out."],
        report_error_limits,
        beside=(COUNTED,),
        panels=(", a = 2", ", a = 1"),
    ),
    FIG_3,
    *map(rare_variants, PEOPLE),
)  # fmt: skip
"""Figures 1 to 3 are drawn without numbers; the text prints two bounds, on figures 1 and 3."""
