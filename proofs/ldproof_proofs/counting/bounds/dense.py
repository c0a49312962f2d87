"""Section 6: with mu = 0.9995 the source's experiment satisfies condition (2) at every epsilon, not only up to 8."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, log, term
from ldproof.probability import divergence
from ldproof_proofs.counting.bounds.symbols import L_printed
from ldproof_proofs.counting.parameters import N, T, mu
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Fact, Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.tails.entropy import nonnegative

t, phi = Symbol("t"), Symbol("phi")
idle, tilted = term(Fraction(1, 2000)), term(Fraction(100, 2099))
"""1 - mu, and what it becomes when idle people count 100 times."""
EXPERIMENT: Point = {"N": 10**4, "T": 50, "mu": Fraction(9995, 10000)}
L = L_printed.substitute({"N": term(10**4), "T": term(50), "beta": term(Fraction(1, 10))})
y = idle + t
"""1 - mu + t: D(mu - t | mu) = D(1 - mu + t | 1 - mu)."""
more, less = log(tilted / idle), log((1 - tilted) / (1 - idle))
SHARE: Facts = {"t > 0": below(0, t), "t < mu": below(y, 1)}
FIRST = term(Fraction(4, 3)) * L
ASKED: Facts = {
    **SHARE,
    "theta": at_most(FIRST, t),
    "phi": at_most(phi, 4 * L),
    "in numbers": at_most(4 * L, (idle + FIRST) * more + (1 - idle - FIRST) * less),
    "more or less": at_most(less, more),
}
AT: Point = {"t": Fraction(1, 10), "phi": Fraction(1, 10)}


def idle_people(prover: Prover) -> Iterable[Theorem]:
    """Five of its people are idle, which is fewer than its rounds."""
    given: Facts = {str(each): equal(each, EXPERIMENT[str(each)]) for each in (N, T, mu)}
    for name, goal in (
        ("dense-idle", equal(N * (1 - mu), 5)),
        ("dense-idle-few", below(N * (1 - mu), T)),
    ):
        yield proposition(prover, f"counting.{name}", goal, given, EXPERIMENT, reason="numbers")


def everywhere(prover: Prover) -> Iterable[Theorem]:
    """4 L/3 < theta and phi(theta) <= 4 L at every epsilon, and D(mu - t | mu) >= 4 L for these t."""
    parts = {"one": y / tilted, "zero": (1 - y) / (1 - tilted)}
    whole = divergence(y, idle)
    at: Point = {"t": AT["t"]}
    known: dict[str, Fact] = {
        **{name: below(0, part) for name, part in parts.items()},
        "idle > 0": below(0, y / idle),
        "rest > 0": below(0, (1 - y) / (1 - idle)),
        "y > 0": below(0, y),
        "entropy": lemma(nonnegative(prover), a=y, b=tilted),
        "split one": axiom(Always.PRODUCT, parts["one"], tilted / idle),
        "split zero": axiom(Always.PRODUCT, parts["zero"], (1 - tilted) / (1 - idle)),
    }
    line = y * more + (1 - y) * less
    tangent = proposition(
        prover,
        "counting.dense-line",
        at_most(line, whole),
        SHARE,
        at,
        known,
        reason="D(y | b) >= 0 for b = 100/2099",
        mutant=at_most(3 * line, whole),
    )
    yield tangent
    yield proposition(
        prover,
        "counting.dense-everywhere",
        at_most(phi, whole),
        ASKED,
        AT,
        {"idle > 0": known["idle > 0"], "rest > 0": known["rest > 0"], "line": lemma(tangent)},
        reason="D is at least a line, which is 4 L or more from 4 L/3 on",
        mutant=at_most(20 * phi, whole),
        reading="N = 10000, T = 50, beta = 1/10, mu = 0.9995, t is theta and phi is phi(theta); where t >= mu, and for mu + t, D is "
        "infinite",
    )
