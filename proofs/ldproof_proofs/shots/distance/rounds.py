"""What people who differ in d rounds can be told apart by: what one round can contribute, for all T, m, d and r."""

from collections.abc import Iterable

from ldproof import rounds
from ldproof.numbers import Symbol, term
from ldproof.rounds import dummy_likelihood, lie, report_likelihood, truth
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import at_most, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import coin
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.law.dummies import QUIET
from ldproof_proofs.shots.parameters import BITS, BUDGET, DUMMY, SAMPLE, r, x

A, B = Symbol("A"), Symbol("B")
HUSH = QUIET * (2 + x)
"""The least that silence can be likelier than a lie, whatever is seen."""


def hushed(prover: Prover) -> Iterable[Theorem]:
    """Whatever is seen, silence explains it at least min(r, 1-r) (2 + x) times as well as a lie."""
    for seen in BITS:
        claim = Implication(
            f"shots.hushed-{seen}",
            at_most(HUSH * lie(x), dummy_likelihood(r, seen)),
            {**BUDGET, **DUMMY},
            {"minimum": axiom(Always.FIRST if seen else Always.SECOND, r, 1 - r)},
            SAMPLE,
            Mutant(at_most(HUSH * truth(x), dummy_likelihood(r, seen)), SAMPLE),
        )
        yield prover.theorem(claim, at_once("(2 + x) lie = 1, and the minimum is at most both", search))


def differing(prover: Prover) -> Theorem:
    """In rounds that show the other person's state: (k + 1) rho Q_{k+1} <= (t - k) Q_k."""
    claim = Instance(
        "shots.distance-differing",
        "where a are the weights of rounds that all show the opposite of a person's states, rho = min(r, 1-r) (2 + x)",
        proved.showing(prover),
        [{"o": dummy_likelihood(r, seen), "w": report_likelihood(x, 1 - seen, seen)} for seen in BITS],
        {"o": dummy_likelihood(r, 1), "w": truth(x)},
        {**BUDGET, **DUMMY},
        {
            **by_name(coin.nonnegative(prover)),
            **by_name(coin.dummies(prover)),
            **by_name(hushed(prover)),
        },
        {"rho": HUSH},
        witness=SAMPLE,
    )
    return prover.theorem(claim, ByInstance())


def matching(prover: Prover) -> Theorem:
    """A person's states, changed in some rounds to what was seen there, make the transcript no less likely."""
    pairs = [(lie(x), lie(x)), (lie(x), truth(x)), (truth(x), truth(x))]
    louder = []
    for place, (less, more) in enumerate(pairs):
        claim = Implication(
            f"shots.louder-{place}",
            at_most(less, more),
            BUDGET,
            witness=SAMPLE,
            mutant=Mutant(at_most(more, less / 2), SAMPLE),
        )
        louder.append(prover.theorem(claim, at_once("a lie is the rarer report", positivity)))
    claim_for_all = Instance(
        "shots.distance-matching",
        "where d are the weights of a transcript under the states with weights c, changed to what was seen anywhere",
        proved.monotone(prover),
        [{"o": dummy_likelihood(r, seen), "w": less, "v": more} for seen in BITS for less, more in pairs],
        {"o": dummy_likelihood(r, 1), "w": truth(x), "v": lie(x)},
        {**BUDGET, **DUMMY},
        {**by_name(coin.nonnegative(prover)), **by_name(coin.dummies(prover)), **by_name(louder)},
        witness=SAMPLE,
    )
    return prover.theorem(claim_for_all, ByInstance())


def forced(prover: Prover) -> Theorem:
    """A dummy that never occurs shows a report: such a round multiplies by E."""
    at = {"x": 2, "A": 1, "B": 2}
    shown = rounds.forward_step([B, A], term(0), truth(x))[1]
    other = rounds.forward_step([B, A], term(0), lie(x))[1]
    claim = Implication(
        "shots.distance-forced",
        equal(shown, (1 + x) * other),
        BUDGET,
        witness=at,
        mutant=Mutant(equal(shown, other), at),
        reading="A and B are the weights of k and k - 1 reports in the rounds before",
    )
    return prover.theorem(claim, at_once("truth = E lie", algebra))
