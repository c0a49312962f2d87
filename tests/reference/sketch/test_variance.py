"""Variances, beside everything that can happen: all hashes, all rows and all that people can say."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason
from ldproof.sketch.hashing import Polynomial
from ldproof.sketch.hashing import family as named
from ldproof.sketch.plan import Rows
from ldproof.sketch.report_model import ReportModel, hearing
from ldproof.sketch.variance import row_variance, variance
from tests.reference.refusals import refused
from tests.reference.sketch.brute import Hashes, added, functions, moments
from tests.reference.sketch.channels.every import exact

GIVEN: dict[str, dict[str, Fraction]] = {
    "cms": {"odds": Fraction(9)},
    "unary": {"p": Fraction(1, 4), "q": Fraction(2, 3)},
    "oue": {"odds": Fraction(3)},
    "optimal": {"odds": Fraction(9)},
    "hcms": {"odds": Fraction(3)},
    "hcms_plus": {"odds": Fraction(3)},
    "kary": {"odds": Fraction(3)},
    "per_user": {"odds": Fraction(9)},
    "all_rows": {"odds": Fraction(81)},
}


def spent(word: str) -> tuple[Budget | None, Fraction | None, Fraction | None]:
    """The budget, p and q."""
    given = GIVEN[word]
    return (Budget(1, "odds", given["odds"]) if "odds" in given else None, given.get("p"), given.get("q"))


def counted(held: Sequence[int]) -> tuple[int, int, int]:
    """N, f and S."""
    counts = Counter(held)
    return len(held), counts[0], sum(count**2 for item, count in counts.items() if item)


def by_enumeration(
    heard: ReportModel, w: int, d: int, held: Sequence[int], only: int | None = None
) -> Fraction:
    """The variance of an unbiased estimate."""
    shared = Fraction(1, w)
    if heard.rows is Rows.OWN:
        choices = list(functions(w, 3, 1))
        return sum(
            (moments(heard.rows, heard.channel, choices, [item], shared)[1] for item in held), Fraction(0)
        )
    mean, found = moments(heard.rows, heard.channel, list(functions(w, 3, d)), held, shared, only)
    assert mean == counted(held)[1]
    return found


@pytest.mark.parametrize("word", GIVEN)
@pytest.mark.parametrize("held", [(0, 1, 2), (1, 1, 2), (0, 0, 1, 1), (0, 0)], ids=str)
def test_the_mean_estimate(word: str, held: Sequence[int]) -> None:
    heard = hearing(word, 2, 2, *spent(word))
    assert variance(word, *counted(held), 2, 2, *spent(word)) == by_enumeration(heard, 2, 2, held)


@pytest.mark.parametrize("word", ["unary", "oue", "kary", "hcms", "hcms_plus"])
def test_wider_rows(word: str) -> None:
    """Where the columns that nobody asks for differ from each other, too."""
    w, held = (4 if word.startswith("hcms") else 3), (0, 1, 1, 2)
    heard = hearing(word, w, 1, *spent(word))
    assert variance(word, *counted(held), w, 1, *spent(word)) == by_enumeration(heard, w, 1, held)


@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("word", ["unary", "hcms"])
def test_other_numbers_of_rows(word: str, d: int) -> None:
    held = (0, 1, 1, 2)
    heard = hearing(word, 2, d, *spent(word))
    assert variance(word, *counted(held), 2, d, *spent(word)) == by_enumeration(heard, 2, d, held)


@pytest.mark.parametrize("word", [word for word in GIVEN if word != "per_user"])
def test_the_estimate_of_one_row(word: str) -> None:
    held = (0, 0, 1, 1, 2)
    heard = hearing(word, 2, 2, *spent(word))
    assert row_variance(heard, *counted(held), named("ideal", 2)) == by_enumeration(heard, 2, 2, held, only=1)


@pytest.mark.parametrize(("w", "P"), [(2, 5), (3, 5), (3, 7)])
def test_a_family_that_is_not_uniform(w: int, P: int) -> None:
    """Polynomials over a small field: their triple collisions are not the product of two."""
    family = Polynomial(w, P)
    points = np.arange(3, dtype=np.uint64)
    choices: list[Hashes] = [
        (tuple(family.columns(key, points).tolist()),) for key in product(*family.ranges)
    ]
    held = (0, 1, 1, 2)
    heard = hearing("unary", w, 1, *spent("unary"))
    mean, found = moments(heard.rows, heard.channel, choices, held, family.collision)
    assert mean == 1
    assert row_variance(heard, *counted(held), family) == found


def test_each_persons_own_hash_needs_only_its_collisions() -> None:
    """An affine map for every report: one person's law over all of them."""
    family = named("affine", 2, 3)
    points = np.arange(2, dtype=np.uint64)
    heard = hearing("per_user", 2, 1, *spent("per_user"))
    choices = [(tuple(family.columns(key, points).tolist()),) for key in product(*family.ranges)]
    _, alone = moments(heard.rows, heard.channel, choices, (1,), family.collision)
    budget, _, _ = spent("per_user")
    own = added(heard.rows, heard.channel, ((0, 1),), 0, family.collision, None).variance(Fraction)
    assert variance("per_user", 3, 1, 4, 2, 7, budget, family="affine", P=3) == own + 2 * alone


