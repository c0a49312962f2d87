"""Section 5 of the third source: its tables by brute force, errors against a direct computation, a person's table."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, isqrt, sqrt
from pathlib import Path as File

import numpy as np
import pytest

from ldproof.budget import parse_budget
from ldproof.chi2.law import TITLES, PrivateTest, PrivateTestName, PublicControls
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.experiments import chi2
from ldproof.experiments.chi2 import (
    TAU,
    cases_path,
    even_margin_path,
    few_cases_path,
    margin_path,
    margin_tables,
    mean_number,
    measure_margin,
    measure_ten_tables,
    ten_tables,
)
from ldproof.experiments.figures import Measured, MeasuredCase, reproduce_figure
from ldproof.experiments.pictures import draw_picture
from ldproof.results import enclosed_answer, format_brief, rational_bounds
from tests.oracle.by_hand import chi2_statistic
from tests.reference.cli.conftest import Run, conforming, run
from tests.reference.refusals import refused
from tests.tiers import slow

__all__ = ["run"]

COINS = SeededCoins(b"")
FIG = {each.name: each for each in chi2.FIGURES}
DELTA_T, DELTA_F, M_STAR = PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_1_F, PrivateTestName.OPTIMAL
TENTH = Fraction(1, 10)


def of(table: PublicControls) -> Fraction:
    return chi2_statistic(table.a, table.b, table.m1, table.m2)


def near(measured: Measured) -> float:
    low, high = rational_bounds(measured.exact)
    assert high - low <= low / 10**11
    return float(low)


def test_tables_are_the_nearest_of_a_margin_or_with_so_many_cases() -> None:
    """Nearest of all such tables on this side; left out exactly if the goal is above all of them."""
    margins, cases = "8 8 8, 8 8 3, 16 16 16, 5 11 7, 3 30 12", "2 2 2, 1 2 14, 2 2 14, 3 5 11"
    for path, text in ((margin_path, margins), (cases_path, cases)):
        for given in (tuple(map(int, each.split())) for each in text.split(", ")):
            fixed, m1, m2 = given if path is cases_path else (given[2], *given[:2])
            there = [
                (a, b)
                for a, b in product(range(m1 + 1), range(m2 + 1))
                if a * m2 >= b * m1 and fixed == (a if path is cases_path else a + b)
            ]
            values, found = [chi2_statistic(*each, m1, m2) for each in there], ten_tables(path(*given))
            assert list(found) == [goal for goal in range(1, 11) if goal <= max(values)]
            for goal, table in found.items():
                assert (table.a, table.b) in there
                assert of(table) == min((abs(each - goal), each) for each in values)[1]


def test_when_a_table_has_the_statistic_exactly() -> None:
    """(a - b)^2 = k 2^(n - 2) with a - b even: never for k = 3, 5, 6, 7, 10, whatever n; here up to N = 2^25."""
    for n in range(2, 26):
        found = ten_tables(even_margin_path(n))
        assert list(found) == list(range(1, min(10, 2**n) + 1))
        for k in range(1, 11):
            root = isqrt(k << (n - 2))
            exists = root * root == k << (n - 2) and root % 2 == 0 and k <= 2**n
            assert (k in found and of(found[k]) == k) is exists
            assert not (exists and k in {3, 5, 6, 7, 10})
    assert [*chi2.report_figure_remarks([])][-1].endswith("the statistic 3, 5, 6, 7, 10.")


@pytest.mark.parametrize("power", [2, 3, 5, 12])
def test_balanced_errors(power: int) -> None:
    """In floats: at s = N/2 and m1 = m2, |T|^2 is chi2/tau; (12) and (14) are typed out here."""
    N, tau = 2**power, 3.84
    values = [float(of(each)) for each in ten_tables(even_margin_path(power)).values()]
    delta = sqrt(4 * (N**3 / 2 + tau * N**2 / 2) / (tau * N**4 / 4))
    one = sum(exp(-abs(x - tau) / (4 * N / (N + 2)) / 10) for x in values) / 2 / len(values)
    two = sum(exp(-abs(sqrt(x / tau) - 1) / delta / 10) for x in values) / 2 / len(values)
    for kind, expected in ((DELTA_F, one), (DELTA_T, two)):
        assert near(measure_ten_tables(kind, TENTH, even_margin_path(power))) == pytest.approx(
            expected, rel=1e-12
        )


def test_the_optimal_test_by_brute_force() -> None:
    """d from all tables at N = 32."""
    found, m = ten_tables(even_margin_path(5)), 16
    over = {(a, b): chi2_statistic(a, b, m, m) > TAU for a, b in product(range(m + 1), repeat=2)}

    def steps(table: PublicControls) -> int:
        mine = over[table.a, table.b]
        return min(abs(a - table.a) + abs(b - table.b) for (a, b), other in over.items() if other is not mine)

    expected = sum(exp(-(steps(each) - 1) / 10) for each in found.values()) / (1 + exp(0.1)) / len(found)
    assert near(measure_ten_tables(M_STAR, TENTH, even_margin_path(5))) == pytest.approx(expected, rel=1e-12)


def test_where_errors_level_off_or_vanish() -> None:
    """On average, Algorithm 2 is above 10^-4 at N = 2^24, and below at 2^25.

    Unbalanced it is close to the limit there, and Algorithm 1 is close to 1/2.
    """
    errors = {
        n: rational_bounds(measure_ten_tables(DELTA_T, TENTH, even_margin_path(n)).exact) for n in (24, 25)
    }
    assert errors[24][0] > Fraction(1, 10_000) > errors[25][1]
    for a in (1, 2):
        limit = float(
            rational_bounds(
                enclosed_answer(mean_number(chi2.limiting_error(a, goal) for goal in range(1, 11)), 12)
            )[0]
        )
        for kind, expected in ((DELTA_T, limit), (PrivateTestName.ALGORITHM_1_Y1, 0.5)):
            found = near(measure_ten_tables(kind, Fraction(1), few_cases_path(a)(25)))
            assert found == pytest.approx(expected, abs=1e-6)
    two, one = chi2.report_error_limits([])
    assert "0.36365 at a = 2" in two
    assert "0.43684 at a = 1" in one


def test_no_case_is_two_cases_flipped() -> None:
    for table in ten_tables(few_cases_path(2)(6)).values():
        other = PublicControls(0, table.m2 - table.b, table.m1, table.m2)
        for kind in set(TITLES) - {DELTA_F}:
            test = PrivateTest(kind, TAU, parse_budget(epsilon=1))
            one, two = (enclosed_answer(test.flip(each), 12) for each in (table, other))
            assert one == two


def test_the_places_of_figures_1_and_2() -> None:
    def axis(name: str, curve: str) -> list[int]:
        return [each.at for each in FIG[name].cases if each.curve == curve]

    assert {each.curve for each in FIG["chi2.fig-1"].cases} == set(TITLES.values())
    assert axis("chi2.fig-1", "M*") == axis("chi2.fig-2", "M*, a = 2") == list(range(2, 26))
    assert not any("Delta_F" in each.curve for each in FIG["chi2.fig-2"].cases)
    for each in FIG["chi2.fig-2"].cases:
        if each.curve == "M*, a = 1" and each.at < 5:
            assert each.measure(5, COINS).simulated is None


def test_the_ranking_flips_for_rare_variants() -> None:
    """With 64 carriers Algorithm 1 is ahead again once sqrt(2 tau/N) is well above 4 * 64/N."""

    def flipped(one: Measured, two: Measured) -> bool:
        return rational_bounds(one.exact)[1] < rational_bounds(two.exact)[0]

    paths = [margin_path(2 ** (power - 1), 2 ** (power - 1), 64) for power in (8, 10, 16, 25)]
    of_64 = [
        flipped(*(measure_ten_tables(each, TENTH, path) for each in (DELTA_F, DELTA_T))) for path in paths
    ]
    assert of_64 == [False, False, True, True]
    percents = (1, 2, 3, 10, 50)
    of_400 = [
        flipped(*(measure_margin(each, 400, percent) for each in (DELTA_F, DELTA_T))) for percent in percents
    ]
    assert of_400 == [True, True, True, False, False]


@pytest.mark.parametrize("percent", [1, 3, 50])
def test_tables_around_a_statistic(percent: int) -> None:
    """On each side of tau neighbours whose weighted statistic is the goal, or the last one if none is beyond it."""
    s = 4 * percent
    values = [chi2_statistic(a, s - a, 200, 200) for a in range(s // 2, min(s, 200) + 1)]
    found = margin_tables(400, percent)
    for side, goal, mine in (
        ("below tau", Fraction("2.7"), [each for each in values if each <= TAU]),
        ("above tau", Fraction(5), [each for each in values if each > TAU]),
    ):
        weights, statistics = zip(*[(weight, of(table)) for weight, table in found[side]], strict=True)
        mean = sum(weight * value for weight, value in zip(weights, statistics, strict=True))
        assert sum(weights) == 1
        assert mean == min(max(goal, min(mine)), max(mine))
        places = [mine.index(each) for each in statistics]
        assert places == [*range(places[0], places[0] + len(places))]


@pytest.mark.parametrize("kind", list(PrivateTestName))
def test_an_error_is_the_mean_of_those_on_both_sides(kind: PrivateTestName) -> None:
    found = measure_margin(kind, 400, 10)
    sides = [float(rational_bounds(each)[0]) for each in found.asides.values()]
    assert near(found) == pytest.approx(sum(sides) / 2, rel=1e-11)


def test_remarks() -> None:
    one, two = TITLES[DELTA_F], TITLES[DELTA_T]
    points = [
        MeasuredCase(curve, at, Measured(Fraction(value), None), None)
        for curve, at, value in ((one, 1, "0.1"), (one, 2, "0.3"), (two, 1, "0.2"), (two, 2, "0.0001"))
    ]
    assert [*chi2.report_algorithm_1_wins(points, "m")] == [f"{one} has a smaller error than {two} at m = 1."]
    nowhere = f"{one} nowhere has a smaller error than {two}."
    assert [*chi2.report_algorithm_1_wins(points[1:2] + points[3:], "m")] == [nowhere]
    at_most = f"The error is at most 0.0001 at N = 2^2 ({two}), and nowhere ({one})."
    assert [*chi2.report_small_errors(points)] == [at_most]
    assert [*chi2.report_algorithm_2_wins(points)] == [
        f"{two} has a smaller error than {one} at 10 epsilon = 2.",
        "Its error is at most 0.1 at 10 epsilon = 2.",
    ]


def test_the_synthetic_study_is_called_synthetic() -> None:
    """Its frequencies, too, are those that are said: over all variants the alleles' share is as expected."""
    assert "SYNTHETIC" in FIG["chi2.fig-3"].notes[0]
    assert [each.name for each in chi2.FIGURES if each.data == "SYNTHETIC DATA"] == ["chi2.fig-3"]
    tables, m, variants = chi2.synthetic_tables(), chi2.GROUP, chi2.VARIANTS
    assert (tables.m1, tables.m2, len(tables)) == (m, m, variants)
    control = np.array([(1 + each % 50) / 100 for each in range(variants)])
    case = control + (np.arange(variants) % 5 == 0) / 10
    for cells, share in ((tables.a, case), (tables.b, control)):
        carries = 1 - (1 - share) ** 2
        spread = m * carries * (1 - carries)
        assert abs(float(cells.sum() - m * carries.sum())) < 4 * sqrt(float(spread.sum()))
        assert np.all(np.abs(cells - m * carries) < 6 * np.sqrt(spread) + 1)


