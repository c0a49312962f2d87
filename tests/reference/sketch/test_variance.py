"""Means and variances, beside everything that can happen: all hashes, all rows and all that people can say."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.numbers import Real, ball, precision, sign
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.error import rows_versus_sample
from ldproof.sketch.hashing import Polynomial, hash_family
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import TAKES_RATES, Rows
from ldproof.sketch.variance import report_model, row_variance, support_spread, variance
from ldproof_proofs.sketch.fixed import fixed_all, fixed_mean, fixed_sampled
from tests.reference.sketch.small import (
    EACH_CHANNEL,
    HALF,
    NINE,
    TWO,
    Hashes,
    P,
    Q,
    added_law,
    estimates,
    exact,
    functions,
    moments,
    supports,
)
from tests.tiers import grid, slow, some

Given = tuple[Budget | None, Fraction | None, Fraction | None]
GIVEN: dict[str, Given] = {
    **dict.fromkeys(("cms", "optimal", "per_user"), (NINE, None, None)),
    **{
        word: (Budget(1, "odds", Fraction(3)), None, None)
        for word in ("oue", "hcms", "hcms_plus", "count_sketch", "kary", "local_hash")
    },
    "all_rows": (Budget(1, "odds", Fraction(81)), None, None),
    **dict.fromkeys(("unary", "unary_all_rows"), (None, P, Fraction(2, 3))),
}


def counted(held: Sequence[int]) -> tuple[int, int, int]:
    """N, f and S."""
    counts = Counter(held)
    return len(held), counts[0], sum(count**2 for item, count in counts.items() if item)


def by_enumeration(
    heard: Reporting, w: int, d: int, held: Sequence[int], only: int | None = None
) -> Fraction:
    """The variance of an unbiased estimate."""
    shared = Fraction(1, w)
    if heard.rows is Rows.OWN:
        choices = functions(w, 3, 1)
        return sum(
            (moments(Rows.OWN, heard.channel, choices, [item], shared)[1] for item in held), Fraction(0)
        )
    mean, found = moments(heard.rows, heard.channel, functions(w, 3, d), held, shared, only)
    assert mean == counted(held)[1]
    return found


@pytest.mark.parametrize("word", GIVEN)
@pytest.mark.parametrize("held", some([(1, 1, 2), (0, 0), (0, 1, 2), (0, 0, 1, 1)], 2), ids=str)
def test_variance_of_the_mean_estimate(word: str, held: Sequence[int]) -> None:
    heard = report_model(word, 2, 2, *GIVEN[word])
    assert variance(word, *counted(held), 2, 2, *GIVEN[word]) == by_enumeration(heard, 2, 2, held)


@pytest.mark.parametrize(
    ("word", "w", "d"),
    [
        *((word, 4 if word.startswith("hcms") else 3, 1) for word in ("unary", "oue", "kary", "hcms")),
        ("hcms_plus", 4, 1),
        ("count_sketch", 4, 1),
        *((word, 2, d) for word, d in (("unary", 1), ("hcms", 1))),
        pytest.param("unary", 2, 3, marks=slow),
        pytest.param("hcms", 2, 3, marks=slow),
    ],
)
def test_variance_of_other_shapes(word: str, w: int, d: int) -> None:
    """Where the columns that nobody asks for differ from each other, too."""
    held, heard = (0, 1, 1, 2), report_model(word, w, d, *GIVEN[word])
    assert variance(word, *counted(held), w, d, *GIVEN[word]) == by_enumeration(heard, w, d, held)


@pytest.mark.parametrize("word", [word for word in GIVEN if word not in ("per_user", "local_hash")])
def test_variance_of_the_estimate_of_one_row(word: str) -> None:
    held, heard = (0, 0, 1, 1, 2), report_model(word, 2, 2, *GIVEN[word])
    assert row_variance(heard, *counted(held), hash_family("ideal", 2)) == by_enumeration(
        heard, 2, 2, held, only=1
    )


@pytest.mark.parametrize(("w", "prime"), [(2, 5), (3, 5), (3, 7)])
def test_variance_over_a_family_that_is_not_uniform(w: int, prime: int) -> None:
    """Polynomials over a small field: their triple collisions are not the product of two."""
    family, points = Polynomial(w, prime), np.arange(3, dtype=np.uint64)
    choices: list[Hashes] = [
        (tuple(family.columns(key, points).tolist()),) for key in product(*family.ranges)
    ]
    held, heard = (0, 1, 1, 2), report_model("unary", w, 1, *GIVEN["unary"])
    mean, found = moments(heard.rows, heard.channel, choices, held, family.collision)
    assert mean == 1
    assert row_variance(heard, *counted(held), family) == found


def test_each_persons_own_hash_needs_only_its_collisions() -> None:
    """An affine map for every report: one person's law over all of them."""
    family, points = hash_family("affine", 2, 3), np.arange(2, dtype=np.uint64)
    heard = report_model("per_user", 2, 1, NINE)
    choices = [(tuple(family.columns(key, points).tolist()),) for key in product(*family.ranges)]
    _, alone = moments(heard.rows, heard.channel, choices, (1,), family.collision)
    own = added_law(heard.rows, heard.channel, ((0, 1),), 0, family.collision).variance(Fraction)
    assert variance("per_user", 3, 1, 4, 2, 7, NINE, family="affine", P=3) == own + 2 * alone


