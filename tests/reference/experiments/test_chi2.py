"""Section 5 of the third source: its tables by brute force, errors against a direct computation, a person's table."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, isqrt, sqrt
from pathlib import Path as File

import numpy as np
import pytest

from ldproof.budget import budget
from ldproof.catalogue import answer
from ldproof.catalogue.answers import between
from ldproof.chi2.law import TITLES, Mechanism, PublicControls
from ldproof.coins import SeededCoins
from ldproof.experiments.chi2 import FIGURES, Ten, even, few_cases, levels, limits, never_there, thresholds
from ldproof.experiments.chi2_rare import Two, ahead
from ldproof.experiments.chi2_study import GROUP, VARIANTS, lower, of_table, synthetic
from ldproof.experiments.chi2_tables import TAU, Errors, mean, of_cases, of_margin, ten
from ldproof.experiments.figures import Figure, Measured, Point, reproduce
from ldproof.experiments.pictures import draw
from ldproof.rejections import Reason
from ldproof.rendering.values import brief
from tests.reference.cli.conftest import Run, conforming, run
from tests.reference.refusals import refused

__all__ = ["run"]

COINS = SeededCoins(b"")
FIG = {each.name: each for each in FIGURES}
DELTA_T, DELTA_F, M_STAR = Mechanism.ALGORITHM_2, Mechanism.ALGORITHM_1_F, Mechanism.OPTIMAL


def pearson(a: int, b: int, m1: int, m2: int) -> Fraction:
    """The statistic as Pearson's sum over the four cells of (seen - expected)^2/expected."""
    N, s = m1 + m2, a + b
    if s in {0, N}:
        return Fraction(0)
    seen = [(a, m1, s), (b, m2, s), (m1 - a, m1, N - s), (m2 - b, m2, N - s)]
    expected = [Fraction(row * column, N) for _, row, column in seen]
    return sum(
        ((cell - mean) ** 2 / mean for (cell, _, _), mean in zip(seen, expected, strict=True)), Fraction(0)
    )


def near(measured: Measured) -> float:
    low, high = between(measured.exact)
    assert high - low <= low / 10**11
    return float(low)


@pytest.mark.parametrize(("m1", "m2", "s"), [(8, 8, 8), (8, 8, 3), (16, 16, 16), (5, 11, 7), (3, 30, 12)])
def test_tables_of_a_margin(m1: int, m2: int, s: int) -> None:
    """Nearest of all tables with this margin on this side; left out exactly if it is above all of them."""
    there = [(a, s - a) for a in range(m1 + 1) if 0 <= s - a <= m2 and a * m2 >= (s - a) * m1]
    checked(ten(of_margin(m1, m2, s)), there, m1, m2)


@pytest.mark.parametrize(("a", "m1", "m2"), [(2, 2, 2), (1, 2, 14), (2, 2, 14), (3, 5, 11)])
def test_tables_with_so_many_cases(a: int, m1: int, m2: int) -> None:
    there = [(a, b) for b in range(m2 + 1) if b * m1 <= a * m2]
    checked(ten(of_cases(a, m1, m2)), there, m1, m2)


def checked(found: dict[int, PublicControls], there: list[tuple[int, int]], m1: int, m2: int) -> None:
    values = [pearson(*cells, m1, m2) for cells in there]
    assert list(found) == [goal for goal in range(1, 11) if goal <= max(values)]
    for goal, table in found.items():
        best = min((abs(each - goal), each) for each in values)
        assert (table.a, table.b) in there
        assert pearson(table.a, table.b, m1, m2) == best[1]


def test_when_a_table_has_the_statistic_exactly() -> None:
    """(a - b)^2 = k 2^(n - 2) with a - b even: never for k = 3, 5, 6, 7, 10, whatever n; here up to N = 2^25."""
    for n, k in product(range(2, 26), range(1, 11)):
        squared = k << (n - 2)
        root = isqrt(squared)
        exists = root * root == squared and root % 2 == 0 and k <= 2**n
        table = ten(even(n)).get(k)
        assert (table is not None and pearson(table.a, table.b, table.m1, table.m2) == k) is exists
        assert not (exists and k in {3, 5, 6, 7, 10})
    assert [*never_there([])][-1].endswith("the statistic 3, 5, 6, 7, 10.")


