"""Reports as JSON, and how many people hold each item: on average the right number, and by hand."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.catalogue import MECHANISMS, mechanism
from ldproof.catalogue.examples import EXAMPLES
from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.estimates import ESTIMATES, by_budget, per_user, unary
from tests.reference.refusals import refused


def exact(numbers: list[Real]) -> list[Fraction | None]:
    return [each.exact for each in numbers]


def test_by_hand() -> None:
    # Of two reports one row each, each standing for two people: columns are told truly half the time, and else
    # each of four is as likely; a third of the support that is left is collisions.
    said = by_budget("kary")(4, 2, odds=3)({"reports": ["0:1", "1:3"], "columns": ["1,3", "0,0", "1,0"]})
    low, high, c = Fraction(1, 6), Fraction(1, 2), Fraction(1, 4)
    by_hand = [((S - 2 * low) / (high - low) - 2 * c) / (1 - c) for S in (2, 0, 1)]
    assert exact(said) == by_hand
    alone = by_budget("kary")(4, 2, odds=3, estimator="minimum")({"reports": ["0:1"], "columns": ["1,3"]})
    assert exact(alone) == [0]
    middle = by_budget("kary")(4, 2, odds=3, estimator="median", collision=0)(
        {"reports": ["0:1"], "columns": ["1,3"]}
    )
    assert exact(middle) == [(1 - low) / (high - low)]


@pytest.mark.parametrize("name", [each for each in EXAMPLES if each.startswith("sketch.")])
@pytest.mark.parametrize("estimator", ["mean", "median"])
def test_on_average_it_is_right(name: str, estimator: str) -> None:
    """Of one person with an item, all items' columns being different: over all reports, and no collisions."""
    example = EXAMPLES[name]
    parameters = {"w": "2"} | {key: value for key, value in example.parameters.items() if key != "w"}
    known = mechanism(name, parameters)
    columns = ["0,1", "1,0"] if "d" in parameters else ["0", "1"]
    estimate = ESTIMATES[name.partition(".")[2]](**parameters, collision=0, estimator=estimator)
    mean = [Real(0), Real(0)]
    for output in known.outputs:
        share = known.likelihood(known.secrets.read(columns[0]), output)
        found = estimate({"reports": [known.outputs.write(output)], "columns": columns})
        mean = [one + share * other for one, other in zip(mean, found, strict=True)]
    assert mean[0] - 1 < Fraction(1, 10**30)
    assert 1 - mean[0] < Fraction(1, 10**30)
    assert abs(mean[1]) < Fraction(1, 10**30)


def test_every_mechanism_has_one_and_items_may_be_none() -> None:
    assert {f"sketch.{name}" for name in ESTIMATES} == {
        each for each in MECHANISMS if each.startswith("sketch.")
    }
    assert unary(4, 2, "1/4", "3/4")({"reports": ["0:1,0,0,1"], "columns": []}) == []
    assert exact(per_user(4, odds=9)({"reports": [], "columns": ["", ""]})) == [0, 0]


@pytest.mark.parametrize(
    ("received", "reason"),
    [
        ({"reports": ["2:1"], "columns": []}, Reason.OUT_OF_RANGE),
        ({"reports": ["0:4"], "columns": []}, Reason.NOT_A_REPORT),
        ({"reports": ["0:1"], "columns": ["1"]}, Reason.WRONG_LENGTH),
        ({"reports": ["0:1"], "columns": ["1,4"]}, Reason.OUT_OF_RANGE),
        ({"reports": ["0:1"], "columns": [1]}, Reason.NOT_A_VALUE),
        ({"reports": [1], "columns": []}, Reason.NOT_A_VALUE),
        ({"reports": []}, Reason.MISSING),
    ],
)
def test_what_is_refused(received: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        by_budget("kary")(4, 2, odds=3)(received)


@pytest.mark.parametrize(
    ("columns", "reason"),
    [("0", Reason.WRONG_LENGTH), (None, Reason.NOT_A_VALUE), ([1, 2], Reason.NOT_A_VALUE)],
)
def test_columns_under_no_hash_are_looked_at(columns: object, reason: Reason) -> None:
    """Where every report has a hash of its own, and there is none."""
    assert exact(per_user(4, odds=9)({"reports": [], "columns": [""]})) == [0]
    with refused(reason):
        per_user(4, odds=9)({"reports": [], "columns": [columns]})


def test_parameters_that_are_refused() -> None:
    with refused(Reason.OUT_OF_RANGE):
        by_budget("kary")(4, 2, odds=3, collision=1)
    with refused(Reason.UNKNOWN_NAME):
        by_budget("kary")(4, 2, odds=3, estimator="best")


def test_pairs_are_all_looked_at() -> None:
    """Two people's reports add up."""
    estimate = by_budget("hcms")(2, 1, odds=3)
    for one, other in product(["0:0,0", "0:0,1", "0:1,0", "0:1,1"], repeat=2):
        both = exact(estimate({"reports": [one, other], "columns": ["0", "1"]}))
        alone = [exact(estimate({"reports": [each], "columns": ["0", "1"]})) for each in (one, other)]
        assert both == [(a or 0) + (b or 0) for a, b in zip(*alone, strict=True)]
