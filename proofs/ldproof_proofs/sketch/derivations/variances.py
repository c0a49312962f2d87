"""Section 4.2: the variance of a row and of the mean estimate, step by step.

Given the hashes reports are independent, so that a variance is what they add on average, given the hashes, and the
variance over the hashes of what they have on average.
"""

from sympy import factor

from ldproof.numbers import Symbol
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.variance import (
    mean_of_sampled,
    noise_variance,
    sampled_row_variance,
    shared_collision_variance,
)
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.sketch.derivations.moments import AT
from ldproof_proofs.sketch.law.row import p
from ldproof_proofs.sketch.variance import moments
from ldproof_proofs.sketch.variance.moments import gap, other, own, shared, triple
from ldproof_proofs.sketch.variance.symbols import N, S, d, f, others

ones, V = map(Symbol, ("ones", "V"))
HELD = {
    "N": "the number of people",
    "f": "how many of them hold the item",
    "S": "the sum of the squares of the other items' counts",
    "d": "the number of rows",
}
COLLIDE = {
    "shared": "the probability that another item collides with the item",
    "triple": "the probability that two other items collide with it at once",
}
SUPPORT = {
    "gap": "how much more support one's own column gets on average",
    "own": "the variance of a report's support of one's own column",
    "other": "the variance of its support of another column",
}


@leads_to(noise_variance, "sketch.additional-variance")
def noise_of_reports(page: Page) -> None:
    """Section 4.2: what the noise adds to the variance of a row that everybody is in."""
    page.about(
        {name: HELD[name] for name in ("N", "f")}
        | {"shared": COLLIDE["shared"], "ones": "the support of the item's column"}
        | {"p": "the mean support of another column"}
        | SUPPORT,
        {
            "gap > 0": below(0, gap),
            "shared < 1": below(shared, 1),
        },
        AT,
    )
    page.start(
        lambda: estimate_holders(ones, N, p, p + gap, shared),
        "the estimate: what the support says of N people",
    )
    page.differentiate(ones, "the estimate is linear: support counts so much", factor)
    slope = page.last
    page.start(
        lambda: (f * own + (N - f) * (shared * own + (1 - shared) * other)) * slope**2,
        "reports are independent given the hashes; one of another item varies by own where that collides",
    )
    page.ends(
        noise_variance,
        lambda: noise_variance(N, f, shared, gap, own, other),
        "on average over the hashes, times the square of that",
    )


@leads_to(shared_collision_variance, "sketch.additional-variance")
def variance_of_collisions(page: Page) -> None:
    """Section 4.2: what the collisions add, with no noise at all."""
    page.about(
        {name: HELD[name] for name in ("N", "f", "S")} | COLLIDE,
        {"shared < 1": below(shared, 1)},
        AT,
    )
    page.start(
        lambda: shared * S + triple * (others**2 - S) - (shared * others) ** 2,
        "E[X^2] - E[X]^2, X others colliding: S pairs of them hold the same item, and the rest two different ones",
    )
    variance = page.equals(by_powers(S, together=(N, others)), "sorted by S")
    page.start(
        lambda: variance / (1 - shared) ** 2,
        "given the hashes the estimate is f + (X - E[X])/(1 - shared) on average",
    )
    page.ends(
        shared_collision_variance,
        lambda: shared_collision_variance(others, S, shared, triple),
        "over the hashes",
    )


@leads_to(sampled_row_variance, "sketch.variances")
def variance_of_a_row(page: Page) -> None:
    """The variance of the estimate from one of d rows, each report being about one that is drawn."""
    page.about(HELD | COLLIDE | SUPPORT, moments.GIVEN, AT)
    page.start(
        lambda: (
            (shared * (own / gap**2 + (1 - shared) ** 2) + (1 - shared) * (other / gap**2 + shared**2))
            / (1 - shared) ** 2
        ),
        "E[y^2] of whoever holds another item, y = (z - shared)/(1 - shared), z the support less another column's, over "
        "gap: 1 on average where the item collides and 0 where not",
    )
    stranger = page.equals(by_powers(own, other), "sorted by what varies")
    page.start(
        lambda: (shared - shared**2) / (1 - shared) ** 2,
        "E[y y'] of two of them with the same item: both collide, or neither; of two with different items triple takes "
        "the place of the first shared",
    )
    alike = page.equals(factor, "a factor 1 - shared less")
    page.start(
        lambda: (
            d * (f * (own / gap**2 / (1 - shared) ** 2 + 1) + others * stranger)
            - f
            + alike * (S - others)
            + (triple - shared**2) / (1 - shared) ** 2 * (others**2 - S)
        ),
        "a report is in the row with probability 1/d, and then counts d y: d E[y^2] - E[y]^2, E[y] being 1 for a holder "
        "and 0 for others, and E[y y'] per pair of these, S - (N - f) of which hold the same item",
    )
    page.ends(
        sampled_row_variance,
        lambda: sampled_row_variance(
            N,
            f,
            d,
            shared,
            noise_variance(N, f, shared, gap, own, other),
            shared_collision_variance(others, S, shared, triple),
        ),
        "d times the noise, the collisions in one row, and what it adds that a report may be about another",
    )


@leads_to(mean_of_sampled, "sketch.additional-variance", "sketch.variances")
def variance_of_the_mean(page: Page) -> None:
    """The variance of the mean estimate from d sampled rows."""
    page.about(
        {"V": "the variance of one row's estimate", "f": HELD["f"], "d": HELD["d"]},
        {"d >= 1": at_most(1, d)},
        AT,
    )
    page.start(
        lambda: (d * V + d * (d - 1) * (0 - f)) / d**2,
        "d rows, and d (d - 1) pairs of them: nobody is in both, so that E[y y'] - E[y] E[y'] is 0 - 1 for each holder, and "
        "hashes of two rows are independent",
    )
    page.equals(factor, "a factor d less")
    page.ends(mean_of_sampled, lambda: mean_of_sampled(V, f, d), "the mean of d sampled rows")
