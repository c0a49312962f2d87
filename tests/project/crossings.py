"""The public calls that take what comes from outside, each with plain arguments and an answer that can be compared."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from ldproof.audit import Pair, Plan, begin, claim, pairs
from ldproof.budget import Budget, budget
from ldproof.chi2.curator import share_out, total
from ldproof.chi2.distance import distance
from ldproof.chi2.genotypes import from_bits, from_matrix
from ldproof.chi2.law import Mechanism, PrivateTest
from ldproof.chi2.mechanism import MECHANISMS as TESTS
from ldproof.chi2.mechanism import ChiSquared
from ldproof.chi2.tables import Table, Tables, table, tables
from ldproof.coins import SeededCoins
from ldproof.counting import collector as counting_collector
from ldproof.counting import parameters as counting_parameters
from ldproof.counting import population as counting_population
from ldproof.counting.mechanism import Counting
from ldproof.counting.mechanism import mechanism as counting
from ldproof.counting.parameters import Which
from ldproof.evidence import Batch, ladder, rungs, start
from ldproof.evidence.fixed import Counted, epsilon
from ldproof.exact import (
    Digits,
    Rule,
    bernoullis,
    binomial,
    binomials,
    by_secret,
    by_secrets,
    finite,
    multinomials,
    subset,
    subsets,
    successes,
    thinnings,
    uniform,
    uniforms,
)
from ldproof.mechanisms import Finite, law_of
from ldproof.numbers import Real
from ldproof.reporting.device import filling
from ldproof.reporting.device import table as decisions
from ldproof.reporting.state import save as saved_person
from ldproof.reporting.tally import tally
from ldproof.shots import collector as shots_collector
from ldproof.shots import counts as shots_counts
from ldproof.shots import parameters as shots_parameters
from ldproof.shots import population as shots_population
from ldproof.shots.client import client as shots_client
from ldproof.shots.mechanism import Shots
from ldproof.shots.mechanism import mechanism as shots
from ldproof.sketch import classic
from ldproof.sketch.channels import Hadamard, Kary, Unary
from ldproof.sketch.client import Report, report
from ldproof.sketch.collector import collector as sketch_collector
from ldproof.sketch.collector import save as saved_sketch
from ldproof.sketch.estimators import mean
from ldproof.sketch.hashing import family
from ldproof.sketch.hashing.families import Affine, Ideal, Polynomial, Quadratic, Textbook
from ldproof.sketch.mechanism import MECHANISMS as SKETCHES
from ldproof.sketch.plan import plan
from ldproof.sketch.population import collected
from tests.project.boundary import Call

THIRD = Fraction(1, 3)
SHOTS = shots_parameters.parameters(3, 1, "1/2", odds=3)
GLANCE = counting_parameters.parameters("glance", 3, odds=3)
PLAN = plan("kary", 4, 2, SeededCoins(b"plan"), odds=3)
STATES = np.array([[True, False, True], [False, False, True]])


def coins() -> SeededCoins:
    """Coins of one seed, equal for every call."""
    return SeededCoins(b"boundary")


def texts(made: shots_parameters.Parameters | counting_parameters.Parameters) -> object:
    """Parameters, and what is saved of them."""
    return made, made.text()


def ask(call: Callable[..., object], *given: object) -> object:
    """What is answered to arguments of any type."""
    return call(*given)


def shots_counted(t: object, ones: object) -> object:
    """A collector after a round: what it says, estimates and saves."""
    found = shots_collector.collector(SHOTS, 4, "1/2")
    return ask(found.count, t, ones), found.estimate(1), shots_collector.save(found)


def shots_received(t: object, reports: object) -> object:
    """A collector after a round of everybody's reports: what it says and saves."""
    found = shots_collector.collector(SHOTS, 3, "1/2")
    return ask(found.receive, t, reports), shots_collector.save(found)


