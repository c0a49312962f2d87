"""The variances of the mechanisms over ideal hashes, in the form that a reader expects them in."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof.sketch.variance import (
    mean_of_sampled,
    noise_variance,
    sampled_row_variance,
    shared_collision_variance,
)
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.variance.symbols import (
    AT,
    ODDS,
    PEOPLE,
    ROWS,
    WIDE,
    E,
    N,
    S,
    d,
    f,
    others,
    p,
    s,
    w,
)

kk = (w / (w - 1)) ** 2
C = (E + 1) / (E - 1)
gap = Symbol("gap")
IDEAL: Facts = {**WIDE, **ROWS}
SIGNED: Facts = {**IDEAL, **ODDS}


def of_mean(low: Term, high: Term, own: Term, other: Term) -> Term:
    """The reference's variance, for these moments of a report's support and a collision probability of 1/w."""
    noisy = noise_variance(N, f, 1 / w, high - low, own, other)
    return mean_of_sampled(
        sampled_row_variance(N, f, d, 1 / w, noisy, shared_collision_variance(others, S, 1 / w, 1 / w**2)),
        f,
        d,
    )


def of_bits(low: Term, high: Term) -> Term:
    """The reference's variance where a report's support is a bit."""
    return of_mean(low, high, high * (1 - high), low * (1 - low))


def of_signs(low: Term, high: Term) -> Term:
    """The reference's variance where a report's support is a sign, +1 or -1."""
    return of_mean(low, high, 1 - high**2, 1 - low**2)


def shared_rows(count: Term) -> Term:
    """What people with the same item add, as they collide together."""
    return (S - others) / (count * (w - 1))


def general(prover: Prover) -> Theorem:
    """A2: bits with p and q."""
    q, mu = p + gap, p + gap / w
    form = kk * (f * q * (1 - q) + others * mu * (1 - mu)) / gap**2 + shared_rows(d)
    return proposition(
        prover,
        "sketch.unary-variance",
        equal(of_bits(p, q), form),
        {**IDEAL, "gap > 0": below(0, gap)},
        {**AT, "gap": Fraction(1, 3)},
        rule=algebra,
        reading="gap = q - p, and p + gap/w is the mean of a bit for whoever holds another item",
    )


def in_every_row(prover: Prover) -> Theorem:
    """Bits with p and q about all d rows, as the source has it: what a row alone has, over d."""
    q = p + gap
    noisy = noise_variance(N, f, 1 / w, gap, q * (1 - q), p * (1 - p))
    collided = shared_collision_variance(others, S, 1 / w, 1 / w**2)
    found = sampled_row_variance(N, f, term(1), 1 / w, noisy, collided) / d
    spread = f * q * (1 - q) + others * (q * (1 - q) / w + p * (1 - p) * (1 - 1 / w))
    return proposition(
        prover,
        "sketch.unary-all-rows-variance",
        equal(found, (kk * spread / gap**2 + S / (w - 1)) / d),
        {**IDEAL, "gap > 0": below(0, gap)},
        {**AT, "gap": Fraction(1, 3)},
        rule=algebra,
        reading="gap = q - p",
    )


def symmetric(prover: Prover) -> Theorem:
    """A1: q = 1 - p, of odds s = e^(epsilon/2)."""
    form = kk * N * s / (s - 1) ** 2 + others * (1 - 1 / d) / (w - 1) + S / (d * (w - 1))
    found = of_bits(1 / (1 + s), s / (1 + s))
    return proposition(
        prover,
        "sketch.cms-variance",
        equal(found, form),
        {**IDEAL, "s > 1": below(1, s)},
        AT,
        rule=algebra,
        reading="s = e^(epsilon/2), and (s - 1)^2/s = 4 sinh(epsilon/4)^2",
    )


def hadamard(prover: Prover) -> Iterable[Theorem]:
    """A3: a sign, of any coordinate or of any but the constant one."""
    plain, plus = of_signs(term(0), 1 / C), of_signs(-1 / C / (w - 1), 1 / C)
    reading = "C = (E + 1)/(E - 1) is coth(epsilon/2)"
    form = kk * (f * (C**2 - 1) + others * (C**2 - 1 / w**2)) + shared_rows(d)
    better = N * C**2 - f + shared_rows(d)
    for name, found, shown in (("hcms", plain, form), ("hcms-plus", plus, better)):
        yield proposition(
            prover,
            f"sketch.{name}-variance",
            equal(found, shown),
            SIGNED,
            AT,
            rule=algebra,
            reading=reading,
        )
    gain = ((2 * w - 1) * N * (C**2 - 1) + 2 * (w - 1) * others) / (w - 1) ** 2
    yield proposition(
        prover,
        "sketch.hcms-plus-gain",
        equal(plain - plus, gain),
        SIGNED,
        AT,
        rule=algebra,
        mutant=equal(plus - plain, gain),
        reading=reading,
    )
    yield proposition(
        prover,
        "sketch.hcms-plus-gain-positive",
        at_most(0, gain),
        {**SIGNED, **PEOPLE},
        AT,
        mutant=at_most(2 * gain, gain),
        reading=f"the constant coordinate costs this much; {reading}",
    )


def wider(prover: Prover) -> Theorem:
    """What people with the same item add falls as the width grows."""
    v = Symbol("v")
    return proposition(
        prover,
        "sketch.kary-wider-shares-less",
        at_most((S - others) / (d * (v - 1)), shared_rows(d)),
        {**IDEAL, "w <= v": at_most(w, v), "shared": at_most(others, S)},
        {**AT, "v": 5},
        reason="it is in inverse proportion to the width less 1",
        reading="S is at least as large, as a square of a whole number is at least that number",
    )


def kary(prover: Prover) -> Iterable[Theorem]:
    """A4: a column is said with p = 1/(E + w - 1) or q = E p, and a bit says whether it is the item's."""
    said = E + w - 1
    found = of_bits(1 / said, E / said)
    form = (f * w**2 * E + others * said**2) / ((w - 1) * (E - 1) ** 2) + shared_rows(d)
    yield proposition(
        prover,
        "sketch.kary-variance",
        equal(found, form),
        SIGNED,
        AT,
        rule=algebra,
    )
    absent = (said**2 / ((w - 1) * (E - 1) ** 2)) * N
    best = 4 * E / (E - 1) ** 2 * N
    yield proposition(
        prover,
        "sketch.kary-best-width",
        equal(absent - best, N * (w - 1 - E) ** 2 / ((w - 1) * (E - 1) ** 2)),
        {**WIDE, **ODDS},
        AT,
        rule=algebra,
        mutant=equal(absent - best, N * (w - E) ** 2 / ((w - 1) * (E - 1) ** 2)),
        reading="nobody holds the item, and what people with one item add, (S - N)/(d (w - 1)), is left aside",
    )
    yield proposition(
        prover,
        "sketch.kary-best-width-least",
        at_most(0, N * (w - 1 - E) ** 2 / ((w - 1) * (E - 1) ** 2)),
        {**WIDE, **ODDS, "N >= 0": at_most(0, N)},
        AT,
        mutant=at_most(N, N * (w - 1 - E) ** 2 / ((w - 1) * (E - 1) ** 2)),
    )