def test_closed_forms_as_they_are_written() -> None:
    """For ideal hashes. At odds 9, N / (4 sinh^2(epsilon/4)) is 3/4 N; and coth(ln(3) / 2) = 2."""
    N, f, S, w, d = (Fraction(each) for each in (50, 7, 301, 16, 5))
    wide, rest = (w / (w - 1)) ** 2, (S - (N - f)) / (d * (w - 1))
    _, p, q = GIVEN["unary"]
    assert p is not None
    assert q is not None
    mu = p + (q - p) / w
    noise = (f * q * (1 - q) + (N - f) * mu * (1 - mu)) / (q - p) ** 2
    in_all = (f * q * (1 - q) + (N - f) * (q * (1 - q) / w + p * (1 - p) * (1 - 1 / w))) / (q - p) ** 2
    for word, printed in {
        "hcms_plus": N * 2**2 - f + rest,
        # As of 16/2 + 1 columns, but for what people with one item share.
        "count_sketch": N * 2**2 - f + (S - (N - f)) / (d * (w / 2)),
        "cms": wide * N * Fraction(3, 4) + (N - f) * (1 - 1 / d) / (w - 1) + S / (d * (w - 1)),
        "unary": wide * noise + rest,
        "unary_all_rows": (wide * in_all + S / (w - 1)) / d,
    }.items():
        assert variance(word, 50, 7, 301, 16, 5, *GIVEN[word]) == printed


def test_irrational_budgets() -> None:
    """A ball around the same number, from an epsilon that is near to the logarithm of 9."""
    near = Budget(1, "epsilon", Fraction(219722457733621938279, 10**20))
    for word in GIVEN.keys() - {*TAKES_RATES, "all_rows"}:
        found, exactly = (variance(word, 50, 7, 301, 16, 5, each) for each in (near, NINE))
        with precision(128):
            assert abs(ball(found) - ball(exactly)) < 1e-16
        assert found.exact is None


def test_the_first_place_is_better_left_out() -> None:
    """At the same budget, and by as much as the debiasing costs."""
    for w, f in product((2, 4, 64), (0, 10, 50)):
        odds = Budget(1, "odds", Fraction(3))
        plain, better = (exact(variance(word, 50, f, 50 - f, w, 4, odds)) for word in ("hcms", "hcms_plus"))
        assert better < plain


# what variances ask of a mechanism


@EACH_CHANNEL
def test_the_spread_of_support(channel: Channel) -> None:
    for column, mean in ((0, channel.high), (1, channel.low)):
        assert supports(channel, 0, column).variance(Fraction) == support_spread(channel, exact(mean))


