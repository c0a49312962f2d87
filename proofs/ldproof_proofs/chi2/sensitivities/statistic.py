"""How a step in a row moves the statistic: one part falls, another rises, and each is bounded on its own."""

from collections.abc import Iterable

from ldproof.chi2.formulas import statistic_ratio
from ldproof.numbers import Symbol, term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, N, a, b, m1, m2
from ldproof_proofs.chi2.formulas.statistic import AT, UNEVEN
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Rule, axiom
from ldproof_proofs.kernel.prover import Prover, Used, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem

c, e = m2 - b, m1 - a - 1
"""Controls without the variant, and cases without it after the step."""
K = N**2 / (m1 * m2)
ROW: Facts = {
    **PEOPLE,
    "a >= 0": at_most(0, a),
    "b >= 0": at_most(0, b),
    "c >= 0": at_most(0, c),
    "e >= 0": at_most(0, e),
}
"""A table and the next one in its row."""
STEP: Facts = {**ROW, "s > 0": below(0, b + a), "rest > 0": below(0, c + e)}
"""Neither of them degenerate."""
HERE: Point = {"a": 1, "b": 2, "m1": 4, "m2": 6}
falling, rising = b**2 / ((b + a) * (b + a + 1)), c**2 / ((c + e) * (c + e + 1))
"""What a step takes away, and what it adds, in units of N^2/(m1 m2)."""
n, k = Symbol("n"), Symbol("k")
COUNTS: Facts = {"n >= 0": at_most(0, n), "k >= 0": at_most(0, k)}
LARGER = {"first": axiom(Always.FIRST, b, c), "second": axiom(Always.SECOND, b, c)}
SQUARE = (("m1 > 0", "m1 > 0", 1), ("m1 > 0", "m2 > 0", 2), ("m2 > 0", "m2 > 0", 1))
"""N^2 as a sum of products of facts."""


def exact(
    prover: Prover,
    name: str,
    goal: Relation,
    given: Facts,
    at: Point,
    mutant: Relation | None,
    known: Used | None = None,
    rule: Rule = search,
    reading: str = "",
) -> Theorem:
    """A claim that holds after multiplication with everything that it divides by."""
    why = "the same after multiplication"
    return proposition(
        prover, f"chi2.{name}", goal, given, at, known, rule=rule, reason=why, mutant=mutant, reading=reading
    )


def flipped(prover: Prover) -> Iterable[Theorem]:
    """The statistic is the same with all variants flipped, and with cases and controls exchanged."""
    here = statistic_ratio(a, b, m1, m2)
    for name, other in (
        ("flipped", statistic_ratio(m1 - a, c, m1, m2)),
        ("exchanged", statistic_ratio(b, a, m2, m1)),
    ):
        wrong = equal(2 * here, other)
        yield exact(
            prover,
            f"statistic-{name}",
            equal(here, other),
            UNEVEN,
            AT,
            wrong,
        )


def step(prover: Prover) -> Theorem:
    """A step in a is N^2/(m1 m2) times what it adds less what it takes away."""
    goal = equal(statistic_ratio(a + 1, b, m1, m2) - statistic_ratio(a, b, m1, m2), K * (rising - falling))
    wrong = equal(goal.left, K * (rising + falling))
    return exact(
        prover,
        "statistic-step",
        goal,
        STEP,
        HERE,
        wrong,
    )


def from_nobody(prover: Prover) -> Theorem:
    """The step from (0, 0), where the statistic is 0/0 and made 0, is what it adds alone: nothing is taken."""
    at: Point = {"m1": 4, "m2": 6}
    given = {**PEOPLE, "others": below(1, N)}
    goal = equal(statistic_ratio(term(1), term(0), m1, m2), K * m2**2 / ((N - 1) * N))
    return exact(
        prover, "statistic-first-step", goal, given, at, equal(goal.left, K * m2 / N), reading="b = 0"
    )  # fmt: skip


def part(prover: Prover, *, strict: bool) -> Theorem:
    """n^2/((n + k)(n + k + 1)) <= n/(n + 1), and less where n and k are positive."""
    given: Facts = (
        {"n > 0": below(0, n), "k > 0": below(0, k)} if strict else {**COUNTS, "n + k > 0": below(0, n + k)}
    )
    at: Point = {"n": 2, "k": 1}
    left, right = n**2 / ((n + k) * (n + k + 1)), n / (n + 1)
    goal = (below if strict else at_most)(left, right)
    name = "strictly" if strict else "at-most"
    known: Used = {"n + k > 0": below(0, n + k)} if strict else {}
    reading = "n = b and k = a for what falls, n = m2 - b and k = m1 - a - 1 for what rises"
    return exact(prover, f"part-of-a-step-{name}", goal, given, at, None, known, reading=reading)


def share(prover: Prover) -> Theorem:
    """n/(n + 1) grows."""
    return proposition(
        prover,
        "chi2.count-over-next",
        at_most(n / (n + 1), k / (k + 1)),
        {"n >= 0": at_most(0, n), "n <= k": at_most(n, k)},
        {"n": 1, "k": 2},
    )


def convex(prover: Prover) -> Theorem:
    """In a row the steps grow: what one more step adds to them is a sum of positive numbers."""
    given: Facts = {**STEP, "more": below(1, c + e)}
    rest = c + e
    less = below(0, rest - 1)
    two = below(0, b + a + 2)
    known = {"rest - 1 > 0": less, "s + 2 > 0": two}
    second = (
        statistic_ratio(a + 2, b, m1, m2)
        - 2 * statistic_ratio(a + 1, b, m1, m2)
        + statistic_ratio(a, b, m1, m2)
    )
    bend = b**2 / ((b + a) * (b + a + 1) * (b + a + 2)) + c**2 / ((rest - 1) * rest * (rest + 1))
    goal = equal(second, 2 * K * bend)
    return exact(prover, "statistic-convex", goal, given, HERE, equal(second, K * bend), known)


def first_of_row(prover: Prover) -> Theorem:
    """The first step of a row with b > 0, in the form of one fraction."""
    top = 2 * b**2 * m1 - b * m1**2 - 2 * b * m1 * m2 + b * m1 - b * m2 + m2**2
    given: Facts = {**PEOPLE, "s > 0": below(0, b), "rest > 0": below(0, N - b - 1)}
    at: Point = {"b": 2, "m1": 4, "m2": 6}
    step = statistic_ratio(term(1), b, m1, m2) - statistic_ratio(term(0), b, m1, m2)
    goal = equal(step, N**2 * top / (m1 * m2 * (b + 1) * (N - b) * (N - b - 1)))
    return exact(
        prover,
        "first-of-row",
        goal,
        given,
        at,
        equal(goal.left, 2 * goal.right),
    )