N, F, S, W, D = (Fraction(each) for each in (50, 7, 301, 16, 5))


def printed(word: str) -> Fraction:
    """The formulas as they are usually written, for ideal hashes."""
    wide, rest = (W / (W - 1)) ** 2, (S - (N - F)) / (D * (W - 1))
    if word == "hcms_plus":
        return N * 2**2 - F + rest  # coth(ln(3) / 2) = 2
    if word == "cms":
        return wide * N * Fraction(3, 4) + (N - F) * (1 - 1 / D) / (W - 1) + S / (D * (W - 1))
    p, q = Fraction(1, 4), Fraction(2, 3)
    mu = p + (q - p) / W
    return wide * (F * q * (1 - q) + (N - F) * mu * (1 - mu)) / (q - p) ** 2 + rest


@pytest.mark.parametrize("word", ["cms", "unary", "hcms_plus"])
def test_closed_forms_as_they_are_written(word: str) -> None:
    """At odds 9, N / (4 sinh^2(epsilon/4)) is 3/4 N."""
    assert variance(word, 50, 7, 301, 16, 5, *spent(word)) == printed(word)


def test_irrational_budgets() -> None:
    """A ball around the same number, from an epsilon that is near to the logarithm of 9."""
    near = Budget(1, "epsilon", Fraction(219722457733621938279, 10**20))
    for word in ("cms", "oue", "optimal", "hcms", "hcms_plus", "kary", "per_user"):
        found = variance(word, 50, 7, 301, 16, 5, near)
        exactly = variance(word, 50, 7, 301, 16, 5, Budget(1, "odds", Fraction(9)))
        with precision(128):
            assert abs(ball(found) - ball(exactly)) < 1e-16
        assert found.exact is None


def test_the_first_place_is_better_left_out() -> None:
    """At the same budget, and by as much as the debiasing costs."""
    for w, f in product((2, 4, 64), (0, 10, 50)):
        budget = Budget(1, "odds", Fraction(3))
        squares = 50 - f
        plain, better = (
            exact(variance(word, 50, f, squares, w, 4, budget)) for word in ("hcms", "hcms_plus")
        )
        assert better < plain


@pytest.mark.parametrize(("f", "S"), [(2, 7), (2, 65), (10, 1), (11, 0)])
def test_squares_that_no_counts_have(f: int, S: int) -> None:
    with refused(Reason.OUT_OF_RANGE):
        variance("cms", 10, f, S, 4, 2, Budget(1, "odds", Fraction(9)))


def test_families_whose_variance_depends_on_the_items() -> None:
    with refused(Reason.OUT_OF_RANGE):
        variance("cms", 10, 2, 8, 4, 2, Budget(1, "odds", Fraction(9)), family="affine", P=7)
