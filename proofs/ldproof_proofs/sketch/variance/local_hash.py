"""Local hashing over ideal hashes: its variance, and the best widths for an item that nobody holds and for any item."""

from collections.abc import Iterable

from ldproof.numbers import Term, term
from ldproof.sketch.variance import noise_variance, sampled_row_variance, shared_collision_variance
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, proposition, show, steps
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.sketch.variance.symbols import AT, ODDS, WIDE, E, N, f, others, s, w

GIVEN: Facts = {**WIDE, **ODDS}
ROOT: Facts = {**WIDE, "s > 1": below(1, s), "N >= 0": at_most(0, N)}


def of_absent(E: Term, w: Term) -> Term:
    """The closed form of the variance, for an item that nobody holds."""
    return N * (E + w - 1) ** 2 / ((w - 1) * (E - 1) ** 2)


def of_everybody(E: Term, w: Term) -> Term:
    """The closed form of the variance, for an item that everybody holds."""
    return N * E * w**2 / ((w - 1) * (E - 1) ** 2)


def of_counts(E: Term, w: Term) -> Term:
    """The closed form of the variance, for an item that f people hold."""
    return of_absent(E, w) + f * ((w - 1) ** 2 - E) / ((w - 1) * (E - 1))


def by_moments(prover: Prover) -> Iterable[Theorem]:
    """The reference's variance, where no pair of people adds anything, as if all held different items."""
    low, high = 1 / (E + w - 1), E / (E + w - 1)
    noisy = noise_variance(N, f, 1 / w, high - low, high * (1 - high), low * (1 - low))
    collided = shared_collision_variance(others, others, 1 / w, 1 / w**2)
    found = sampled_row_variance(N, f, term(1), 1 / w, noisy, collided)
    yield proposition(
        prover,
        "sketch.local-hash-variance",
        equal(found, of_counts(E, w)),
        GIVEN,
        AT,
        rule=algebra,
        mutant=equal(found, of_absent(E, w)),
    )
    yield proposition(
        prover,
        "sketch.local-hash-everybody",
        equal(of_counts(E, w), of_everybody(E, w)),
        {**GIVEN, "f = N": equal(f, N)},
        {**AT, "f": AT["N"]},
        reason="f = N",
        mutant=equal(of_counts(E, w), of_absent(E, w)),
    )


def least_variance_where_absent(prover: Prover) -> Theorem:
    """For an item that nobody holds the width 1 + E is the best."""
    best = 4 * E * N / (E - 1) ** 2
    excess = N * (w - 1 - E) ** 2 / ((w - 1) * (E - 1) ** 2)
    return proposition(
        prover,
        "sketch.local-hash-best-width",
        equal(of_absent(E, w) - best, excess),
        GIVEN,
        AT,
        rule=algebra,
        mutant=equal(of_absent(E, w), excess),
        reading="nobody holds the item",
    )


def least_largest_variance(prover: Prover) -> Iterable[Theorem]:
    """For the largest variance over all counts the width 1 + sqrt(E) is the best: there it is the same for all."""
    even = N * s / (s - 1) ** 2
    yield proposition(
        prover,
        "sketch.local-hash-even",
        equal(of_counts(s**2, w), even),
        {"s > 1": below(1, s), "width": equal(w, 1 + s)},
        {**AT, "w": 3, "s": 2},
        reason="w = 1 + s",
        mutant=equal(of_counts(s**2, w), 2 * even),
        reading="s = e^(epsilon/2) is the root of the odds",
    )
    cases = (
        ("narrower", of_absent(s**2, w), at_most(w, 1 + s), (1 + s - w, 1 + s**3 - w), "nobody holds"),
        ("wider", of_everybody(s**2, w), at_most(1 + s, w), (w - 1 - s, s * (w - 1) - 1), "everybody holds"),
    )
    for name, found, side, (one, other), held in cases:
        more = N * one * other / ((w - 1) * (s**2 - 1) ** 2) * (1 if name == "narrower" else s)
        yield show(
            prover,
            steps(
                Step("<=", even + more, "both factors have the same sign", search),
                last=Last("the variance, factored", algebra, "="),
            ),
            f"sketch.local-hash-{name}",
            at_most(even, found),
            {**ROOT, "side": side},
            {"one": Local(at_most(0, one), search), "other": Local(at_most(0, other), search)},
            {**AT, "w": 3, "s": 2},
            Mutant(at_most(2 * even, found), {**AT, "w": 3, "s": 2}),
            reading=f"s is the root of the odds, and the item is one that {held}",
        )
