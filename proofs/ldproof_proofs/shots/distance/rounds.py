"""What people who differ in d rounds can be told apart by: what one round can contribute, for all T, m, d and r."""

from collections.abc import Iterable

from ldproof.numbers import Symbol
from ldproof.reporting import transcript
from ldproof.reporting.coin import lie, silent, spoken, truth
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, by_name, ever
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, by
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting import coin
from ldproof_proofs.shots.law.dummies import QUIET
from ldproof_proofs.shots.parameters import BITS, BUDGET, DUMMY, SAMPLE, r, x

o, w, v, rho = map(Symbol, ("o", "w", "v", "rho"))
ROUND = {"o >= 0": at_most(0, o), "w >= 0": at_most(0, w)}
HUSH = QUIET * (2 + x)
"""The least that silence can be likelier than a lie, whatever is seen."""


def showing(prover: Prover) -> Theorem:
    """If silence is at least rho times likelier than a report, so much likelier are fewer reports than more."""
    claim = Induction(
        "reporting.showing",
        "where a are the weights of a transcript",
        transcript.start,
        transcript.turn,
        (Round(o, {"a": w}),),
        lambda view: at_most((view.k + 1) * rho * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0)),
        lambda view: at_most((view.k + 2) * rho * view.rows["a"](1), (view.t - view.k) * view.rows["a"](0)),
        {"o": 6, "w": 3, "rho": 2},
        {**ROUND, "rho w <= o": at_most(rho * w, o)},
        reach=1,
        nonnegative=True,
    )
    first = (product("o >= 0", "invariant at k"), product("a_k >= 0", "rho w <= o"))
    later = by(*first, product("w >= 0", "invariant at k-1"))
    return prover.theorem(
        claim,
        ByInduction(
            at_once("both sides are 0", algebra),
            [at_once("silent at k, and rho reports are not louder than silence", by(*first))],
            [at_once("silent at k, spoken after k - 1, and rho reports are not louder than silence", later)],
        ),
    )


def hushed(prover: Prover) -> Iterable[Theorem]:
    """Whatever is seen, silence explains it at least min(r, 1-r) (2 + x) times as well as a lie."""
    for seen in BITS:
        claim = Implication(
            f"shots.hushed-{seen}",
            at_most(HUSH * lie(x), silent(r, seen)),
            {**BUDGET, **DUMMY},
            {"minimum": ever(Always.FIRST if seen else Always.SECOND, r, 1 - r)},
            SAMPLE,
            Mutant(at_most(HUSH * truth(x), silent(r, seen)), SAMPLE),
        )
        rule = by(product("minimum"))
        yield prover.theorem(claim, at_once("(2 + x) lie = 1, and the minimum is at most both", rule))


def differing(prover: Prover) -> Theorem:
    """In rounds that show the other person's state: (k + 1) rho Q_{k+1} <= (t - k) Q_k."""
    claim = Instance(
        "shots.distance-differing",
        "where a are the weights of rounds that all show the opposite of a person's states, rho = min(r, 1-r) (2 + x)",
        showing(prover),
        [{"o": silent(r, seen), "w": spoken(x, 1 - seen, seen)} for seen in BITS],
        {"o": silent(r, 1), "w": truth(x)},
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


def monotone(prover: Prover) -> Theorem:
    """If reports are at least as likely in every round, so are transcripts."""
    claim = Induction(
        "reporting.monotone",
        "where c and d are the weights of one transcript",
        transcript.start,
        transcript.turn,
        (Round(o, {"c": w, "d": v}),),
        lambda view: at_most(view.rows["c"](0), view.rows["d"](0)),
        lambda view: at_most(view.rows["d"](0), view.rows["c"](0)),
        {"o": 1, "w": 1, "v": 3},
        {**ROUND, "w <= v": at_most(w, v)},
        nonnegative=True,
    )
    later = by(
        product("o >= 0", "invariant at k"),
        product("w >= 0", "invariant at k-1"),
        product("d_{k-1} >= 0", "w <= v"),
    )
    return prover.theorem(
        claim,
        ByInduction(
            at_once("both sides are the start", algebra),
            [at_once("silence on both sides", by(product("o >= 0", "invariant at k")))],
            [at_once("silent at k, or spoken after k - 1", later)],
        ),
    )


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
        monotone(prover),
        [{"o": silent(r, seen), "w": less, "v": more} for seen in BITS for less, more in pairs],
        {"o": silent(r, 1), "w": truth(x), "v": lie(x)},
        {**BUDGET, **DUMMY},
        {**by_name(coin.nonnegative(prover)), **by_name(coin.dummies(prover)), **by_name(louder)},
        witness=SAMPLE,
    )
    return prover.theorem(claim_for_all, ByInstance())