def test_the_balanced_tables_left_out() -> None:
    assert list(ten(even(2))) == [1, 2, 3, 4]
    assert list(ten(even(3))) == list(range(1, 9))
    assert all(len(ten(even(power))) == 10 for power in range(4, 26))


@pytest.mark.parametrize("power", [2, 3, 5, 12])
def test_balanced_errors(power: int) -> None:
    """In floats: at s = N/2 and m1 = m2, |T|^2 is chi2/tau; (12) and (14) are typed out here."""
    N, tau = 2**power, 3.84
    values = [float(pearson(each.a, each.b, each.m1, each.m2)) for each in ten(even(power)).values()]
    delta = sqrt(4 * (N**3 / 2 + tau * N**2 / 2) / (tau * N**4 / 4))
    one = sum(exp(-abs(x - tau) / (4 * N / (N + 2)) / 10) for x in values) / 2 / len(values)
    two = sum(exp(-abs(sqrt(x / tau) - 1) / delta / 10) for x in values) / 2 / len(values)
    for kind, expected in ((DELTA_F, one), (DELTA_T, two)):
        assert near(Ten(kind, Fraction(1, 10), even(power))(0, COINS)) == pytest.approx(expected, rel=1e-12)


def test_the_optimal_test_by_brute_force() -> None:
    """d from all tables at N = 32."""
    found, m = ten(even(5)), 16
    over = {(a, b): pearson(a, b, m, m) > TAU for a, b in product(range(m + 1), repeat=2)}

    def steps(table: PublicControls) -> int:
        mine = over[table.a, table.b]
        return min(abs(a - table.a) + abs(b - table.b) for (a, b), other in over.items() if other is not mine)

    expected = sum(exp(-(steps(each) - 1) / 10) for each in found.values()) / (1 + exp(0.1)) / len(found)
    assert near(Ten(M_STAR, Fraction(1, 10), even(5))(0, COINS)) == pytest.approx(expected, rel=1e-12)


def test_what_is_printed_of_the_largest_numbers() -> None:
    """On average, Algorithm 2 is above 10^-4 at N = 2^24, and below at 2^25."""
    errors = {n: between(Ten(DELTA_T, Fraction(1, 10), even(n))(0, COINS).exact) for n in (24, 25)}
    assert errors[24][0] > Fraction(1, 10_000) > errors[25][1]


@pytest.mark.parametrize("a", [1, 2])
def test_where_the_unbalanced_error_levels_off(a: int) -> None:
    """Close to the limit at N = 2^25; Algorithm 1 is close to 1/2."""
    path = few_cases(a)(25)
    limit = float(between(answer(mean(levels(a, goal) for goal in range(1, 11)), 12))[0])
    assert near(Ten(DELTA_T, Fraction(1), path)(0, COINS)) == pytest.approx(limit, abs=1e-6)
    assert near(Ten(Mechanism.ALGORITHM_1_Y1, Fraction(1), path)(0, COINS)) == pytest.approx(0.5, abs=1e-6)


def test_the_limit_depends_on_a() -> None:
    two, one = limits([])
    assert "0.36365 at a = 2" in two
    assert "0.43684 at a = 1" in one


def test_no_case_is_two_cases_flipped() -> None:
    for table in ten(few_cases(2)(6)).values():
        other = PublicControls(0, table.m2 - table.b, table.m1, table.m2)
        for kind in TITLES:
            if kind is not DELTA_F:
                pair = [answer(Errors(kind, budget(epsilon=1)).mean([each]), 12) for each in (table, other)]
                assert pair[0] == pair[1]


def test_the_places_of_figures_1_and_2() -> None:
    def axis(name: str, curve: str) -> list[int]:
        return [each.at for each in FIG[name].cases if each.curve == curve]

    assert {each.curve for each in FIG["chi2.fig-1"].cases} == set(TITLES.values())
    assert axis("chi2.fig-1", "M*") == axis("chi2.fig-2", "M*, a = 2") == list(range(2, 26))
    assert not any("Delta_F" in each.curve for each in FIG["chi2.fig-2"].cases)
    assert all(each.simulated is None for each in measured("chi2.fig-2", "M*, a = 1"))


def measured(name: str, curve: str) -> Iterator[Measured]:
    return (each.measure(5, COINS) for each in FIG[name].cases if each.curve == curve and each.at < 5)