def test_the_budget_is_split_over_all_rows_only() -> None:
    rates = {word: report_model(word, 2, 2, NINE) for word in ("cms", "all_rows", "per_user")}
    assert rates["cms"].channel.low == rates["per_user"].channel.low == P
    assert rates["all_rows"].channel.low.exact is None  # the odds of a row are 3, whose root is irrational
    assert report_model("all_rows", 2, 2, GIVEN["all_rows"][0]).channel == rates["cms"].channel
    assert report_model("unary", 2, 2, p=P, q=Q).channel == rates["cms"].channel


# under fixed hashes

HELD = (0, 1, 1, 2)


@pytest.mark.parametrize(
    "channel",
    [Unary(2, Real(P), Real(Fraction(2, 3))), Kary(2, TWO), Hadamard(2, 1, TWO)],
    ids=lambda channel: type(channel).__name__,
)
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL])
def test_means_and_variances_under_fixed_hashes(rows: Rows, channel: Channel) -> None:
    own, other = (supports(channel, 0, column).variance(Fraction) for column in (0, 1))
    gap, one, means = exact(channel.high) - exact(channel.low), Fraction(1), []
    for hashes in functions(2, 3, 2):
        if hashes[0][0]:
            continue  # the columns' names do not matter
        others = [
            (Fraction(count), Fraction(sum(row[item] == row[0] for row in hashes), len(hashes)))
            for item, count in Counter(HELD).items()
            if item
        ]
        found = estimates(rows, channel, hashes, HELD, HALF)
        means.append(found.mean(Fraction))
        assert means[-1] == fixed_mean(one, HALF, others)
        assert found.variance(Fraction) == (
            fixed_all(one, Fraction(2), HALF, gap, own, other, others)
            if rows is Rows.ALL
            else fixed_sampled(one, HALF, gap, own, other, others)
        )
    assert sum(means) / len(means) == 1
    assert min(means) == 1 - 3
    assert max(means) == 1 + 3


def test_bias_grows_with_the_people() -> None:
    """An item that collides in every row counts in full, and the share that it adds does not vanish."""
    for count in (10, 1000, 10**6):
        assert fixed_mean(Fraction(0), Fraction(1, 8), [(Fraction(count), Fraction(1))]) == count


# all rows or a sampled one


def test_difference_between_all_rows_and_one_by_enumeration() -> None:
    """At odds 81 over two rows of width 2; proportional to the people, and the squares change nothing."""
    budget = Budget(1, "odds", Fraction(81))
    found = [
        moments(heard.rows, heard.channel, functions(2, 3, 2), HELD, HALF)[1]
        for heard in (report_model(word, 2, 2, budget) for word in ("all_rows", "cms"))
    ]
    assert rows_versus_sample(4, 1, 2, 2, budget) == found[0] - found[1]
    assert rows_versus_sample(100, 3, 8, 1, Budget(1, "epsilon", Fraction(1))) == 0
    one, many = (ball(rows_versus_sample(N, 0, 16, 4, Budget(1, "epsilon", Fraction(2)))) for N in (1, 10**6))
    assert abs(many / one - 10**6) < 1e-6
    assert rows_versus_sample(10, 2, 2, 2, budget) == rows_versus_sample(10, 2, 2, 2, budget, 64)


def sampling_wins(f: int, w: int, d: int, epsilon: str) -> bool:
    found = rows_versus_sample(10, f, w, d, Budget(1, "epsilon", Fraction(epsilon)))
    assert found.exact is None
    return sign(found) > 0


def test_a_sampled_row_is_better_up_to_a_budget_of_6_11() -> None:
    """Beyond it all rows may be: first two of width 2, and only for items that few people hold."""
    for f, w, d in grid((0, 10), (2, 3, 4, 64, 1024), (2, 3, 4, 64, 1000)):
        for epsilon in ("1/100", "1", "4", "6.11"):
            assert sampling_wins(f, w, d, epsilon)
    cases = [(0, 2, 2, "6.12"), (0, 1024, 2, "28"), (0, 3, 2, "6.12"), (0, 2, 3, "6.12"), (10, 2, 2, "6.12")]
    assert [sampling_wins(*case) for case in cases] == [False, False, True, True, True]
