"""Inputs that the sketches refuse, each for its reason."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.coins import SeededCoins
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import law_of
from ldproof.numbers import Real
from ldproof.registry import make_mechanism
from ldproof.rows import MOST_LISTED, check_listable, parse_numbers
from ldproof.sketch import classic, error, formulas, mechanism, variance
from ldproof.sketch import collector as ranges
from ldproof.sketch.channels import Hadamard, Kary
from ldproof.sketch.collector import (
    ESTIMATES,
    empty_collector,
    simulate_collector,
    simulate_reports,
)
from ldproof.sketch.fields import MANY, BinaryField, item_point, item_points
from ldproof.sketch.hashing import Affine, Quadratic, Textbook, hash_family, triple_collision
from ldproof.sketch.mechanism import (
    MECHANISMS,
    InputColumns,
    Reports,
    reporting_mechanism,
)
from ldproof.sketch.plan import Rows, draw_plan
from ldproof.sketch.variance import report_model
from tests.reference.refusals import refused
from tests.reference.sketch.small import BITS, HALF, KINDS, NINE, TWO, P, Q, all_keys, planned

COINS, WORDS, NINE_FOR_TWO = SeededCoins(b""), 1 << 64, Budget(1, "odds", Fraction(81))
SHARED, OWN = planned(*KINDS[0], all_keys(KINDS[0][1])[:2]), planned(*KINDS[4], ())
ALL = planned(Rows.ALL, Affine(2, 3), BITS, ((1, 0), (2, 1)))
KARY, ESTIMATE, OWN_ESTIMATE = (
    ESTIMATES["kary"],
    ESTIMATES["kary"](4, 2, odds=3),
    ESTIMATES["per_user"](4, odds=9),
)
SAID, ALL_SAID = (partial(MECHANISMS[word](4, 2, odds=4).likelihood, (0, 1)) for word in ("kary", "all_rows"))
ASKED = {word: MECHANISMS[word](2, 2, odds=3).outputs for word in ("cms", "kary", "hcms_plus", "all_rows")}
HEARD = simulate_collector(draw_plan("cms", 4, 2, COINS, odds=3), (1, 2), np.array([0]), COINS)


def given(text: str) -> dict[str, str]:
    """Parameters, as in `w=4 d=2`."""
    return dict(each.split("=") for each in text.split())


def asked(word: str, text: str) -> object:
    return ASKED[word].read(text)


def named(word: str, parameters: str) -> object:
    return make_mechanism(f"sketch.{word}", given(parameters))


def planned_with(word: str, w: int, d: int, noise: str) -> object:
    return draw_plan(word, w, d, COINS, **given(noise))


def of_population(drawn: Callable[..., object], candidates: tuple[int, ...], held: object) -> object:
    return drawn(SHARED, candidates, np.array(held), COINS)


def of_ranges(*range_or_value: int) -> object:
    plans = [draw_plan("kary", 4, 2, COINS, odds=3) for _ in range(3)]
    if len(range_or_value) == 1:
        return ranges.level_report(plans, *range_or_value, COINS)
    return ranges.people_in_range([empty_collector(each) for each in plans], *range_or_value)


def reported(estimate: Callable[..., object], reports: list[object], columns: list[object]) -> object:
    return estimate({"reports": reports, "columns": columns})


def outputs_of(word: str, w: int, d: int) -> object:
    return iter(reporting_mechanism(word, w, d, odds=3).outputs)


def private_rates(p: str, q: str) -> object:
    return formulas.private_rates(Real(Fraction(p)), Real(Fraction(q)), 3)


def bounded(alpha: Callable[..., object], word: str, N: int, f: int, d: int | None, S: int | None) -> object:
    return alpha(word, N, f, 4, HALF, d, NINE, S=S)


def interval(delta: object) -> object:
    return error.confidence_intervals(HEARD.hits((1, 2)), delta)


Case = tuple[Callable[..., object], Reason, Sequence[object]]


def case(ask: Callable[..., object], reason: Reason, *cases: object) -> Case:
    """A row of the table; a case is a tuple of arguments, or the only one."""
    return ask, reason, cases


REFUSED = [
    # hashes and items
    case(hash_family, Reason.UNKNOWN_NAME, ("tabulation", 4, None)),
    case(hash_family, Reason.MISSING, ("affine", 4, None)),
    case(hash_family, Reason.OUT_OF_RANGE, ("affine", 4, 9), ("textbook", 4, 1)),
    case(hash_family, Reason.OUT_OF_RANGE, ("quadratic", 6, None), ("ideal", 1, None)),
    case(hash_family, Reason.UNKNOWN_PARAMETER, ("quadratic", 4, 7)),
    case(hash_family, Reason.NOT_EXACT, ("ideal", 4.0, None)),
    case(hash_family, Reason.TOO_LARGE, ("affine", 4, 1 << 64)),
    case(Quadratic, Reason.OUT_OF_RANGE, (16, BinaryField(3, 0b11))),
    case(triple_collision, Reason.OUT_OF_RANGE, Affine(2, 5), Textbook(2, 5)),
    case(formulas.collision, Reason.MISSING, (10, "affine")),
    case(
        item_point, Reason.OUT_OF_RANGE, (7, 7), (-1, WORDS), (WORDS, WORDS), ("abc", MANY - 1), (b"abc", 7)
    ),
    case(item_point, Reason.NOT_AN_ITEM, (True, 7), (None, WORDS), (0.5, WORDS), ("\ud800", WORDS)),
    case(
        item_points,
        Reason.REPEATED,
        *((["abc", 3, "a", again], WORDS) for again in ("abc", item_point("a", WORDS))),
    ),
    # channels, laws and plans
    case(Hadamard, Reason.OUT_OF_RANGE, (6, 0, TWO)),
    case(Hadamard(4, 1, TWO).check_content, Reason.NOT_A_REPORT, ((0, 0),)),
    case(formulas.row_epsilon, Reason.OUT_OF_RANGE, (HALF, HALF)),
    case(formulas.bit_epsilon, Reason.OUT_OF_RANGE, (HALF, HALF)),
    case(private_rates, Reason.OUT_OF_RANGE, ("1/3", "2/5"), ("99/100", "999/1000"), ("1/1000", "1/100")),
    case(planned_with, Reason.UNKNOWN_NAME, ("rappor", 8, 2, "odds=3")),
    case(planned_with, Reason.OUT_OF_RANGE, ("cms", 8, 0, "odds=3")),
    case(planned_with, Reason.OUT_OF_RANGE, ("unary", 8, 2, "p=3/4 q=1/4")),
    case(planned_with, Reason.BUDGET_NOT_UNIQUE, ("cms", 8, 2, ""), ("cms", 8, 2, "odds=3 epsilon=1")),
    case(planned_with, Reason.MISSING, ("unary", 8, 2, "p=1/4"), ("unary", 8, 2, "p=1/4 q=3/4 odds=9")),
    case(planned_with, Reason.MISSING, ("unary", 8, 2, "epsilon=1"), ("cms", 8, None, "odds=3")),
    case(planned_with, Reason.UNKNOWN_PARAMETER, ("cms", 8, 2, "p=1/4 q=3/4")),
    case(mechanism.randomize_item, Reason.OUT_OF_RANGE, (ALL, 3, COINS)),
    # mechanisms by name
    case(asked, Reason.OUT_OF_RANGE, ("cms", "0,1"), ("cms", "2:0,1")),
    case(asked, Reason.WRONG_LENGTH, ("cms", "0:0,1;0,1"), ("cms", "0:0,1,1"), ("all_rows", "0,1")),
    case(asked, Reason.NOT_A_REPORT, ("cms", "0:0,2"), ("kary", "0:2"), ("hcms_plus", "0:0,1")),
    case(asked, Reason.NOT_A_NUMBER, *(("cms", each) for each in ("0:0,x", "0:0,-1", "0:"))),
    case(asked, Reason.NOT_A_NUMBER, ("all_rows", "0:0,1;0,1")),
    case(InputColumns(2, 2).read, Reason.WRONG_LENGTH, "0"),
    case(InputColumns(2, 2).read, Reason.OUT_OF_RANGE, "0,2"),
    case(InputColumns(2, 2).read, Reason.NOT_A_NUMBER, "0,a"),
    case(InputColumns(3, 2).read, Reason.NOT_A_VALUE, 7, None, ["1"], 0.5),
    case(Reports(Rows.ALL, 2, Kary(3, TWO)).read, Reason.NOT_A_VALUE, 7, None, ["1"], 0.5),
    case(parse_numbers, Reason.NOT_A_NUMBER, "", "1,", "-1", "1 ", "\u0661", "12345678"),
    case(named, Reason.OUT_OF_RANGE, *(("unary", f"w=4 d=2 p=1/2 q={q}") for q in ("1/2", "1"))),
    case(named, Reason.OUT_OF_RANGE, *(("cms", each) for each in ("w=1 d=2 odds=3", "w=4 d=0 odds=3"))),
    case(named, Reason.OUT_OF_RANGE, ("hcms", "w=6 d=2 odds=3")),
    case(named, Reason.MISSING, ("unary", "w=4 d=2 p=1/2")),
    case(named, Reason.UNKNOWN_PARAMETER, ("per_user", "w=4 d=2 odds=3")),
    case(named, Reason.BUDGET_NOT_UNIQUE, ("cms", "w=4 d=2")),
    case(outputs_of, Reason.TOO_MANY_OUTCOMES, ("cms", 1024, 3), ("kary", 1 << 20, 1)),
    case(outputs_of, Reason.TOO_MANY_OUTCOMES, ("all_rows", 16, 5), ("all_rows", 1 << 20, 10**6)),
    case(iter, Reason.TOO_MANY_OUTCOMES, InputColumns(1 << 20, 10**6)),
    case(check_listable, Reason.TOO_MANY_OUTCOMES, (2, 16, 2, "what"), (2, 17, 1, "what")),
    case(
        check_listable, Reason.TOO_MANY_OUTCOMES, (MOST_LISTED + 1, 1, 1, "what"), (10**6, 10**6, 1, "what")
    ),
    case(law_of, Reason.IRRATIONAL, (reporting_mechanism("cms", 2, 2, odds=3), (0, 0))),
    # outputs that there are not: a row that was not said counted as the first, and a list as another column
    case(SAID, Reason.OUT_OF_RANGE, ((None, ((1,),)),), ((2, ((1,),)),)),
    case(SAID, Reason.WRONG_LENGTH, ((0, ((1,), (1,))),)),
    case(SAID, Reason.NOT_A_REPORT, ((0, ([1],)),), ((0, ((4,),)),), [0, ((1,),)]),
    case(ALL_SAID, Reason.OUT_OF_RANGE, ((0, ((1, 0, 0, 0), (0, 0, 0, 0))),)),
    case(ALL_SAID, Reason.WRONG_LENGTH, ((None, ((1, 0, 0, 0),)),)),
    # collectors, populations and ranges
    case(empty_collector, Reason.WRONG_COUNT, (OWN, ()), (SHARED, (1,))),
    case(empty_collector, Reason.REPEATED, (OWN, (1, 1))),
    case(empty_collector(OWN, (1, 2)).hits, Reason.UNKNOWN_NAME, ((0,),)),
    case(empty_collector(OWN, (1, 2)).hits, Reason.REPEATED, ((1, 2, 1),)),
    case(
        of_population,
        Reason.OUT_OF_RANGE,
        (simulate_collector, (0, 1), [2]),
        (simulate_collector, (0, 1), [-1, 0]),
    ),
    case(
        of_population,
        Reason.OUT_OF_RANGE,
        (simulate_reports, (0, 1), [2]),
        (simulate_reports, (0, 1), [-1, 0]),
    ),
    case(of_population, Reason.REPEATED, (simulate_reports, (0, 0), [0])),
    case(of_ranges, Reason.OUT_OF_RANGE, (0, 0), (2, 1), (-1, 2), (0, 9), (0, True), -1, 8, (True,)),
    # estimates and intervals
    case(reported, Reason.OUT_OF_RANGE, (ESTIMATE, ["2:1"], []), (ESTIMATE, ["0:1"], ["1,4"])),
    case(reported, Reason.NOT_A_REPORT, (ESTIMATE, ["0:4"], [])),
    case(reported, Reason.WRONG_LENGTH, (ESTIMATE, ["0:1"], ["1"]), (OWN_ESTIMATE, [], ["0"])),
    case(reported, Reason.NOT_A_VALUE, (ESTIMATE, ["0:1"], [1]), (ESTIMATE, [1], [])),
    case(reported, Reason.NOT_A_VALUE, (OWN_ESTIMATE, [], [None]), (OWN_ESTIMATE, [], [[1, 2]])),
    case(ESTIMATE, Reason.MISSING, {"reports": []}),
    case(lambda c: KARY(4, 2, odds=3, collision=c), Reason.OUT_OF_RANGE, 1),
    case(lambda name: KARY(4, 2, odds=3, estimator=name), Reason.UNKNOWN_NAME, "best"),
    case(interval, Reason.OUT_OF_RANGE, 0, 1),
    case(interval, Reason.NOT_EXACT, 0.1),
    case(interval, Reason.NOT_A_NUMBER, "ln(2)"),
    case(
        error.confidence_intervals, Reason.TOO_FEW_PEOPLE, (empty_collector(HEARD.plan).hits((1, 2)), "1/2")
    ),
    # variances, biases and bounds
    case(bounded, Reason.OUT_OF_RANGE, (error.alpha_min, "per_user", 10, 2, 2, None)),
    *(
        case(
            bounded,
            reason,
            *((alpha, "cms", 10, *each) for alpha in (error.alpha_min, error.alpha_mean)),
        )
        for reason, each in (
            (Reason.OUT_OF_RANGE, (11, 2, None)),
            (Reason.OUT_OF_RANGE, (2, 2, 7)),
            (Reason.MISSING, (2, None, None)),
        )
    ),
    case(error.alpha_median, Reason.OUT_OF_RANGE, ("cms", 10, 2, 7, 4, HALF, 2, NINE)),
    case(lambda S: error.min_bias(10, 4, 8, 2, S=S, p=P, q=Q), Reason.OUT_OF_RANGE, 0, 5, 13, 24, 30, 37),
    case(partial(error.min_bias, p=P, q=Q), Reason.TOO_LARGE, (10**4 + 1, 4, 8, 2)),
    case(partial(error.min_bias, p=P, q=Q), Reason.UNKNOWN_PARAMETER, (10, 4, 8, 2, NINE)),
    case(error.min_bias, Reason.BUDGET_NOT_UNIQUE, (10, 4, 8, 2)),
    case(error.rows_versus_sample, Reason.OUT_OF_RANGE, (10, 2, 2, 2, NINE_FOR_TWO, 65)),
    *(
        case(variance.variance, Reason.OUT_OF_RANGE, ("cms", 10, f, S, 4, 2, NINE))
        for f, S in ((2, 7), (2, 65), (10, 1), (11, 0))
    ),
    case(
        partial(variance.variance, family="affine", P=7), Reason.OUT_OF_RANGE, ("cms", 10, 2, 8, 4, 2, NINE)
    ),
    case(
        report_model, Reason.UNKNOWN_PARAMETER, ("unary", 3, 2, NINE, P, HALF), ("cms", 3, 2, None, P, HALF)
    ),
    case(report_model, Reason.UNKNOWN_PARAMETER, ("cms", 3, 2, NINE, P)),
    case(report_model, Reason.MISSING, ("unary", 3, 2, None, P), ("unary", 3, 2), ("unary", 3, 2, NINE)),
    case(report_model, Reason.OUT_OF_RANGE, ("unary", 3, 2, None, HALF, P), ("hcms", 3, 2, NINE)),
    case(report_model, Reason.BUDGET_NOT_UNIQUE, ("cms", 3, 2)),
    # sizes of the classic sketch
    case(classic.sketch_size, Reason.OUT_OF_RANGE, (0, "1/2"), ("1/2", 1)),
    case(classic.sketch_size, Reason.NOT_EXACT, (0.1, "1/2")),
    case(classic.sketch_size, Reason.NOT_A_NUMBER, ("1/2", "x")),
]


@pytest.mark.parametrize(("ask", "reason", "cases"), REFUSED)
def test_refusals(ask: Callable[..., object], reason: Reason, cases: Sequence[object]) -> None:
    for each in cases:
        with refused(reason):
            ask(*(each if isinstance(each, tuple) else (each,)))


def test_places_that_are_no_whole_numbers_are_refused() -> None:
    """Booleans were taken for a mask."""
    for held in ([True, False], [0.0, 1.0], [[0]], [None]):
        for drawn in (simulate_collector, simulate_reports):
            with pytest.raises(Refused):
                of_population(drawn, (0, 1), held)


def test_a_missing_budget_is_asked_for_as_a_formula_takes_it() -> None:
    with pytest.raises(Refused, match=r"cms is given nothing .*; accepted: exactly one of epsilon, odds$"):
        report_model("cms", 3, 2)
