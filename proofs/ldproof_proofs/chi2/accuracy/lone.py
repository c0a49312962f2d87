"""One case: the table of its variant alone is significant whatever beta, and Algorithm 2's error there stays."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from ldproof.budget import parse_budget
from ldproof.chi2.error import beta_error, bound_printed
from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number, norm_squared, statistic_ratio, t_squared
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Term, enclose, term
from ldproof_proofs.chi2.accuracy.algorithm_1 import compared
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    NOISY,
    SPENT,
    THRESHOLD,
    D,
    b,
    beta,
    epsilon,
    m2,
    t,
    tau,
)
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.chi2.distance.search import statistic
from ldproof_proofs.chi2.law.noise import counted, first_error, norm, number, second_error
from ldproof_proofs.chi2.sensitivities.statistic import exact
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, Used
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

TAU, BETA, EPSILON = Fraction(96, 25), Fraction(4), Fraction(1)
PEOPLE = (100, 1000, 10000)
LONE: Facts = {"m2 >= 1": at_most(1, m2)}
AT: Point = {"m2": 5, "tau": 2}
KINDS = {"second": PrivateTestName.ALGORITHM_2, "first": PrivateTestName.ALGORITHM_1_Y1}
one, none = term(1), term(0)


def table(prover: Prover) -> Iterable[Theorem]:
    """Its statistic is N, and |T|^2 is at most 1 + 4/tau; Delta_T^2 is at least 2/tau and at most 4/tau + 2."""
    given: Facts = {**LONE, **THRESHOLD}
    found, spread = statistic_ratio(one, none, one, m2), t_squared(one, m2, tau)
    away = norm_squared(one, none, one, m2, tau) - 1
    yield exact(
        prover,
        "lone-statistic",
        equal(found, 1 + m2),
        LONE,
        AT,
        equal(found, m2),
    )
    for name, goal in (
        ("lone-norm", at_most(away, 4 / tau)),
        ("lone-spread-least", at_most(2 / tau, spread)),
        ("lone-spread-most", at_most(spread, 4 / tau + 2)),
    ):
        yield exact(
            prover,
            name,
            goal,
            given,
            AT,
            None,
        )


def stays(prover: Prover) -> Theorem:
    """So the error there is at least (1 - epsilon D)/2, whatever N and beta."""
    given: Facts = {
        **NOISY,
        **THRESHOLD,
        "t >= 1": at_most(0, t - 1),
        "|T|^2": at_most(t**2 - 1, 4 / tau),
        "D^2": at_most(2 / tau, D**2),
    }
    at: Point = {"epsilon": Fraction(1, 4), "D": 1, "tau": 2, "t": 1, "P": Fraction(1, 2)}
    low, high = -epsilon * D, -epsilon * (t - 1) / D
    return crossing(
        prover,
        "lone-error",
        at_most((1 - epsilon * D) / 2, P),
        given,
        at,
        t - 1,
        {"tangent": axiom(Always.TANGENT, low), "e": axiom(Always.MONOTONE, low, high)},
        "t = |T| at a table on the circle or beyond it, and D is Delta_T",
        reason="e^u >= 1 + u",
    )


def existing(prover: Prover) -> Iterable[Theorem]:
    """(18) is e^(-beta epsilon/N)/2 with one case, and (19) at most that, and at least e^(-beta epsilon (N + 1)/N^2)/2."""
    given: Facts = {**LONE, **AWAY, **SPENT}
    row: Facts = {**given, "b >= 0": at_most(0, b), "c >= 0": at_most(0, m2 - b)}
    at: Point = {"m2": 5, "b": 2, "beta": 1, "epsilon": 1}
    known: Used = {"row": below(0, larger_number(b, m2 - b))}
    whole: Used = {"smaller": axiom(Always.MINIMUM, one, m2), "single": below(0, larger_number(one, m2))}
    N = 1 + m2
    reading = "(18) with m1 = 1, and e^(-beta epsilon/N)/2"
    private, inverse = -beta * epsilon / delta_y1(one, m2), -beta * epsilon / N
    yield compared(prover, "lone-18-least", inverse, private, given, at, whole, reading)
    yield compared(prover, "lone-18-most", private, inverse, given, at, whole, reading)
    reading = "(19) with m1 = 1, and its bounds"
    public, below_it = -beta * epsilon / delta_y2(b, one, m2), -beta * epsilon * (N + 1) / N**2
    yield compared(prover, "lone-19-least", below_it, public, row, at, known, reading)
    yield compared(prover, "lone-19-most", public, inverse, row, at, known, reading)


def nearest(people: int, beta: Fraction, *, first: bool) -> tuple[int, int, int, int]:
    """The table that counts and is nearest to the threshold."""
    m2 = people - 1

    def off(cell: tuple[int, int]) -> float:
        if first:
            return float(abs(statistic(*cell, 1, m2) - TAU))
        return abs(sqrt(norm(cell, 1, m2, TAU)) - 1)

    return *min(counted(1, m2, TAU, beta), key=off), 1, m2


def errors(people: int, beta: Fraction) -> Iterable[tuple[str, Term]]:
    """Both algorithms' errors at their nearest tables."""
    yield "second", second_error(nearest(people, beta, first=False), TAU, EPSILON)
    yield "first", first_error(nearest(people, beta, first=True), TAU, EPSILON)


def cases(beta: Fraction) -> Iterable[tuple[str, Relation]]:
    """The reference's beta-errors are these, and (20) is below the second."""
    for people in PEOPLE:
        for name, found in errors(people, beta):
            ours = beta_error(KINDS[name], 1, people - 1, TAU, BETA, parse_budget(epsilon=EPSILON))
            yield from encloses(f"{name}, N = {people}", enclose(ours, 12), found)
            if name == "second":
                printed = bound_printed(one, term(people - 1), term(TAU), term(BETA), term(EPSILON))
                yield f"(20), N = {people}", below(printed, found)


def levels(prover: Prover) -> Theorem:
    """Both beta-errors for one case, as there are more controls."""
    claim = Ground(
        "chi2.lone-case-errors",
        "with one case the beta-errors of Algorithm 2 and of Algorithm 1 with (15) are those of the tables nearest to the "
        "threshold, and that of Algorithm 2 is above (20)",
        "N = 100, 1000 and 10000, tau = 96/25, beta = 4, epsilon = 1",
        lambda: cases(BETA),
        lambda: cases(BETA + 9),
        values=lambda: (
            {
                f"{name} {people}": beta_error(kind, 1, people - 1, TAU, BETA, parse_budget(epsilon=EPSILON))
                for name, kind in KINDS.items()
                for people in PEOPLE
            }
            | {"printed": number(bound_printed(one, term(9999), term(TAU), term(BETA), term(EPSILON)))}
            | {f"people {place}": Fraction(people) for place, people in enumerate(PEOPLE, 1)}
            | {"tau": TAU, "beta": BETA, "epsilon": Fraction(EPSILON)}
        ),
    )
    return prover.theorem(claim, ByRecord())
