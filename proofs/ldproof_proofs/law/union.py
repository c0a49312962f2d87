"""The union bound: some of t events happens with at most the sum of their probabilities, dependent or not."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.rows import add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem

P, new = Symbol("P"), Symbol("new")


def over_rounds(prover: Prover, Q: Term, T: Term, each: Term) -> Mapping[str, Known]:
    """That Q, the probability of an event in some of T rounds, is at most T times the largest of one round."""
    return {"union": lemma(union(prover), U_k=Q, t=T, P=each)}


def union(prover: Prover) -> Theorem:
    """Each event adds what it has beside those before it, which is at most its own probability."""
    claim = Induction(
        "law.union",
        "where U is the probability that some of t events happens: each adds new, the probability that it happens and "
        "none before it did, which is at most its own probability, itself at most P",
        zero_sums,
        add_share,
        (Round(term(1), {"U": new}),),
        lambda view: at_most(view.rows["U"](0), view.t * P),
        lambda view: at_most(view.rows["U"](0), view.t * P / 2),
        {"new": Fraction(1, 4), "P": Fraction(1, 4)},
        {"new <= P": at_most(new, P)},
    )
    step = at_once("one more event adds P at most", search)
    return prover.theorem(claim, ByInduction(at_once("0 <= 0 P", algebra), [step], [step]))
