"""A sign of a Hadamard matrix at a place that is drawn: the odds between two items, whatever their columns and signs are."""

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.privacy import Drawn, c, d
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import pointwise
from ldproof_proofs.reporting.coin import AT, BUDGET, randomized_response, x
from ldproof_proofs.sketch.law.rows import sampled

places = Symbol("places")


def drawn_sign(prover: Prover) -> Theorem:
    """At the drawn place of the drawn row two items have the same sign or opposite ones."""
    return pointwise.show_private(
        prover,
        "sketch.drawn-sign-ldp",
        Drawn(
            "a sign at one of the places of all rows, all as likely to be drawn whatever the item, and which place it is, "
            "between any two items",
            randomized_response(prover),
            places,
        ),
        1 + x,
        {**BUDGET, "places > 0": below(0, places)},
        {"drawn": lemma(sampled(prover), one=c, other=d, E=1 + x, d=places)},
        {**AT, "places": 2},
        1 + x / 2,
    )
