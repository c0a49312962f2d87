"""Plans for sketches agree with a search by other code."""

import re
from fractions import Fraction
from itertools import product
from math import exp, log, log2, sqrt

import pytest

from ldproof.errors import Reason, Refused
from ldproof.planning.plan import make_plan
from ldproof.planning.sketches import SketchPlan, built_in_profile, format_error_bound
from ldproof.sketch.plan import FIRST_PLACE, TAKES_RATES
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow, some

EVERY = ("all_rows", "unary_all_rows")
"""A report is about every row."""


def sketch_plan(**given: object) -> SketchPlan:
    found = make_plan("sketch", **given)
    assert isinstance(found, SketchPlan)
    return found


def support_rates(mechanism: str, w: int, epsilon: float) -> tuple[float, float, bool]:
    """Return the mean support of any other column and of one's own, and whether a report is a sign."""
    E = exp(epsilon)
    match mechanism:
        case "cms" | "all_rows" | "per_user":
            return 1 / (1 + sqrt(E)), sqrt(E) / (1 + sqrt(E)), False
        case "oue":
            return 1 / (1 + E), 0.5, False
        case "optimal" | "unary" | "unary_all_rows":
            t = sqrt((w - 1 + E) / (E * ((w - 1) * E + 1)))
            return t / (1 + t), E * t / (1 + E * t), False
        case "kary" | "local_hash":
            return 1 / (E + w - 1), E / (E + w - 1), False
        case "hcms":
            return 0.0, (E - 1) / (E + 1), True
        case _:
            return -(E - 1) / (E + 1) / (w - 1), (E - 1) / (E + 1), True


def mean_squared_error(
    mechanism: str,
    w: int,
    d: int,
    epsilon: float,
    counts: list[int],
    rates: tuple[float, float] | None = None,
) -> float:
    """Return the ledger's variance, computed item by item; with the best p and q, or with `rates`."""
    if mechanism == "count_sketch":  # its variance is that of hcms_plus with a column more than it has
        mechanism, w = "hcms_plus", w // 2 + 1
    low, high, sign = support_rates(mechanism, w, epsilon / d if mechanism in EVERY else epsilon)
    low, high = rates or (low, high)
    N = sum(counts)
    total = 0.0
    for f in counts:
        S = sum(count**2 for count in counts) - f**2
        mu = low + (high - low) / w
        own, other = (1 - high**2, 1 - low**2) if sign else (high * (1 - high), low * (1 - low))
        elsewhere = own / w + (1 - 1 / w) * other
        noise = (w / (w - 1)) ** 2 * (f * own + (N - f) * elsewhere) / (high - low) ** 2
        assert mu <= high
        if mechanism in EVERY:
            total += noise / d + S / (w - 1) / d
        elif mechanism in ("per_user", "local_hash"):
            total += noise + (N - f) / (w - 1)
        else:
            total += noise + (N - f) / (w - 1) + (S - (N - f)) / (d * (w - 1))
    return total / len(counts)


