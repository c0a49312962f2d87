"""The public calls that take what comes from outside, each with plain arguments, and what may be in their place."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from functools import partial
from unittest.mock import Mock

import numpy as np

from ldproof import evidence, sampling
from ldproof.auditor import AuditPlan, Pair, begin_audit, parse_claim, parse_pairs
from ldproof.budget import Budget, parse_budget
from ldproof.chi2.distance import distance
from ldproof.chi2.law import PrivateTest, PrivateTestName
from ldproof.chi2.mechanism import MECHANISMS as TESTS
from ldproof.chi2.mechanism import ChiSquared, share_out, total_budget
from ldproof.chi2.tables import Table, Tables, from_bits, from_matrix, parse_table, parse_tables
from ldproof.coins import SeededCoins
from ldproof.counting import client as counting_population
from ldproof.counting import collector as counting_collector
from ldproof.counting.mechanism import Counting, Which, counting_mechanism
from ldproof.devices import filling_person, save_person, sending_digits, tally_reports
from ldproof.evidence.fixed_sample import EventCounts, epsilon_bound
from ldproof.mechanisms import Finite, law_of
from ldproof.numbers import Real
from ldproof.shots import client as shots_counts
from ldproof.shots import client as shots_population
from ldproof.shots import collector as shots_collector
from ldproof.shots.client import start_client
from ldproof.shots.mechanism import Shots, report_mechanism
from ldproof.sketch import classic
from ldproof.sketch.collector import empty_collector, mean_estimates, save_collector, simulate_collector
from ldproof.sketch.hashing import hash_family
from ldproof.sketch.mechanism import MECHANISMS as SKETCHES
from ldproof.sketch.mechanism import Report, randomize_item
from ldproof.sketch.plan import draw_plan


class Kind(IntEnum):
    """A number with a name."""

    ONE = 1


class Odd:
    """An object that is nothing in particular, and says it is the whole number 1."""

    def __index__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "odd"


class Half(Fraction):
    """A fraction that says of its parts what is not so."""

    @property
    def numerator(self) -> int:
        raise ZeroDivisionError

    def as_integer_ratio(self) -> tuple[int, int]:
        raise ZeroDivisionError


class Unwritable:
    """An object that cannot be written."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


HUGE = 10**5000
"""More digits than Python writes."""

NUMBERS: tuple[object, ...] = (
    *(None, True, 1.5, 1.0, float("nan"), float("inf"), 1 + 0j, 0, 1, 2, -1, Kind.ONE),
    *("1", "x", "ln(3)", "", b"1", np.str_("1"), np.bool_(1), np.timedelta64(1, "s")),
    *(kind(1) for kind in (np.int8, np.int64, np.uint8, np.uint32, np.uint64, np.float32, np.float64)),
    *(10**400, -(10**400), 2**63, 2**64, np.int64(-(2**63)), HUGE, Fraction(HUGE), Fraction(1, HUGE), [HUGE]),
    *(Fraction(1), Fraction(1, 2), Fraction(7, 3), Decimal(1), Decimal("0.5"), Decimal("nan")),
    *([], [1], (1,), [[1]], {}, {1}, range(10**12), np.array(1), np.array([1]), np.array([1, 0, 1])),
    *(np.array(b"1"), np.zeros(2, [("a", "i8")]), np.zeros((), [("a", "i8")])[()]),
    *(object(), Odd(), Half(1, 2), Unwritable(), [Unwritable()], Mock(spec=int)),
)
"""In the place of one number, or of anything else."""


THIRD = Fraction(1, 3)
SHOTS = report_mechanism(3, 1, "1/2", odds=3)
GLANCE = counting_mechanism("glance", 3, odds=3)
PLAN = draw_plan("kary", 4, 2, SeededCoins(b"plan"), odds=3)
STATES = np.array([[True, False, True], [False, False, True]])


