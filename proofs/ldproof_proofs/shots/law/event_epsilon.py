"""The closed form's logarithm, and the closed form by brute force."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import exp, expm1, log, rational, term
from ldproof.shots.formulas import event_epsilon, event_odds
from ldproof.shots.privacy import transcript_law
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import axiom, by_name
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.finite_laws import symmetric_odds, tight_odds
from ldproof_proofs.shots.distance.closed_form import bounded
from ldproof_proofs.shots.law.dummies import DENOMINATOR, QUIET, quiet_bounds
from ldproof_proofs.shots.parameters import BITS, DUMMY, ROUNDS, T, epsilon, m, r

DUMMIES = (rational(0), rational(1, 4), rational(1, 2), rational(2, 3), rational(1))
EXCESSES = (rational(1, 2), rational(2))


def event_budget(prover: Prover) -> Theorem:
    """Event-level epsilon is the logarithm of the event-level odds."""
    u = epsilon / m
    rest = 1 + QUIET * (T - m) / DENOMINATOR * expm1(-u)
    found = anchor(
        event_epsilon,
        lambda: event_epsilon(m, T, r, epsilon),
        lambda: log(event_odds(m, T, r, expm1(epsilon / m))),
    )
    bounds = {**by_name(quiet_bounds(prover))}
    given = {"epsilon > 0": below(0, epsilon), **DUMMY, **ROUNDS}
    at: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2}
    known = {**bounds, "shrinks": axiom(Always.POSITIVE, -u)}
    return show(
        prover,
        steps(
            Step("=", log(exp(u)) + log(rest), "u = log(exp(u))", search),
            Step("=", log(exp(u) * rest), "logarithms add", search),
            last=Last("the same number", algebra),
        ),
        "shots.event-epsilon",
        equal(found.value, found.definition),
        given,
        {
            **known,
            "grows": axiom(Always.POSITIVE, u),
            "undone": axiom(Always.UNDONE, u),
            "product": axiom(Always.PRODUCT, exp(u), rest),
        },
        at,
        Mutant(equal(found.value + 1, found.definition), at),
        (found,),
    )


def event_cases(mutated: int) -> Iterable[tuple[str, Relation]]:
    """The largest ratio over all transcripts and all changes of one round, against the closed form."""
    for rounds in range(1, 4):
        for reports, dummy, excess in every(range(1, rounds + 1), DUMMIES, EXCESSES):
            laws = {
                states: transcript_law(states, reports, dummy, excess)
                for states in every(BITS, repeat=rounds)
            }
            found = {
                (states, t): bounded(tight_odds(law, laws[(*states[:t], 1 - states[t], *states[t + 1 :])]))
                for states, law in laws.items()
                for t in range(rounds)
            }
            shots = term(reports + mutated), term(rounds + mutated)
            closed, name = (
                event_odds(*shots, term(dummy), term(excess)),
                f"T = {rounds}, m = {reports}, r = {dummy}, E = {1 + excess}",
            )
            yield f"{name}, attained", equal(max(found.values()), closed)
            for (states, t), odds in found.items():
                yield f"{name}, {states}, round {t}", at_most(odds, closed)


def event_level_exhaustively(prover: Prover) -> Theorem:
    """The closed form by brute force over the laws themselves."""
    claim = Ground(
        "shots.event-level-exhaustive",
        "the largest ratio of likelihoods over one round's change is the closed form",
        "T <= 3, every m, r in {0, 1/4, 1/2, 2/3, 1}, E in {3/2, 3}; every transcript and pair",
        lambda: event_cases(0),
        lambda: event_cases(1),
        anchors=(
            anchor(
                event_odds,
                lambda: event_odds(Fraction(1), Fraction(1), Fraction(0), Fraction(2)),
                lambda: symmetric_odds(
                    *(transcript_law((state,), 1, Fraction(0), Fraction(2)) for state in BITS)
                ),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