def report_bits(mechanism: str, w: int, d: int) -> float:
    signs = {"hcms": log2(w) + 1, "hcms_plus": (w - 2).bit_length() + 1, "count_sketch": log2(w)}
    row = (signs | {"kary": log2(w)}).get(mechanism, w)
    return d * w if mechanism in EVERY else int(-(-row // 1)) + (d - 1).bit_length()


def has_few_cells(w: int, d: int) -> bool:
    """Whether a table has at most 2^22 cells, w and d rounded up to powers of two."""
    return (w - 1).bit_length() + (d - 1).bit_length() <= 22


ROUNDING = dict.fromkeys(TAKES_RATES, 2e-5)
"""How much larger the error may be as p and q are rounded to 20 bits."""

COUNTS = [[60, 30, 10], [5, 5, 5, 5, 5, 5, 0, 0], [1000, 1, 1]]

ROW_NUMBERS = [*(2**k for k in range(20)), 10**6]
"""The most rows that a number of bits tells apart, up to the most that a sketch can have."""

MANY = [6 * 10**8, 3 * 10**8, 10**8]
"""The errors of so many people fall far beyond 4096 columns and 1024 rows."""


@pytest.mark.parametrize(
    ("counts", "asked"),
    [
        *product(some(COUNTS), some([(2, 8), (1, 11), (2, 64)])),
        (MANY, (4, 32)),
        *some([([999, 1], (4, 40)), (MANY, (10, 24))], 1),
    ],
)
def test_no_other_sketch_has_a_smaller_error(counts: list[int], asked: tuple[int, int]) -> None:
    """For each mechanism, all widths and, if all rows are reported, all numbers of rows are tried, up to 2^22 cells."""
    epsilon, most = asked
    found = sketch_plan(counts=counts, epsilon=epsilon, bits=most)
    errors: dict[str, dict[tuple[int, int], float]] = {}
    for mechanism in ("cms", "unary", "oue", "optimal", "hcms", "hcms_plus", "count_sketch", "kary", *EVERY):
        powers = [2**k for k in range(1, 21)]
        widths = {"kary": [*range(2, 400), *powers], **dict.fromkeys(FIRST_PLACE, powers)}
        errors[mechanism] = {
            (w, d): mean_squared_error(mechanism, w, d, epsilon, counts)
            for w in widths.get(mechanism, range(2, most + 1))
            for d in (range(1, most) if mechanism in EVERY else ROW_NUMBERS)
            if report_bits(mechanism, w, d) <= most and (mechanism in EVERY or has_few_cells(w, d))
        }
    for row in found.rows:
        if row.d is not None:
            assert has_few_cells(row.w, row.d), "whoever collects its reports has to keep all cells"
            rounding = ROUNDING.get(row.mechanism, 1e-9)
            assert row.report_bits == report_bits(row.mechanism, row.w, row.d)
            mine = errors[row.mechanism][row.w, row.d]
            assert float(row.mean_squared_error) == pytest.approx(mine, rel=rounding)
            assert mine <= min(errors[row.mechanism].values()) * (1 + rounding)
            if row.mechanism in TAKES_RATES:
                p, q = (float(Fraction(row.parameters[name])) for name in "pq")
                same = mean_squared_error(row.mechanism, row.w, row.d, epsilon, counts, (p, q))
                assert float(row.mean_squared_error) == pytest.approx(same, rel=1e-9)
    least = min(min(each.values()) for each in errors.values())
    assert float(found.chosen.mean_squared_error) <= least * (1 + 1e-9)


def own_hash_bits(mechanism: str, w: int) -> int:
    """Return the bits of a report with its own hash: quadratic for powers of two, and otherwise polynomial."""
    return 3 * (61 if w & (w - 1) else 64) + (w if mechanism == "per_user" else (w - 1).bit_length())


@pytest.mark.parametrize("mechanism", ["per_user", "local_hash"])
@pytest.mark.parametrize("most", some([188, 186, 187, 191, 196, 200]))
def test_plan_with_a_hash_for_each_person(mechanism: str, most: int) -> None:
    """All widths are tried."""
    widths = [w for w in range(2, 200) if own_hash_bits(mechanism, w) <= most]
    asked = {"counts": [60, 30, 10], "epsilon": 4, "bits": most, "mechanism": mechanism}
    (found,) = sketch_plan(**asked).rows
    assert found.d is None
    least = min(mean_squared_error(mechanism, w, 1, 4, [60, 30, 10]) for w in widths)
    assert float(found.mean_squared_error) == pytest.approx(least, rel=1e-9)
    assert found.report_bits == own_hash_bits(mechanism, found.w) <= most


@slow
def test_bound_on_all_items_is_between_variance_and_hoeffding() -> None:
    """It is between the half-width by the exact variance and the earlier bound by Hoeffding's inequality."""
    counts = [6000, 3000, 1000]
    found = sketch_plan(counts=counts, epsilon=2, bits=20, beta="1/10")
    L = log(2 * 3 / 0.1)
    for row in found.rows:
        if row.mechanism in {"cms", "oue", "optimal", "kary"}:
            assert row.d is not None
            low, high, _ = support_rates(row.mechanism, row.w, 2)
            before = sqrt(10000 * (L + log(2)) / 2) / (high - low) + 9000 * sqrt((L + log(2)) / (2 * row.d))
            noise = 10000 * low * (1 - low) / (high - low) ** 2
            assert sqrt(2 * L * noise) < float(row.error_bound) < 0.8 * row.w / (row.w - 1) * before
    assert all(float(found.least_alpha.error_bound) <= float(row.error_bound) for row in found.rows)


@slow
def test_error_decreases_with_the_number_of_bits() -> None:
    most = 100 if run_everything() else 20
    found = sketch_plan(N=1000, items=20, epsilon=2, bits=most)
    errors = [float(best.mean_squared_error) for _, best in found.trade_off]
    assert errors == sorted(errors, reverse=True)
    assert all(best.report_bits <= limit for limit, best in found.trade_off)
    assert found.trade_off[-1] == (most, found.chosen)
    assert [name for name, _ in found.refused] == ["per_user", "local_hash"]
    assert found.decides.startswith(f"{found.chosen.name}: a report of {found.chosen.report_bits} bits")


@pytest.mark.parametrize(
    "mechanism", some(["kary", "cms", "unary", "oue", "optimal", "hcms", "hcms_plus", "count_sketch"])
)
def test_what_somebody_has_is_computed_alone(mechanism: str) -> None:
    """With w and d there is one table; without d the best is one of them."""
    (only,) = sketch_plan(counts=COUNTS[0], epsilon=2, mechanism=f"sketch.{mechanism}", w=8, d=3).rows
    assert (only.mechanism, only.w, only.d) == (mechanism, 8, 3)
    mine = mean_squared_error(mechanism, 8, 3, 2, COUNTS[0])
    assert float(only.mean_squared_error) == pytest.approx(mine, rel=1e-5)
    (best,) = sketch_plan(counts=COUNTS[0], epsilon=2, mechanism=mechanism, w=8).rows
    least = min(mean_squared_error(mechanism, 8, d, 2, COUNTS[0]) for d in ROW_NUMBERS)
    assert float(best.mean_squared_error) == pytest.approx(least, rel=1e-5)


def test_every_mechanism_that_has_such_a_table_is_compared() -> None:
    """A hash for each person knows no d, and a Hadamard matrix no width of 6."""
    found = sketch_plan(counts=COUNTS[0], epsilon=2, w=6, d=2)
    assert {row.mechanism for row in found.rows} == {"cms", "unary", "oue", "optimal", "kary", *EVERY}
    assert all((row.w, row.d) == (6, 2) for row in found.rows)
    assert {name for name, _ in found.refused} == {*FIRST_PLACE, "per_user", "local_hash"}
    assert "sketch.all_rows w=6 d=2 epsilon=2" in {row.as_command for row in found.rows}


@pytest.mark.parametrize("mechanism", some(["cms", "kary"]))
def test_fewest_bits_that_reach_an_error(mechanism: str) -> None:
    """With fewer bits every bound is larger, and the chosen table is the one that reaches alpha."""
    asked = {"counts": [600, 300, 100], "epsilon": 4, "mechanism": mechanism}
    found = sketch_plan(**asked, alpha=200)
    assert found.chosen is found.least_alpha
    assert found.chosen.error_bound <= 200
    bounds = {
        bits: sketch_plan(**asked, bits=bits).least_alpha.error_bound
        for bits in range(found.chosen.report_bits - 4, found.chosen.report_bits)
    }
    assert all(each > 200 for each in bounds.values())
    assert "at most 200 people" in found.decides


def error_bound(mechanism: str, w: int, d: int | None) -> float:
    """Return the bound on all errors of one table, which is computed alone."""
    rows = {} if d is None else {"d": d}
    found = sketch_plan(counts=MANY, epsilon=4, mechanism=mechanism, w=w, **rows)
    return float(found.least_alpha.error_bound)


@pytest.mark.parametrize(
    ("mechanism", "alpha", "most"),
    some(
        [
            (mechanism, alpha, most)
            for alpha, most in ((2000000, 25), (10000000, 20))
            for mechanism in ("hcms_plus", "kary", "count_sketch")
        ],
        2,
    ),
)
def test_no_table_of_fewer_bits_reaches_an_error(mechanism: str, alpha: int, most: int) -> None:
    """All numbers of rows and many widths that cost a bit less are computed one by one."""
    found = sketch_plan(counts=MANY, epsilon=4, mechanism=mechanism, alpha=alpha).chosen
    assert found.d is not None
    assert found.report_bits <= most
    assert error_bound(mechanism, found.w, found.d) <= alpha
    thirds = [3 * 2**k for k in range(19)] if mechanism == "kary" else []
    bounds = [
        error_bound(mechanism, w, d)
        for w in [*(2**k for k in range(1, 21)), *thirds]
        for d in ROW_NUMBERS
        if report_bits(mechanism, w, d) in range(found.report_bits - 2, found.report_bits)
    ]
    assert len(bounds) > 20
    assert min(bounds) > alpha


def test_fewest_bits_with_a_hash_for_each_person() -> None:
    """Its width is no power of two, whose hashes cost nine bits more."""
    found = sketch_plan(counts=MANY, epsilon=4, mechanism="local_hash", alpha=45000).chosen
    reaching = [
        own_hash_bits("local_hash", w) for w in range(2, 64) if error_bound("local_hash", w, None) <= 45000
    ]
    assert found.report_bits == min(reaching)
    assert found.error_bound <= 45000


def test_superlatives_say_which_tables_are_compared() -> None:
    """Of each number that is not given the largest is said."""
    cells = " (up to 4194304 cells, if w and d are rounded up to powers of two)"
    rows = "d up to 1000000 (256 where a report is about all rows)"
    every = f"among tables of w up to 1048576 and {rows}{cells}"
    assert every in sketch_plan(counts=[9, 1], epsilon=2, bits=4).decides
    assert f"the fewest {every} with which" in sketch_plan(counts=[60, 30, 10], epsilon=4, alpha=60).decides
    kary = {"counts": [60, 30, 10], "epsilon": 4, "mechanism": "kary"}
    assert f"among tables of d up to 1000000{cells}" in sketch_plan(**kary, alpha=60, w=8).decides
    assert f"among tables of w up to 1048576{cells}" in sketch_plan(**kary, alpha=60, d=8).decides
    for asked in ({}, {"alpha": 60}):
        given = "as given; nothing else is compared"
        assert given in sketch_plan(**kary, **asked, w=8, d=8).decides
        own = sketch_plan(counts=[60, 30, 10], epsilon=4, mechanism="local_hash", **asked, w=8)
        assert given in own.decides, "which has no d"
    bits = sketch_plan(counts=[60, 30, 10], epsilon=4, mechanism="unary_all_rows", w=8, d=2)
    assert "as given, with p and q by the budget; nothing else" in bits.decides
    with pytest.raises(Refused, match="among tables of w up to 1048576 and d up to 1000000"):
        sketch_plan(**kary, alpha=1)


def test_refusal_names_the_least_bound_only_if_it_says_something() -> None:
    for epsilon, what, accepted in (
        (4, "w and d are rounded up to powers of two)", r"\d+(\.\d+)? people or more"),
        ("1/10", "; no bound is below N = 3", "more bits or a larger budget"),
    ):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            sketch_plan(counts=[2, 1], epsilon=epsilon, mechanism="kary", alpha=1, bits=16)
        assert "with mechanism=kary has a bound" in refusal.value.what
        assert refusal.value.what.endswith(what)
        assert re.fullmatch(accepted, refusal.value.accepted)


def test_small_budgets_get_rates_that_differ() -> None:
    """The errors of all mechanisms grow as 1/epsilon^2, also where p and q differ in the tenth digit alone."""
    for mechanism in TAKES_RATES:
        small, smaller = (
            sketch_plan(counts=[9, 1], epsilon=epsilon, mechanism=mechanism, w=8, d=2)
            for epsilon in ("1e-9", "1e-10")
        )
        ratio = smaller.rows[0].mean_squared_error / small.rows[0].mean_squared_error
        assert float(ratio) == pytest.approx(100, rel=0.01)


def test_bound_that_says_nothing_is_not_printed() -> None:
    """Of a hundred people no error of interest is above a hundred."""
    found = sketch_plan(counts=[60, 30, 10], epsilon="1/10", bits=4, mechanism="kary")
    assert float(found.least_alpha.error_bound) > 100
    assert "is below N = 100, so that none says anything" in found.decides
    assert {format_error_bound(row) for row in found.rows} == {"none below N = 100"}
    sure = sketch_plan(counts=[600, 300, 100], epsilon=4, bits=8, mechanism="kary")
    assert format_error_bound(sure.least_alpha) in sure.decides


def test_profile_counts_everybody() -> None:
    assert built_in_profile(10, 3, "zipf").counts == (5, 3, 2)
    for shape, (N, items) in product(("zipf", "uniform"), [(1, 1), (10, 3), (1000, 7), (3, 10)]):
        profile = built_in_profile(N, items, shape)
        counts = [*profile.counts]
        assert (profile.N, len(counts), counts) == (N, items, sorted(counts, reverse=True))