def plain(call: Callable[..., object], **given: object) -> "partial[object]":
    """A call that answers, with plain arguments."""
    return partial(call, **given)


def coins() -> SeededCoins:
    """Coins of one seed, equal for every call."""
    return SeededCoins(b"boundary")


def texts(made: Shots | Counting) -> object:
    """Parameters, and what is saved of them."""
    return made, made.text()


def ask(call: Callable[..., object], *given: object) -> object:
    """Return the answer to arguments of any type."""
    return call(*given)


def shots_counted(t: object, ones: object) -> object:
    """A collector after a round: what it says, estimates and saves."""
    found = shots_collector.empty_collector(SHOTS, 4, "1/2")
    return ask(found.count, t, ones), found.estimate(1), shots_collector.save_collector(found)


def shots_received(t: object, reports: object) -> object:
    """A collector after a round of everybody's reports: what it says and saves."""
    found = shots_collector.empty_collector(SHOTS, 3, "1/2")
    return ask(found.receive, t, reports), shots_collector.save_collector(found)


def shots_estimate(t: object) -> object:
    """A collector that is asked about a round."""
    found = shots_collector.empty_collector(SHOTS, 3, "1/2")
    found.count(1, 2)
    return ask(found.estimate, t)


def glance_counted(t: object, ones: object, reporters: object) -> object:
    """A collector after a round: what it estimates and saves."""
    found = counting_collector.empty_collector(GLANCE, 4)
    return ask(found.count, t, ones, reporters), counting_collector.save_collector(found)


def glance_received(t: object, reports: object) -> object:
    """A collector after a round of everybody's reports: what it says and saves."""
    found = counting_collector.empty_collector(GLANCE, 3)
    return ask(found.receive, t, reports), counting_collector.save_collector(found)


def reported(t: object, state: object) -> object:
    """A person's device after a round."""
    person = start_client(SHOTS, coins())
    return ask(person.report, t, state, coins()), save_person(person)


def sketched(place: object, contents: object, version: object) -> object:
    """A collector of one report."""
    found = empty_collector(PLAN)
    ask(found.receive, ask(Report, place, contents, version))
    return found.sums, found.reporters, save_collector(found)


def seen(item: object, count: object) -> object:
    """A sketch without noise."""
    found = classic.empty_sketch(PLAN.family, 2, coins())
    ask(found.update, item, count)
    return found.counters


BOX = parse_claim("black-box", {"epsilon": "1/2"})