def test_the_ranking_flips_for_rare_variants() -> None:
    """With 64 carriers Algorithm 1 is ahead again once sqrt(2 tau/N) is well above 4 * 64/N."""

    def flipped(power: int) -> bool:
        path = of_margin(2 ** (power - 1), 2 ** (power - 1), 64)
        one, two = (between(Ten(each, Fraction(1, 10), path)(0, COINS).exact) for each in (DELTA_F, DELTA_T))
        return one[1] < two[0]

    assert [flipped(power) for power in (8, 10, 16, 25)] == [False, False, True, True]
    assert [flip_of_400(percent) for percent in (1, 2, 3, 10, 50)] == [True, True, True, False, False]


def flip_of_400(percent: int) -> bool:
    one, two = (between(Two(each, 400, percent)(0, COINS).exact) for each in (DELTA_F, DELTA_T))
    return one[1] < two[0]


@pytest.mark.parametrize("percent", [1, 3, 50])
def test_two_tables_of_a_margin(percent: int) -> None:
    """One on each side of tau, the nearest there by brute force."""
    s = 4 * percent
    values = [pearson(a, s - a, 200, 200) for a in range(s // 2, min(s, 200) + 1)]
    found = Two(DELTA_T, 400, percent).tables()
    for side, goal, mine in (
        ("below tau", Fraction("2.7"), [each for each in values if each <= TAU]),
        ("above tau", Fraction(5), [each for each in values if each > TAU]),
    ):
        table = found[side]
        assert pearson(table.a, table.b, 200, 200) == min(mine, key=lambda each: (abs(each - goal), each))


@pytest.mark.parametrize("kind", list(Mechanism))
def test_errors_on_both_sides(kind: Mechanism) -> None:
    """The number is the mean of its two asides."""
    found = Two(kind, 400, 10)(0, COINS)
    sides = [float(between(each)[0]) for each in found.asides.values()]
    assert near(found) == pytest.approx(sum(sides) / 2, rel=1e-11)


def point(curve: str, at: int, value: str) -> Point:
    return Point(curve, at, Measured(Fraction(value), None), None)


def test_remarks() -> None:
    points = [
        point(TITLES[DELTA_F], 1, "0.1"), point(TITLES[DELTA_F], 2, "0.3"),
        point(TITLES[DELTA_T], 1, "0.2"), point(TITLES[DELTA_T], 2, "0.0001"),
    ]  # fmt: skip
    one, two = TITLES[DELTA_F], TITLES[DELTA_T]
    assert [*ahead(points, "m")] == [f"{one} has a smaller error than {two} at m = 1."]
    assert [*ahead(points[1:2] + points[3:], "m")] == [f"{one} nowhere has a smaller error than {two}."]
    assert [*thresholds(points)] == [f"The error is at most 0.0001 at N = 2^2 ({two}), and nowhere ({one})."]
    assert [*lower(points)] == [
        f"{two} has a smaller error than {one} at 10 epsilon = 2.",
        "Its error is at most 0.1 at 10 epsilon = 2.",
    ]


def test_the_synthetic_study_says_so() -> None:
    """Its frequencies, too, are those that are said: over all variants the alleles' share is as expected."""
    assert "SYNTHETIC" in FIG["chi2.fig-3"].notes[0]
    tables = synthetic()
    assert (tables.m1, tables.m2, len(tables)) == (GROUP, GROUP, VARIANTS)
    control = np.array([(1 + each % 50) / 100 for each in range(VARIANTS)])
    case = control + (np.arange(VARIANTS) % 5 == 0) / 10
    for cells, share in ((tables.a, case), (tables.b, control)):
        carries = 1 - (1 - share) ** 2
        spread = sqrt(float((GROUP * carries * (1 - carries)).sum()))
        assert abs(float(cells.sum() - GROUP * carries.sum())) < 4 * spread
        assert np.all(np.abs(cells - GROUP * carries) < 6 * np.sqrt(GROUP * carries * (1 - carries)) + 1)


ROWS = ("case,rs1,rs2", "1,2,1", "1,1,2", "1,1,0", "0,0,1", "0,0,0", "0,1,2")
CELLS = {"dominant": ((3, 1), (2, 2)), "recessive": ((1, 0), (1, 1))}


@pytest.mark.parametrize("rule", ["dominant", "recessive"])
def test_a_persons_table(run: Run, tmp_path: File, rule: str) -> None:
    """By counting: the mean over the columns of Algorithm 1's error at each epsilon."""
    path = tmp_path / "study.csv"
    path.write_text("\n".join(ROWS), encoding="utf-8")
    result = run("reproduce", "chi2.fig-3", "--table", str(path), "--rule", rule, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = conforming("reproduce", result.stdout)
    assert isinstance(found, dict)
    (figure,) = found["figures"]
    errors = {
        each["at"]: float(each["exact"]["lower"])
        for each in figure["points"]
        if each["curve"] == "Algorithm 1, Delta_F"
    }
    far = [abs(float(pearson(a, b, 3, 3)) - 3.84) / 3 for a, b in CELLS[rule]]
    assert errors == {
        tenths: pytest.approx(sum(exp(-each * tenths / 10) for each in far) / 4) for tenths in range(1, 11)
    }
    assert all(each["asides"]["epsilon of all tests"] for each in figure["points"])
    assert "3 cases, 3 controls and 2 variants" in figure["notes"][0]
    assert not any("SYNTHETIC" in each for each in figure["notes"])


def test_more_controls_than_cases() -> None:
    """Then Delta_F is left out."""
    figure: Figure = of_table(["case,x", "1,1", "0,0", "0,1"], "bits")
    assert {each.curve for each in figure.cases} == set(TITLES.values()) - {TITLES[DELTA_F]}
    found = reproduce(figure, 0, "")
    assert found.remarks[-1] == "0 of 1 variants are significant."
    assert any("left out" in each for each in figure.notes)


@pytest.mark.parametrize(
    ("lines", "rule", "reason"),
    [
        (("case,x", "1,", "0,1"), "bits", Reason.MISSING),
        (("case,x", "1,NA", "0,1"), "dominant", Reason.MISSING),
        (("case,x", "1,3", "0,1"), "dominant", Reason.OUT_OF_RANGE),
        (("case,x", "1,2", "0,1"), "bits", Reason.OUT_OF_RANGE),
        (("case,x", "2,1", "0,1"), "dominant", Reason.OUT_OF_RANGE),
        (("case,x", "1,1,1", "0,1"), "bits", Reason.WRONG_LENGTH),
        (("case,x", "1,1"), "bits", Reason.OUT_OF_RANGE),
        (("x,y", "1,1"), "bits", Reason.MISSING),
        (("case", "1", "0"), "bits", Reason.MISSING),
        (("case,x", "1,1", "0,1"), "additive", Reason.UNKNOWN_NAME),
        (("case,x", "1," + "1" * 200_000), "bits", Reason.NOT_A_LIST),
    ],
)
def test_tables_that_are_refused(lines: tuple[str, ...], rule: str, reason: Reason) -> None:
    with refused(reason):
        of_table(lines, rule)


def test_refusals_reach_the_person(run: Run, tmp_path: File) -> None:
    """With the line and the column; and what has nothing to do with tables takes none."""
    path, binary = tmp_path / "study.csv", tmp_path / "binary"
    path.write_text("case,rs1\n1,NA\n0,1\n", encoding="utf-8")
    binary.write_bytes(b"\xff\xfe\xfd")

    def said(*arguments: str) -> str:
        result = run("reproduce", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        return result.stderr

    assert "line 2 has no value in the column rs1 (missing)" in said("chi2.fig-3", "--table", str(path))
    assert f"({Reason.UNKNOWN_PARAMETER})" in said("shots.fig-2a", "--table", str(path))
    assert f"({Reason.NO_SUCH_PLACE})" in said("chi2.fig-3", "--table", str(tmp_path / "none.csv"))
    assert f"({Reason.NO_SUCH_PLACE})" in said("chi2.fig-3", "--table", str(binary))
    assert f"({Reason.MISSING})" in said("chi2.fig-3", "--rule", "dominant")


def test_numbers_of_many_sizes(tmp_path: File) -> None:
    """A table writes tiny ones with a power of ten, and a picture has a logarithmic scale."""
    assert [brief(Fraction(each)) for each in ("0.00012345", "0.000001", "1.25e-9")] == [
        "0.00012345",
        "0.0000010000",
        "1.2500E-9",
    ]
    figure = replace(FIG["chi2.fig-1"], cases=FIG["chi2.fig-1"].cases[:3], remarks=lambda _: ())
    texts = []
    for logarithmic in (True, False):
        path = tmp_path / f"{logarithmic}.svg"
        draw(reproduce(replace(figure, logarithmic=logarithmic), 0, ""), path)
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] != texts[1]
