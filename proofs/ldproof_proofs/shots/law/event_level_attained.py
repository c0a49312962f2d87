"""What one round's change can reveal: the closed form is reached."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof import rounds
from ldproof.numbers import Symbol, Term
from ldproof.rounds import dummy_likelihood, lie, report_likelihood, truth
from ldproof.shots.formulas import event_odds
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.law.dummies import QUIET, quiet_bounds
from ldproof_proofs.shots.parameters import BITS, BUDGET, SAMPLE, SETTING, T, m, r, x

W = Symbol("w")


def event_level_attained(prover: Prover) -> Iterable[Theorem]:
    """The closed form is reached: the rarer dummy is seen in the round that changes, lies in all others."""
    for seen in BITS:
        rare, loudest = dummy_likelihood(r, seen), (1 - dummy_likelihood(r, seen)) * (2 + x)
        common = dummy_likelihood(r, 1 - seen)
        loudness = Implication(
            f"shots.loudest-{seen}",
            equal(common, loudest * lie(x)),
            BUDGET,
            witness=SAMPLE,
            mutant=Mutant(equal(common, loudest * truth(x)), SAMPLE),
        )
        theorem = prover.theorem(loudness, at_once("(2 + x) lie = 1", algebra))
        claim = Instance(
            f"shots.event-weights-attained-{seen}",
            f"where a are the weights of a transcript that shows {1 - seen} wherever its person's state is {seen}",
            proved.hiding_most(prover),
            [{"o": common, "w": report_likelihood(x, seen, 1 - seen)}],
            {"o": common, "w": report_likelihood(x, seen, seen)},
            BUDGET,
            by_name([theorem]),
            {"rho": loudest},
            SAMPLE,
        )
        yield prover.theorem(claim, ByInstance())
        yield event_level_reached(prover, seen, rare, loudest)


def event_level_reached(prover: Prover, seen: int, rare: Term, loudest: Term) -> Theorem:
    """With those weights, the two likelihoods have exactly the closed form's ratio."""
    at: Point = {"x": 2, "r": Fraction(1, 3) if seen else Fraction(2, 3), "m": 1, "T": 2, "w": 1}
    weights = [m * loudest * W, (T - m) * W]
    right = rounds.forward_step(weights, rare, report_likelihood(x, 1 - seen, seen))[1]
    found = anchor(
        event_odds,
        lambda: event_odds(m, T, r, x),
        lambda: rounds.forward_step(weights, rare, report_likelihood(x, seen, seen))[1] / right,
    )
    common = dummy_likelihood(r, 1 - seen)
    bottom = rare * (T - m) + m * (1 - rare)

    return show(
        prover,
        steps(
            Step(
                "=",
                1 + x * m * (1 - rare) / bottom,
                "the other rounds' weights are in the proportion that hides least",
                search,
            ),
            last=Last(
                "the dummy seen is the rarer one",
                search,
            ),
        ),
        f"shots.event-level-attained-{seen}",
        equal(found.definition, found.value),
        {**SETTING, "w > 0": below(0, W), "rarer": at_most(rare, common)},
        {"minimum": axiom(Always.MINIMUM, rare, common), **by_name(quiet_bounds(prover))},
        at,
        None,
        (found,),
        reading="w (T - m) is the weight of m reports in the T - 1 rounds that do not change, and that of m - 1 reports "
        "is in the proportion that hides least",
        short={"q": QUIET},
    )