CALLS = {
    # parameters
    "shots.parameters": plain(lambda **given: texts(report_mechanism(**given)), T=3, m=1, r=THIRD, odds=3),
    "Shots": plain(
        lambda **given: texts(Shots(**given)),
        T=3,
        m=1,
        r=THIRD,
        budget=parse_budget(1, odds=3),
    ),
    "counting.parameters": plain(
        lambda **given: texts(counting_mechanism(**given)), which="glance", T=3, odds=3
    ),
    "Counting": plain(
        lambda **given: texts(Counting(**given)),
        which=Which.GLANCE,
        T=3,
        budget=parse_budget(1, odds=3),
    ),
    "budget": plain(parse_budget, reports=2, odds=3),
    "budget, epsilon": plain(parse_budget, reports=2, epsilon=3),
    "Budget": plain(Budget, reports=2, given="odds", value=Fraction(3)),
    # m-shot reporting
    "shots.collector": plain(shots_collector.empty_collector, parameters=SHOTS, N=4, theta=THIRD),
    "shots.ShotsCollector": plain(
        lambda **given: ask(shots_collector.ShotsCollector(**given).count, 1, 2),
        parameters=SHOTS,
        N=4,
        theta=THIRD,
    ),
    "shots.count": plain(shots_counted, t=1, ones=1),
    "shots.receive": plain(shots_received, t=1, reports=(1, 0, 1)),
    "shots.estimate": plain(shots_estimate, t=1),
    "report": plain(reported, t=1, state=1),
    "shots.ones": plain(
        lambda **given: shots_counts.simulate_ones(SHOTS, coins=coins(), **given),
        streams=STATES,
        people=np.array([2, 3]),
    ),
    "shots.population.ones": plain(
        lambda **given: shots_population.ones_of_people(SHOTS, coins=coins(), **given), states=STATES
    ),
    "shots.population.reports": plain(
        lambda **given: shots_population.simulate_reports(SHOTS, coins=coins(), **given), states=STATES
    ),
    "shots.mechanism": plain(report_mechanism, T=3, m=1, r=THIRD, odds=3),
    "shots.likelihood": plain(
        report_mechanism(3, 1, THIRD, odds=3).likelihood, secret=(1, 0, 1), output=(1, 1, 0)
    ),
    "shots.randomize": plain(
        lambda secret: ask(report_mechanism(3, 1, THIRD, odds=3).randomize, secret, coins()), secret=(1, 0, 1)
    ),
    "shots.law": plain(
        lambda secret: ask(law_of, report_mechanism(3, 1, THIRD, odds=3), secret), secret=(1, 0, 1)
    ),
    "shots.neighbours": plain(
        lambda one: ask(report_mechanism(3, 1, THIRD, odds=3).neighbours, "event", one, (1, 1, 1)),
        one=(1, 0, 1),
    ),
    "claim, level": plain(
        lambda level: ask(parse_claim, "shots.report", {"T": "3", "m": "1", "odds": "3"}, level),
        level="event",
    ),
    "Finite": plain(Finite((0, 1, 2)).read, thing=1),
    "person": plain(
        lambda **given: save_person(
            filling_person(decisions=sending_digits(Real(2), THIRD), coins=coins(), **given)
        ),
        T=3,
        m=1,
    ),
    "tally": plain(partial(tally_reports, 1), reports=(1, 0, 1), N=3),
    # counting
    "counting.collector": plain(counting_collector.empty_collector, parameters=GLANCE, N=4),
    "counting.CountingCollector": plain(
        lambda **given: ask(counting_collector.CountingCollector(**given).count, 1, 2, 3),
        parameters=GLANCE,
        N=4,
    ),
    "counting.count": plain(glance_counted, t=1, ones=1, reporters=1),
    "counting.receive": plain(glance_received, t=1, reports=(1, 0, 1)),
    "counting.mechanism": plain(lambda T: counting_mechanism("glance", T, odds=3), T=3),
    "counting.likelihood": plain(
        counting_mechanism("harmony", 3, odds=3).likelihood, secret=(1, 0, 1), output=(1, 0, 0)
    ),
    "counting.received": plain(
        lambda **given: counting_population.simulate_received(GLANCE, coins=coins(), **given), states=STATES
    ),
    "counting.received_of_constant": plain(
        lambda **given: counting_population.simulate_received_constant(GLANCE, coins=coins(), **given),
        N=3,
        M=2,
        runs=2,
    ),
    # chi-squared
    "chi2.table": plain(parse_table, a=1, b=2, m1=3, m2=4),
    "chi2.Table": plain(Table, a=1, b=2, m1=3, m2=4),
    "chi2.tables": plain(parse_tables, a=np.array([1, 2]), b=np.array([2, 0]), m1=3, m2=4),
    "chi2.Tables": plain(Tables, a=np.array([1, 2]), b=np.array([2, 0]), m1=3, m2=4),
    "chi2.significant": plain(lambda tau: ask(parse_table(1, 2, 3, 4).significant, tau), tau=2),
    "chi2.all significant": plain(
        lambda tau: ask(parse_tables([1, 2], [2, 0], 3, 4).significant, tau), tau=2
    ),
    "chi2.PrivateTest": plain(
        PrivateTest,
        mechanism=PrivateTestName.BETA_OPTIMAL,
        tau=Fraction(2),
        budget=parse_budget(1, odds=3),
        beta=Fraction(1),
    ),
    "chi2.mechanism": plain(TESTS["beta_optimal"], m1=4, m2=6, tau=2, beta=1, odds=3),
    "chi2.ChiSquared": plain(
        ChiSquared,
        m1=4,
        m2=6,
        test=PrivateTest(PrivateTestName.OPTIMAL, Fraction(2), parse_budget(1, odds=3)),
    ),
    "chi2.likelihood": plain(
        TESTS["optimal"](4, 6, 2, odds=3).likelihood, secret=Table(1, 2, 4, 6), output=1
    ),
    "chi2.likelihood of cells": plain(
        lambda a, b: ask(TESTS["optimal"](4, 6, 2, odds=3).likelihood, ask(Table, a, b, 4, 6), 1), a=1, b=2
    ),
    "chi2.distance": plain(distance, a=1, b=2, m1=3, m2=4, tau=2),
    "chi2.from_bits": plain(from_bits, variant=np.array([1, 0, 1]), case=np.array([1, 1, 0])),
    "chi2.from_matrix": plain(
        from_matrix, genotypes=np.array([[1, 0], [0, 1], [1, 1]]), case=np.array([1, 1, 0])
    ),
    "chi2.share_out": plain(lambda tests: share_out(parse_budget(1, odds=3), tests), tests=2),
    "chi2.total": plain(lambda tests: total_budget(parse_budget(1, odds=3), tests), tests=2),
    # sketches
    **{
        f"sketch.{word}": plain(SKETCHES[word], w=4, d=2, odds=9)
        for word in ("cms", "oue", "optimal", "hcms", "hcms_plus", "count_sketch", "kary", "all_rows")
    },
    **{
        f"sketch.{word}": plain(SKETCHES[word], w=4, d=2, p=THIRD, q=Fraction(1, 2))
        for word in ("unary", "unary_all_rows")
    },
    **{f"sketch.{word}": plain(SKETCHES[word], w=4, odds=9) for word in ("per_user", "local_hash")},
    "sketch.likelihood": plain(SKETCHES["kary"](4, 2, odds=3).likelihood, secret=(2, 0), output=(1, ((1,),))),
    "sketch.likelihood of a content": plain(
        lambda row, column: ask(SKETCHES["kary"](4, 2, odds=3).likelihood, (2, 0), (row, ((column,),))),
        row=1,
        column=1,
    ),
    "sketch.randomize": plain(
        lambda secret: ask(SKETCHES["kary"](4, 2, odds=3).randomize, secret, coins()), secret=(2, 0)
    ),
    "sketch.plan": plain(
        lambda **given: draw_plan("kary", coins=coins(), family="affine", odds=3, **given), w=4, d=2, P=5
    ),
    "Plan of a sketch": plain(partial(replace, PLAN), rows=PLAN.rows, keys=PLAN.keys, budget=PLAN.budget),
    "sketch.report": plain(lambda item: randomize_item(PLAN, item, coins()), item=1),
    "sketch.receive": plain(sketched, place=(1,), contents=((1,),), version=1),
    "sketch.hits": plain(lambda items: mean_estimates(empty_collector(PLAN).hits(items)), items=(1, 2)),
    "sketch.candidates": plain(
        lambda candidates: empty_collector(draw_plan("per_user", 4, None, coins(), odds=3), candidates),
        candidates=(1, 2),
    ),
    "sketch.collected": plain(
        lambda held: save_collector(simulate_collector(PLAN, (1, 2, 3), held, coins())),
        held=np.array([0, 2, 2]),
    ),
    "sketch.family": plain(hash_family, word="affine", w=4, P=5),
    "classic.update": plain(seen, item=1, count=2),
    "classic.sketch": plain(lambda d: classic.empty_sketch(PLAN.family, d, coins()), d=2),
    "classic.size": plain(classic.sketch_size, alpha=THIRD, delta=THIRD),
    # exact draws
    "Digits": plain(sampling.Digits, value=THIRD),
    "Rule": plain(sampling.BlockRule, length=2, decoy=1),
    "draw_by_secret": plain(
        lambda secret: sampling.draw_by_secret((sampling.Digits(THIRD),) * 3, secret, coins()), secret=1
    ),
    "draw_by_secrets": plain(
        lambda secrets: sampling.draw_by_secrets((sampling.Digits(THIRD),) * 3, secrets, coins()),
        secrets=np.array([0, 1, 2]),
    ),
    "bernoullis": plain(
        lambda count: sampling.draw_bernoullis(sampling.Digits(THIRD), count, coins()), count=3
    ),
    "binomial": plain(lambda count: sampling.draw_binomial(count, sampling.Digits(THIRD), coins()), count=3),
    "binomials": plain(
        lambda counts: sampling.draw_binomials(counts, sampling.Digits(THIRD), coins()),
        counts=np.array([3, 5]),
    ),
    "thinnings": plain(
        lambda **given: sampling.draw_thinnings(coins=coins(), **given),
        counts=np.array([3, 5]),
        kept=np.array([1, 2]),
        among=3,
    ),
    "multinomials": plain(
        lambda **given: sampling.draw_multinomials(coins=coins(), **given), counts=np.array([3, 5]), cells=3
    ),
    "uniform": plain(lambda bound: sampling.draw_uniform(bound, coins()), bound=3),
    "uniforms": plain(lambda **given: sampling.draw_uniforms(coins=coins(), **given), bound=3, count=2),
    "subset": plain(lambda **given: sampling.draw_subset(coins=coins(), **given), total=3, size=2),
    "subsets": plain(
        lambda **given: [*sampling.draw_memberships(coins=coins(), **given)], people=2, total=3, size=2
    ),
    "successes": plain(
        lambda **given: sampling.draw_successes(coins=coins(), **given), count=3, probability=THIRD
    ),
    "finite": plain(lambda count: sampling.table_of_law([THIRD] * 3).draw(count, coins()), count=2),
    "finite law": plain(
        lambda probability: sampling.table_of_law([probability, 1 - THIRD]).draw(2, coins()),
        probability=THIRD,
    ),
    # evidence and audits
    "Batch": plain(evidence.Batch, draws=3, likely=2, others=4, unlikely=1),
    "Counted": plain(EventCounts, likely=2, likely_samples=3, unlikely=1, unlikely_samples=3),
    "start": plain(evidence.start, odds=Fraction(3), alpha=Fraction(1, 20)),
    "portfolio.adding": plain(
        lambda weight: evidence.start(Fraction(3), Fraction(1, 20)).adding("a", weight), weight=THIRD
    ),
    "ladder": plain(lambda alpha: evidence.ladder([Fraction(1)], alpha), alpha=Fraction(1, 20)),
    "epsilon": plain(
        lambda alpha: epsilon_bound({"a": EventCounts(90, 100, 10, 100)}, alpha), alpha=Fraction(1, 20)
    ),
    "rungs": plain(evidence.rungs, lowest=Fraction(1), step=Fraction(1), highest=Fraction(3)),
    "AuditPlan": plain(
        lambda **given: begin_audit(AuditPlan(BOX, (Pair(0, 1),), **given)).next_draw(),
        alpha=Fraction(1, 20),
        most=200,
    ),
    "pairs": plain(lambda one: parse_pairs(BOX, [(one, "other")]), one=1),
    "claim": plain(lambda epsilon: parse_claim("black-box", {"epsilon": epsilon}).odds, epsilon="1/2"),
}

ROOMY = {
    "shots.parameters": "odds",
    "sketch.report": "item",
    "sketch.hits": "items",
    "sketch.candidates": "candidates",
    "classic.update": "item",
    "pairs": "one",
}
"""The arguments in whose place text and bytes mean something, too."""
NULL = {"counting.receive": "reports", "counting.likelihood": "output"}
"""The arguments in whose place None does."""
