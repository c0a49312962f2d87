"""A column that is said by k-ary randomized response: the odds between two items, whatever their columns are."""

from collections.abc import Iterator, Mapping
from itertools import product as every

from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, by_name, lemma
from ldproof_proofs.kernel.privacy import Drawn, Listed, Pair, Processed, c, d
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise
from ldproof_proofs.sketch.law.rows import sampled

w, E, hashes = map(Symbol, ("w", "E", "hashes"))
GIVEN: Facts = {"w >= 2": at_most(2, w), "E > 1": below(1, E)}
AT: Point = {"w": 4, "E": 3, "hashes": 2}


def said_between(column: int) -> Mapping[str, Term]:
    """The probabilities that an item's column 0 or 1 is said as 0, as 1, or as any of the w - 2 other columns."""
    whole = E + w - 1
    return {
        "column 0": (E if column == 0 else 1) / whole,
        "column 1": (E if column == 1 else 1) / whole,
        "another column": (w - 2) / whole,
    }


def each_output(prover: Prover) -> Iterator[Theorem]:
    """No probability is negative, and none is more than E times as large under the other item."""

    def shown(name: str, goal: Relation, wrong: Relation) -> Theorem:
        claim = Implication(
            f"sketch.column-{name}", goal, GIVEN, witness=AT, mutant=Mutant(wrong, {**AT, "w": 2})
        )
        return prover.theorem(claim, at_once("w - 2 >= 0 and E > 1", search))

    for column, (place, said) in every((0, 1), enumerate(said_between(0))):
        one, other = (said_between(each)[said] for each in (column, 1 - column))
        yield shown(f"odds-{place}-{column}", at_most(one, E * other), below(E * other, one))
        yield shown(f"nonnegative-{place}-{column}", at_most(0, one), below(one, 0))


def lumped_private(prover: Prover) -> Theorem:
    """Said as one of two items' columns, or as another one, a column is LDP with the odds E."""
    return pointwise.show_private(
        prover,
        "sketch.column-class-ldp",
        Listed(
            "which of two items' columns is said, or that it is another one of w, between these items",
            (Pair(said_between(0), said_between(1)),),
        ),
        E,
        GIVEN,
        by_name(each_output(prover)),
        AT,
        E / 2,
    )


def kary_private(prover: Prover) -> Theorem:
    """A column of any width: another one than those of two items is uniform among the others, under both items."""
    return pointwise.show_private(
        prover,
        "sketch.column-ldp",
        Processed(
            "one of w columns, where another one than those of two items is uniform among the others, between any two items",
            lumped_private(prover),
        ),
        E,
        GIVEN,
        {},
        AT,
        E / 2,
    )


def local_hash_private(prover: Prover) -> Theorem:
    """The hash of one's own is as likely whatever the item is: naming it costs nothing."""
    return pointwise.show_private(
        prover,
        "sketch.local-hash-ldp",
        Drawn(
            "a column under one of the public hashes, all as likely to be drawn whatever the item, and which hash it is, "
            "between any two items",
            kary_private(prover),
            hashes,
        ),
        E,
        {**GIVEN, "hashes > 0": below(0, hashes)},
        {"drawn": lemma(sampled(prover), one=c, other=d, E=E, d=hashes)},
        AT,
        E / 2,
    )