def shots_estimate(t: object) -> object:
    """A collector that is asked about a round."""
    found = shots_collector.collector(SHOTS, 3, "1/2")
    found.count(1, 2)
    return ask(found.estimate, t)


def glance_counted(t: object, ones: object, reporters: object) -> object:
    """A collector after a round: what it estimates and saves."""
    found = counting_collector.collector(GLANCE, 4)
    return ask(found.count, t, ones, reporters), counting_collector.save(found)


def glance_received(t: object, reports: object) -> object:
    """A collector after a round of everybody's reports: what it says and saves."""
    found = counting_collector.collector(GLANCE, 3)
    return ask(found.receive, t, reports), counting_collector.save(found)


def reported(t: object, state: object) -> object:
    """A person's device after a round."""
    person = shots_client(SHOTS, coins())
    return ask(person.report, t, state, coins()), saved_person(person)


def sketched(place: object, contents: object, version: object) -> object:
    """A collector of one report."""
    found = sketch_collector(PLAN)
    ask(found.receive, ask(Report, place, contents, version))
    return found.sums, found.reporters, saved_sketch(found)


def seen(item: object, count: object) -> object:
    """A sketch without noise."""
    found = classic.sketch(PLAN.family, 2, coins())
    ask(found.update, item, count)
    return found.counters


BOX = claim("black-box", {"epsilon": "1/2"})

