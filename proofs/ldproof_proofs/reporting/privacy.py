"""Reports in some rounds as a mechanism: its law from weights, and that it is LDP with the whole budget."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, expm1, term
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.privacy import Folded, c, choices, d
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise
from ldproof_proofs.reporting.transcript import reachable

m, T, epsilon = map(Symbol, ("m", "T", "epsilon"))
HALF = term(Fraction(1, 2))
BUDGET: Facts = {"epsilon > 0": below(0, epsilon)}


def excess(reports: Term) -> Term:
    """Return the excess odds of a report, where so many share the budget evenly."""
    return expm1(epsilon / reports)


def excess_positive(prover: Prover) -> Theorem:
    """The odds of a report are above 1."""
    claim = Implication(
        "reporting.odds-above-1",
        below(0, excess(m)),
        {**BUDGET, "m >= 1": at_most(1, m)},
        {"tangent": axiom(Always.TANGENT, epsilon / m)},
        witness={"epsilon": 2, "m": 1},
    )
    return prover.theorem(claim, at_once("e^u >= 1 + u", search))


def choices_counted(prover: Prover) -> Theorem:
    """With both probabilities 1 in every round a weight is the number of choices of k rounds, for every k <= t above 0."""
    claim = Instance(
        "reporting.choices",
        "where a are the numbers of choices of k among t rounds",
        reachable.reachable(prover),
        [{"o": HALF, "w": HALF}],
        {"o": HALF / 2, "w": HALF},
        {"1/2": at_most(HALF, HALF)},
        {},
    )
    return prover.theorem(claim, ByInstance())


def choices_positive(prover: Prover) -> Theorem:
    """There is a choice of m among T rounds."""
    claim = Implication(
        "reporting.choices-positive",
        below(0, choices),
        {
            "T >= 1": at_most(1, T),
            "m <= T": at_most(m, T),
            "choices": at_most(T - m + 1, (T + 1) * choices),
        },
        witness={"m": 1, "T": 2, "choices": 2},
    )
    return prover.theorem(claim, at_once("T - m + 1 >= 1", search))


def output(prover: Prover) -> Theorem:
    """The probabilities of an output from its weights c and d: m reports of epsilon/m each have the odds e^epsilon."""
    at: Point = {"epsilon": 2, "m": 1, "c": 3, "d": 1, "choices": 2}
    claim = Implication(
        "reporting.output",
        at_most(c / choices, exp(epsilon) * (d / choices)),
        {
            "m >= 1": at_most(1, m),
            "weights": at_most(c, exp(m * (epsilon / m)) * d),
            "choices > 0": below(0, choices),
        },
        witness=at,
        mutant=Mutant(at_most(c / choices, d / choices), at),
    )
    return prover.theorem(claim, at_once("divide by what is positive", search))


def outputs(prover: Prover, reports: Term) -> Mapping[str, Known]:
    """Return what shows that every output keeps the odds, for so many reports."""
    return {
        "odds > 1": lemma(excess_positive(prover), m=reports),
        "choices > 0": lemma(choices_positive(prover), m=reports),
        "output": lemma(output(prover), m=reports),
    }


def private(
    prover: Prover,
    name: str,
    words: str,
    weights: Theorem,
    silent: Mapping[str, Term],
    spoken: Mapping[str, Mapping[str, Term]],
    reports: Term,
    given: Facts,
    at: Point,
    example: tuple[tuple[str, str, str], ...],
    known: Mapping[str, Known] | None = None,
) -> Theorem:
    """Return that reports with a share of epsilon each are epsilon-LDP, from a bound of their weights."""
    return pointwise.show_private(
        prover,
        name,
        Folded(
            words,
            silent,
            spoken,
            T,
            reports,
            epsilon / reports,
            weights,
            choices_counted(prover),
            {"x": excess(reports)},
            example,
        ),
        exp(epsilon),
        {**BUDGET, **given},
        {**(known or {}), **outputs(prover, reports)},
        at,
        Fraction(9, 10) * exp(epsilon),
    )