CELLS = {"dominant": ((3, 1), (2, 2)), "recessive": ((1, 0), (1, 1))}


@pytest.mark.parametrize("rule", ["dominant", "recessive"])
def test_a_persons_table(run: Run, tmp_path: File, rule: str) -> None:
    """By counting: the mean over the columns of Algorithm 1's error at each epsilon."""
    path = tmp_path / "study.csv"
    path.write_text("case,rs1,rs2\n1,2,1\n1,1,2\n1,1,0\n0,0,1\n0,0,0\n0,1,2", encoding="utf-8")
    result = run("reproduce", "chi2.fig-3", "--table", str(path), "--rule", rule, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = conforming("reproduce", result.stdout)
    assert isinstance(found, dict)
    (figure,) = found["figures"]
    points = [each for each in figure["points"] if each["curve"] == "Algorithm 1, Delta_F"]
    far = [abs(float(chi2_statistic(a, b, 3, 3)) - 3.84) / 3 for a, b in CELLS[rule]]
    assert {each["at"]: float(each["exact"]["lower"]) for each in points} == {
        tenths: pytest.approx(sum(exp(-each * tenths / 10) for each in far) / 4) for tenths in range(1, 11)
    }
    assert all(each["asides"]["epsilon of all tests"] for each in figure["points"])
    assert "3 cases, 3 controls and 2 variants" in figure["notes"][0]
    assert not any("SYNTHETIC" in each for each in figure["notes"])


def test_more_controls_than_cases() -> None:
    """Then Delta_F is left out."""
    figure = chi2.figure_of_table(["case,x", "1,1", "0,0", "0,1"], "bits")
    assert {each.curve for each in figure.cases} == set(TITLES.values()) - {TITLES[DELTA_F]}
    assert reproduce_figure(figure, 0, "").remarks[-1] == "0 of 1 variants are significant."
    assert any("left out" in each for each in figure.notes)


@pytest.mark.parametrize(
    ("lines", "rule", "reason"),
    [
        ("case,x 1, 0,1", "bits", Reason.MISSING),
        ("case,x 1,NA 0,1", "dominant", Reason.MISSING),
        ("case,x 1,3 0,1", "dominant", Reason.OUT_OF_RANGE),
        ("case,x 1,2 0,1", "bits", Reason.OUT_OF_RANGE),
        ("case,x 2,1 0,1", "dominant", Reason.OUT_OF_RANGE),
        ("case,x 1,1,1 0,1", "bits", Reason.WRONG_LENGTH),
        ("case,x 1,1", "bits", Reason.OUT_OF_RANGE),
        ("x,y 1,1", "bits", Reason.MISSING),
        ("case 1 0", "bits", Reason.MISSING),
        ("case,x 1,1 0,1", "additive", Reason.UNKNOWN_NAME),
        ("case,x 1," + "1" * 200_000, "bits", Reason.NOT_A_LIST),
    ],
    ids=lambda each: each[:20],
)
def test_tables_that_are_refused(lines: str, rule: str, reason: Reason) -> None:
    with refused(reason):
        chi2.figure_of_table(lines.split(), rule)


def test_refusals_reach_the_person(run: Run, tmp_path: File) -> None:
    """With the line and the column; and what has nothing to do with tables takes none."""
    path, binary, none = (tmp_path / name for name in ("study.csv", "binary", "none.csv"))
    path.write_text("case,rs1\n1,NA\n0,1\n", encoding="utf-8")
    binary.write_bytes(b"\xff\xfe\xfd")
    for arguments, said in (
        (("chi2.fig-3", "--table", path), "line 2 has no value in the column rs1 (missing)"),
        (("shots.fig-2a", "--table", path), f"({Reason.UNKNOWN_PARAMETER})"),
        (("chi2.fig-3", "--table", none), f"({Reason.NO_SUCH_PLACE})"),
        (("chi2.fig-3", "--table", binary), f"({Reason.NO_SUCH_PLACE})"),
        (("chi2.fig-3", "--rule", "dominant"), f"({Reason.MISSING})"),
    ):
        result = run("reproduce", *map(str, arguments))
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr


@slow
def test_numbers_of_many_sizes(tmp_path: File) -> None:
    """A table writes tiny ones with a power of ten, and a picture has a logarithmic scale."""
    written = [format_brief(Fraction(each)) for each in ("0.00012345", "0.000001", "1.25e-9")]
    assert written == ["0.00012345", "0.0000010000", "1.2500E-9"]
    figure = replace(FIG["chi2.fig-1"], cases=FIG["chi2.fig-1"].cases[:3], remarks=lambda _: ())
    texts = set()
    for logarithmic in (True, False):
        draw_picture(
            [reproduce_figure(replace(figure, logarithmic=logarithmic), 0, "")], tmp_path / "one.svg"
        )
        texts.add((tmp_path / "one.svg").read_text(encoding="utf-8"))
    assert len(texts) == 2