CALLS = (
    # parameters
    Call(
        "shots.parameters",
        lambda **given: texts(shots_parameters.parameters(**given)),
        {"T": 3, "m": 1, "r": THIRD, "odds": 3},
        frozenset({"odds"}),
    ),
    Call(
        "shots.Parameters",
        lambda **given: texts(shots_parameters.Parameters(**given)),
        {"T": 3, "m": 1, "r": THIRD, "budget": budget(1, odds=3)},
    ),
    Call(
        "counting.parameters",
        lambda **given: texts(counting_parameters.parameters(**given)),
        {"which": "glance", "T": 3, "odds": 3},
    ),
    Call(
        "counting.Parameters",
        lambda **given: texts(counting_parameters.Parameters(**given)),
        {"which": Which.GLANCE, "T": 3, "budget": budget(1, odds=3)},
    ),
    Call("budget", budget, {"reports": 2, "odds": 3}),
    Call("budget, epsilon", budget, {"reports": 2, "epsilon": 3}),
    Call("Budget", Budget, {"reports": 2, "given": "odds", "value": Fraction(3)}),
    # m-shot reporting
    Call(
        "shots.collector",
        shots_collector.collector,
        {"parameters": SHOTS, "N": 4, "theta": THIRD},
    ),
    Call(
        "shots.Collector",
        lambda **given: ask(shots_collector.Collector(**given).count, 1, 2),
        {"parameters": SHOTS, "N": 4, "theta": THIRD},
    ),
    Call("shots.count", shots_counted, {"t": 1, "ones": 1}),
    Call("shots.receive", shots_received, {"t": 1, "reports": (1, 0, 1)}),
    Call("shots.estimate", shots_estimate, {"t": 1}),
    Call("report", reported, {"t": 1, "state": 1}),
    Call(
        "shots.ones",
        lambda **given: shots_counts.ones(SHOTS, coins=coins(), **given),
        {"streams": STATES, "people": np.array([2, 3])},
    ),
    Call(
        "shots.population.ones",
        lambda **given: shots_population.ones(SHOTS, coins=coins(), **given),
        {"states": STATES},
    ),
    Call(
        "shots.population.reports",
        lambda **given: shots_population.reports(SHOTS, coins=coins(), **given),
        {"states": STATES},
    ),
    Call("shots.mechanism", shots, {"T": 3, "m": 1, "r": THIRD, "odds": 3}),
    Call(
        "shots.likelihood",
        shots(3, 1, THIRD, odds=3).likelihood,
        {"secret": (1, 0, 1), "output": (1, 1, 0)},
    ),
    Call(
        "shots.randomize",
        lambda secret: ask(shots(3, 1, THIRD, odds=3).randomize, secret, coins()),
        {"secret": (1, 0, 1)},
    ),
    Call("shots.law", lambda secret: ask(law_of, shots(3, 1, THIRD, odds=3), secret), {"secret": (1, 0, 1)}),
    Call(
        "shots.neighbours",
        lambda one: ask(shots(3, 1, THIRD, odds=3).neighbours, "event", one, (1, 1, 1)),
        {"one": (1, 0, 1)},
    ),
    Call(
        "claim, level",
        lambda level: ask(claim, "shots.report", {"T": "3", "m": "1", "odds": "3"}, level),
        {"level": "event"},
    ),
    Call("Finite", Finite((0, 1, 2)).read, {"thing": 1}),
    Call(
        "person",
        lambda **given: saved_person(filling(decisions=decisions(Real(2), THIRD), coins=coins(), **given)),
        {"T": 3, "m": 1},
    ),
    Call("tally", partial(tally, 1), {"reports": (1, 0, 1), "N": 3}),
    # counting
    Call(
        "counting.collector",
        counting_collector.collector,
        {"parameters": GLANCE, "N": 4},
    ),
    Call(
        "counting.Collector",
        lambda **given: ask(counting_collector.Collector(**given).count, 1, 2, 3),
        {"parameters": GLANCE, "N": 4},
    ),
    Call("counting.count", glance_counted, {"t": 1, "ones": 1, "reporters": 1}),
    Call("counting.receive", glance_received, {"t": 1, "reports": (1, 0, 1)}, null=frozenset({"reports"})),
    Call("counting.mechanism", lambda T: counting("glance", T, odds=3), {"T": 3}),
    Call(
        "counting.likelihood",
        counting("harmony", 3, odds=3).likelihood,
        {"secret": (1, 0, 1), "output": (1, 0, 0)},
        null=frozenset({"output"}),
    ),
    Call(
        "counting.received",
        lambda **given: counting_population.received(GLANCE, coins=coins(), **given),
        {"states": STATES},
    ),
    Call(
        "counting.received_of_constant",
        lambda **given: counting_population.received_of_constant(GLANCE, coins=coins(), **given),
        {"N": 3, "M": 2, "runs": 2},
    ),
    # chi-squared
    Call("chi2.table", table, {"a": 1, "b": 2, "m1": 3, "m2": 4}),
    Call("chi2.Table", Table, {"a": 1, "b": 2, "m1": 3, "m2": 4}),
    Call("chi2.tables", tables, {"a": np.array([1, 2]), "b": np.array([2, 0]), "m1": 3, "m2": 4}),
    Call("chi2.Tables", Tables, {"a": np.array([1, 2]), "b": np.array([2, 0]), "m1": 3, "m2": 4}),
    Call("chi2.significant", lambda tau: ask(table(1, 2, 3, 4).significant, tau), {"tau": 2}),
    Call("chi2.all significant", lambda tau: ask(tables([1, 2], [2, 0], 3, 4).significant, tau), {"tau": 2}),
    Call(
        "chi2.PrivateTest",
        PrivateTest,
        {
            "mechanism": Mechanism.BETA_OPTIMAL,
            "tau": Fraction(2),
            "budget": budget(1, odds=3),
            "beta": Fraction(1),
        },
    ),
    Call("chi2.mechanism", TESTS["beta_optimal"], {"m1": 4, "m2": 6, "tau": 2, "beta": 1, "odds": 3}),
    Call(
        "chi2.ChiSquared",
        ChiSquared,
        {"m1": 4, "m2": 6, "test": PrivateTest(Mechanism.OPTIMAL, Fraction(2), budget(1, odds=3))},
    ),
    Call(
        "chi2.likelihood",
        TESTS["optimal"](4, 6, 2, odds=3).likelihood,
        {"secret": Table(1, 2, 4, 6), "output": 1},
    ),
    Call(
        "chi2.likelihood of cells",
        lambda a, b: ask(TESTS["optimal"](4, 6, 2, odds=3).likelihood, ask(Table, a, b, 4, 6), 1),
        {"a": 1, "b": 2},
    ),
    Call("chi2.distance", distance, {"a": 1, "b": 2, "m1": 3, "m2": 4, "tau": 2}),
    Call("chi2.from_bits", from_bits, {"variant": np.array([1, 0, 1]), "case": np.array([1, 1, 0])}),
    Call(
        "chi2.from_matrix",
        from_matrix,
        {"genotypes": np.array([[1, 0], [0, 1], [1, 1]]), "case": np.array([1, 1, 0])},
    ),
    Call("chi2.share_out", lambda tests: share_out(budget(1, odds=3), tests), {"tests": 2}),
    Call("chi2.total", lambda tests: total(budget(1, odds=3), tests), {"tests": 2}),
    # sketches
    *(
        Call(f"sketch.{word}", SKETCHES[word], {"w": 4, "d": 2, "odds": 9})
        for word in ("cms", "oue", "optimal", "hcms", "hcms_plus", "kary", "all_rows")
    ),
    Call("sketch.unary", SKETCHES["unary"], {"w": 4, "d": 2, "p": THIRD, "q": Fraction(1, 2)}),
    Call("sketch.per_user", SKETCHES["per_user"], {"w": 4, "odds": 9}),
    Call(
        "sketch.likelihood",
        SKETCHES["kary"](4, 2, odds=3).likelihood,
        {"secret": (2, 0), "output": (1, ((1,),))},
    ),
    Call(
        "sketch.likelihood of a content",
        lambda row, column: ask(SKETCHES["kary"](4, 2, odds=3).likelihood, (2, 0), (row, ((column,),))),
        {"row": 1, "column": 1},
    ),
    Call(
        "sketch.randomize",
        lambda secret: ask(SKETCHES["kary"](4, 2, odds=3).randomize, secret, coins()),
        {"secret": (2, 0)},
    ),
    Call(
        "sketch.plan",
        lambda **given: plan("kary", coins=coins(), family="affine", odds=3, **given),
        {"w": 4, "d": 2, "P": 5},
    ),
    Call("Shots", Shots, {"parameters": SHOTS}),
    Call("Counting", Counting, {"parameters": GLANCE}),
    Call(
        "Plan of a sketch",
        partial(replace, PLAN),
        {"rows": PLAN.rows, "keys": PLAN.keys, "budget": PLAN.budget},
    ),
    Call("sketch.report", lambda item: report(PLAN, item, coins()), {"item": 1}, frozenset({"item"})),
    Call("sketch.receive", sketched, {"place": (1,), "contents": ((1,),), "version": 1}),
    Call(
        "sketch.hits",
        lambda items: mean(sketch_collector(PLAN).hits(items)),
        {"items": (1, 2)},
        frozenset({"items"}),
    ),
    Call(
        "sketch.candidates",
        lambda candidates: sketch_collector(plan("per_user", 4, None, coins(), odds=3), candidates),
        {"candidates": (1, 2)},
        frozenset({"candidates"}),
    ),
    Call(
        "sketch.collected",
        lambda held: saved_sketch(collected(PLAN, (1, 2, 3), held, coins())),
        {"held": np.array([0, 2, 2])},
    ),
    Call("sketch.family", family, {"word": "affine", "w": 4, "P": 5}),
    *(Call(kind.__name__, kind, {"width": 4}) for kind in (Ideal, Quadratic, Polynomial)),
    *(Call(kind.__name__, kind, {"width": 4, "P": 5}) for kind in (Affine, Textbook)),
    Call(
        "Unary",
        lambda **given: ask(Unary(**given).likelihood, 1, (0, 1, 0, 0)),
        {"width": 4, "p": THIRD, "q": Fraction(1, 2)},
    ),
    Call("Kary", lambda **given: ask(Kary(**given).likelihood, 1, (1,)), {"width": 4, "excess": Fraction(2)}),
    Call(
        "Hadamard",
        lambda **given: ask(Hadamard(**given).likelihood, 1, (2, 1)),
        {"width": 4, "skip": 1, "excess": Fraction(2)},
    ),
    Call("classic.update", seen, {"item": 1, "count": 2}, frozenset({"item"})),
    Call("classic.sketch", lambda d: classic.sketch(PLAN.family, d, coins()), {"d": 2}),
    Call("classic.size", classic.size, {"alpha": THIRD, "delta": THIRD}),
    # exact draws
    Call("Digits", Digits, {"value": THIRD}),
    Call("Rule", Rule, {"length": 2, "decoy": 1}),
    Call("by_secret", lambda secret: by_secret((Digits(THIRD),) * 3, secret, coins()), {"secret": 1}),
    Call(
        "by_secrets",
        lambda secrets: by_secrets((Digits(THIRD),) * 3, secrets, coins()),
        {"secrets": np.array([0, 1, 2])},
    ),
    Call("bernoullis", lambda count: bernoullis(Digits(THIRD), count, coins()), {"count": 3}),
    Call("binomial", lambda count: binomial(count, Digits(THIRD), coins()), {"count": 3}),
    Call("binomials", lambda counts: binomials(counts, Digits(THIRD), coins()), {"counts": np.array([3, 5])}),
    Call(
        "thinnings",
        lambda **given: thinnings(coins=coins(), **given),
        {"counts": np.array([3, 5]), "kept": np.array([1, 2]), "among": 3},
    ),
    Call(
        "multinomials",
        lambda **given: multinomials(coins=coins(), **given),
        {"counts": np.array([3, 5]), "cells": 3},
    ),
    Call("uniform", lambda bound: uniform(bound, coins()), {"bound": 3}),
    Call("uniforms", lambda **given: uniforms(coins=coins(), **given), {"bound": 3, "count": 2}),
    Call("subset", lambda **given: subset(coins=coins(), **given), {"total": 3, "size": 2}),
    Call("subsets", lambda **given: subsets(coins=coins(), **given), {"people": 2, "total": 3, "size": 2}),
    Call("successes", lambda **given: successes(coins=coins(), **given), {"count": 3, "probability": THIRD}),
    Call("finite", lambda count: finite([THIRD] * 3).draw(count, coins()), {"count": 2}),
    Call(
        "finite law",
        lambda probability: finite([probability, 1 - THIRD]).draw(2, coins()),
        {"probability": THIRD},
    ),
    # evidence and audits
    Call("Batch", Batch, {"draws": 3, "likely": 2, "others": 4, "unlikely": 1}),
    Call("Counted", Counted, {"likely": 2, "likely_samples": 3, "unlikely": 1, "unlikely_samples": 3}),
    Call("start", start, {"odds": Fraction(3), "alpha": Fraction(1, 20)}),
    Call(
        "portfolio.adding",
        lambda weight: start(Fraction(3), Fraction(1, 20)).adding("a", weight),
        {"weight": THIRD},
    ),
    Call("ladder", lambda alpha: ladder([Fraction(1)], alpha), {"alpha": Fraction(1, 20)}),
    Call(
        "epsilon", lambda alpha: epsilon({"a": Counted(90, 100, 10, 100)}, alpha), {"alpha": Fraction(1, 20)}
    ),
    Call("rungs", rungs, {"lowest": Fraction(1), "step": Fraction(1), "highest": Fraction(3)}),
    Call(
        "Plan",
        lambda **given: begin(Plan(BOX, (Pair(0, 1),), **given)).draws(),
        {"alpha": Fraction(1, 20), "most": 200},
    ),
    Call("pairs", lambda one: pairs(BOX, [(one, "other")]), {"one": 1}, frozenset({"one"})),
    Call(
        "claim",
        lambda epsilon: claim("black-box", {"epsilon": epsilon}).odds,
        {"epsilon": "1/2"},
        frozenset(),
    ),
)
