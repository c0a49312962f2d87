"""Small claims, and ways to get them believed: by a rule, or by a certificate that no rule has looked at."""

from collections.abc import Callable, Mapping

import pytest

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication, Known, Line, Rule, Shown, Way
from ldproof_proofs.kernel.parsing import parsed
from ldproof_proofs.kernel.positivity import evident
from ldproof_proofs.kernel.prover import Derivation, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import Invariant, View
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove

__all__ = ["at_most", "below", "equal"]

x, y, z, w = map(Symbol, "xyzw")
POSITIVE: Facts = {"x > 0": below(0, x)}
ONES: Point = dict.fromkeys("wxyz", 1)
FALSE = below(1, 0)
"""What no point and no proof makes true."""

NOTHING = Combination()
"""The certificate that both sides are the same."""


def relations(text: str) -> list[Relation]:
    """The relations in a text that separates them by semicolons."""
    found = [parsed(each) for each in text.split(";") if each.strip()]
    assert all(isinstance(each, Relation) for each in found), text
    return [each for each in found if isinstance(each, Relation)]


def facts(text: str) -> dict[str, Relation]:
    """The same, named by what they say."""
    return dict(zip((each.strip() for each in text.split(";")), relations(text), strict=False))


def expressions(text: str) -> list[Term]:
    """The terms in a text that separates them by semicolons."""
    found = [parsed(each) for each in text.split(";")]
    return [term(each) if isinstance(each, Term) else each.slack for each in found]


def of_rows(text: str) -> Invariant:
    """An invariant of the entries at k, named like their rows, and of t, k and the power G of the base."""
    (goal,) = relations(text)

    def invariant(view: View) -> Relation:
        names = goal.symbols()
        values = {"t": view.t, "k": view.k}
        values |= {name: view.rows[name](0) for name in view.rows if name in names}
        return goal.substitute(values | ({"G": view.power(0)} if "G" in names else {}))

    return invariant


def split_texts(text: str) -> list[str]:
    """Split a text at its bars."""
    return [each.strip() for each in text.split("|")]


def summed(*products: Product, times: tuple[Product, ...] = (), negated: bool = False) -> Combination:
    """A combination, as a certificate has it."""
    return Combination(products, times, negated)


def claimed(
    goal: Relation,
    given: Facts | None = None,
    known: Mapping[str, Known] | None = None,
    *,
    at: Point = ONES,
    mutant: Mutant | None = None,
    name: str = "the claim",
) -> Implication:
    """A claim with a witness, and a mutant that is refuted there."""
    return Implication(name, goal, given or {}, known or {}, at, mutant or Mutant(FALSE, at))


def shown(claim: Implication, proof: Rule | Derivation) -> Theorem:
    """The theorem, as an author gets it."""
    derivation = proof if isinstance(proof, Derivation) else at_once("a reason", proof)
    return prove(claim, derivation.certificate(claim))


def line(goal: Relation, because: Combination) -> Line:
    """A step to the right side of a relation."""
    return Line(goal.sign, goal.right, "a reason", because)


def blind(claim: Implication, *lines: Line) -> Chain:
    """A certificate that nobody has looked at: these steps, and whatever shows their terms defined, if anything."""
    way, found = Way(claim), list[Shown]()
    steps = (part for each in lines for part in (each.to, *each.because.multipliers()))
    for owed in way.missing(steps):
        try:
            because = evident(owed, way.usable)
        except NotProved:
            continue
        found.append(Shown(f"shown {len(found)}", owed, because))
        way.enter(found[-1].name, owed)
    return Chain(lines, tuple(found))


def settled(owed: str, because: Combination) -> Shown:
    """What shows that a term is defined."""
    return Shown("shown 1", relations(owed)[0], because)


def believed(claim: Implication, because: Combination) -> Theorem:
    """The theorem from one step that no rule has looked at."""
    return prove(claim, blind(claim, line(claim.goal, because)))


def lemma_of(goal: Relation, given: Facts, rule: Rule, name: str, at: Point = ONES) -> Theorem:
    return shown(claimed(goal, given, at=at, name=name), rule)


def assert_refused(why: str, attempt: Callable[..., object], *arguments: object) -> None:
    """Fail unless the call raises `NotProved` with a message that matches."""
    with pytest.raises(NotProved, match=why or None):
        attempt(*arguments)
