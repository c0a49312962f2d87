"""Memoization: any number of reports of one state reveals less than what is kept of it, and how much less."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.formulas import memoization_likelihood, memoization_odds
from ldproof.numbers import Symbol, Term, term
from ldproof.probability import Odds, law_of_shares
from ldproof.rounds import report_likelihood
from ldproof_proofs.counting.parameters import BITS
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.privacy import Processed
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise, sums
from ldproof_proofs.law.finite_laws import symmetric_odds
from ldproof_proofs.reporting import coin

kept, again = Symbol("x"), Symbol("y")
a, b, G, more = map(Symbol, ("a", "b", "G", "H"))
READING = "a and b are the probabilities of k reports if 1 or 0 was kept, G = (1 + y)^k the most that they differ by, E = 1 + x"
AT: Point = {"x": 2, "y": 1, "a": 2, "b": 1, "G": 2, "H": 4}
ODDS = ((1 + kept) * G + 1) / (1 + kept + G)
"""The closed form, with (1 + y)^k = G."""
MOST = 4


def closed_cases(fewer: int) -> Iterable[tuple[str, Relation]]:
    """The odds of k reports of one bit, as rational functions of both budgets."""
    for reports in range(1, MOST + 1):
        seen = (1,) * reports
        closed = memoization_odds(reports - fewer, kept, again) * memoization_likelihood(0, seen, kept, again)
        yield f"k = {reports}", equal(closed, memoization_likelihood(1, seen, kept, again))


def by_force(reports: int, stays: Fraction, lies: Fraction) -> Odds:
    """The largest ratio over all transcripts of so many reports."""
    laws = [
        law_of_shares(
            (seen, memoization_likelihood(state, seen, stays, lies)) for seen in every(BITS, repeat=reports)
        )
        for state in BITS
    ]
    return symmetric_odds(*laws)


def odds_cases(extra: int) -> Iterable[tuple[str, Relation]]:
    """The closed form against all transcripts."""
    for stays, lies in every((Fraction(1), Fraction(7, 2)), (Fraction(1, 2), Fraction(3))):
        for reports in range(MOST + 1):
            under = [
                [
                    memoization_likelihood(state, seen, term(stays), term(lies))
                    for seen in every(BITS, repeat=reports)
                ]
                for state in BITS
            ]
            ratios = [pair[bit] / pair[1 - bit] for pair in zip(*under, strict=True) for bit in BITS]
            ours = memoization_odds(reports + extra, stays, lies)
            yield from sums.largest(f"k = {reports}, x = {stays}, y = {lies}", ratios, ours)


def of_equal_reports(reports: int) -> Anchor[Term]:
    """The closed form as the ratio of the likelihoods of so many reports of 1, for all budgets."""
    seen = (1,) * reports

    def ratio() -> Term:
        above, under = (memoization_likelihood(state, seen, kept, again) for state in (1, 0))
        return above / under

    return anchor(memoization_odds, lambda: memoization_odds(reports, kept, again), ratio)


def tight(prover: Prover) -> Iterable[Theorem]:
    """The closed form is what k equal reports reveal, and nothing reveals more."""
    yield prover.theorem(
        Ground(
            "counting.memoization-equal-reports",
            "k reports of 1 are likelier by the closed form under 1 than under 0",
            f"k <= {MOST}, both budgets as symbols",
            lambda: closed_cases(0),
            lambda: closed_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.memoization-odds",
            "the tight odds of k reports of one state are the closed form",
            f"k <= {MOST}, all transcripts, E in {{2, 9/2}}, instantaneous odds in {{3/2, 4}}",
            lambda: odds_cases(0),
            lambda: odds_cases(1),
            anchors=(
                anchor(
                    memoization_odds,
                    lambda: memoization_odds(2, Fraction(2), Fraction(3)),
                    lambda: by_force(2, Fraction(2), Fraction(3)),
                ),
                *map(of_equal_reports, (1, 2, 3)),
            ),
        ),
        ByRecord(),
    )


def bounded(prover: Prover) -> Theorem:
    """Whatever was reported, however often."""
    claim = Implication(
        "counting.memoization-private",
        at_most(
            report_likelihood(kept, 1, 1) * a + report_likelihood(kept, 1, 0) * b,
            ODDS * (report_likelihood(kept, 0, 1) * a + report_likelihood(kept, 0, 0) * b),
        ),
        {
            "x > 0": below(0, kept),
            "G >= 1": at_most(1, G),
            "a <= G b": at_most(a, G * b),
        },
        witness=AT,
        mutant=Mutant(
            at_most(
                report_likelihood(kept, 1, 1) * a + report_likelihood(kept, 1, 0) * b,
                report_likelihood(kept, 0, 1) * a + report_likelihood(kept, 0, 0) * b,
            ),
            AT,
        ),
        reading=READING,
    )
    return prover.theorem(claim, at_once("(E^2 - 1) (G b - a) is left over", search))


def private(prover: Prover) -> Theorem:
    """Any number of reports is drawn from the state that was kept, and so is as private as that."""
    return pointwise.show_private(
        prover,
        "counting.memoization-ldp",
        Processed(
            "any number of reports of a state that is kept by randomized response, between the states 0 and 1",
            coin.randomized_response(prover),
        ),
        1 + kept,
        coin.BUDGET,
        {},
        {"x": 2},
        1 + kept / 2,
    )


def attained(prover: Prover) -> Theorem:
    """With k equal reports, where a = G b."""
    here = G * b
    claim = Implication(
        "counting.memoization-attained",
        equal(
            report_likelihood(kept, 1, 1) * here + report_likelihood(kept, 1, 0) * b,
            ODDS * (report_likelihood(kept, 0, 1) * here + report_likelihood(kept, 0, 0) * b),
        ),
        {"x > 0": below(0, kept), "G >= 1": at_most(1, G)},
        witness=AT,
        mutant=Mutant(
            equal(
                report_likelihood(kept, 1, 1) * here + report_likelihood(kept, 1, 0) * b,
                (1 + kept) * (report_likelihood(kept, 0, 1) * here + report_likelihood(kept, 0, 0) * b),
            ),
            AT,
        ),
        reading=READING,
    )
    return prover.theorem(claim, at_once("multiply out", algebra))


def limit(prover: Prover) -> Iterable[Theorem]:
    """What is missing from the odds of the permanent stage, which falls to 0 as G grows; and that it does fall."""
    missing = Implication(
        "counting.memoization-limit",
        equal(1 + kept - ODDS, kept * (2 + kept) / (1 + kept + G)),
        {"x > 0": below(0, kept), "G >= 1": at_most(1, G)},
        witness=AT,
        mutant=Mutant(equal(1 + kept - ODDS, kept / (1 + kept + G)), AT),
        reading="G = (1 + y)^k",
    )
    yield prover.theorem(missing, at_once("E (E + G) - (E G + 1) = E^2 - 1", algebra))
    grows = Implication(
        "counting.memoization-grows",
        below(ODDS, ((1 + kept) * more + 1) / (1 + kept + more)),
        {"x > 0": below(0, kept), "G >= 1": at_most(1, G), "G < H": below(G, more)},
        witness=AT,
        mutant=Mutant(below(ODDS, G), {**AT, "G": 1}),
        reading="G and H = (1 + y)^k for a number of reports and a larger one",
    )
    yield prover.theorem(grows, at_once("(E^2 - 1) (H - G) is left over", positivity))
