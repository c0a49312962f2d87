"""A near miss is one slip away and false; with whatever certificate, none is proved; and the adversary is no straw man."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import cast

import pytest

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication, Line
from ldproof_proofs.kernel.near_misses import at_place, fails, near_miss, near_misses
from ldproof_proofs.kernel.prover import Searching, at_once, by
from ldproof_proofs.kernel.relations import Relation, Sign, at_most
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import assert_refused
from tests.tiers import run_everything, seed

FEW = 2000 if run_everything() else 200
x, y = map(Symbol, "xy")


def test_a_near_miss_is_one_slip_away() -> None:
    found = {str(each) for each in near_misses(at_most(2 * x, y**2))}
    near = "3*x <= y^2; 2*y <= y^2; 2/x <= y^2; 2*x <= y^3; 2*x <= x^2; 2*x < y^2; x <= y^2"
    assert found >= {*near.split("; ")}
    assert found.isdisjoint({"2*x <= y^2", "y^2 < 2*x"})


def test_the_first_that_fails_is_named_by_its_place() -> None:
    goal, point = at_most(x, x + y), {"x": 1, "y": 1}
    place = near_miss(goal, point)
    assert place is not None
    first = at_place(goal, place)
    assert first is not None
    assert not first.holds_at(point)
    assert all(
        each.holds_at(point) or not each.negation().holds_at(point) for each in [*near_misses(goal)][:place]
    )


def test_there_may_be_none() -> None:
    assert near_miss(Relation(term(0), "!=", term(5)), {}) is None
    assert at_place(at_most(x, y), 10**6) is None
    assert at_place(at_most(x, y), -1) is None


CLAIM = Implication("a claim", at_most(0, x * x + 1), {}, {}, {"x": 0}, None)
PROOF = at_once("a square", by(product(), Product((), squares=(x,))))


def test_a_claim_without_a_mutant_gets_a_near_miss() -> None:
    found = Searching().theorem(CLAIM, PROOF).certificate
    assert isinstance(found, Chain)
    (question,) = CLAIM.questions(found)
    assert question.mutant is not None
    assert str(question.mutant.goal) == str(at_place(CLAIM.goal, found.slip)) == "0 <= x*x - 1"
    for slip, why in ((found.slip + 1, "holds at the point"), (10**6, "no mutant"), (-1, "no mutant")):
        assert_refused(why, prove, CLAIM, replace(found, slip=slip))
    assert_refused("", prove, CLAIM, replace(found, slip=cast(int, True)))  # noqa: FBT003


# Whoever has false claims proved: near misses of the ledger's claims, with their certificates, spoilt in every way.

MOST_MISSES = 12
"""Of a goal's near misses so many are looked at."""
SIGNS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
FACTORS = tuple(map(Fraction, ("0", "-1", "2", "1/2", "-3", "1000")))


@dataclass(frozen=True, slots=True)
class Forgery:
    """A claim that is false at a point, and a certificate for it."""

    claim: Implication
    certificate: Chain

    def accepted(self) -> bool:
        """Whether the kernel is taken in."""
        try:
            self.claim.replay(self.certificate)
        except (NotProved, Refused, ArithmeticError):
            return False
        return True


def false_claims(theorem: Theorem) -> Iterator[Implication]:
    """Claims one slip away from a theorem's that fail at its witness, where what is given holds."""
    claim = theorem.claim
    if not isinstance(claim, Implication) or not isinstance(theorem.certificate, Chain):
        return
    for changed in islice(near_misses(claim.goal), MOST_MISSES):
        if fails(changed, claim.witness):
            yield replace(claim, goal=changed, anchors=())


def forgeries(theorems: Iterable[Theorem], seed: str) -> Iterator[Forgery]:
    """Without end, the same for a seed."""
    random, theorems = Random(seed), [*theorems]
    wrong: dict[str, list[Implication]] = {}
    while True:
        theorem = random.choice(theorems)
        if theorem.name not in wrong:
            wrong[theorem.name] = [*false_claims(theorem)]
        if isinstance(theorem.certificate, Chain) and wrong[theorem.name]:
            claim = random.choice(wrong[theorem.name])
            yield Forgery(claim, spoilt(theorem.certificate, claim, random))


def spoilt(chain: Chain, claim: Implication, random: Random) -> Chain:
    """A certificate that reaches the false goal, changed in up to three places."""
    last = chain.lines[-1]
    lines = [*chain.lines[:-1], replace(last, to=claim.goal.right)]
    shown = [*chain.shown]
    for _ in range(random.randrange(4)):
        at = random.randrange(len(lines) + len(shown))
        if at < len(lines):
            lines[at] = replace(lines[at], because=tampered(lines[at].because, claim, random))
            if random.random() < 0.2:
                lines = rearranged(lines, random)
        else:
            found = shown[at - len(lines)]
            shown[at - len(lines)] = replace(found, because=tampered(found.because, claim, random))
    return Chain(tuple(lines), tuple(shown), axioms=chain.axioms)


def rearranged(lines: list[Line], random: Random) -> list[Line]:
    """One line less, one twice, or one with another sign."""
    at = random.randrange(len(lines))
    turned = Line(random.choice(SIGNS), lines[at].to, "", lines[at].because)
    middle = random.choice(([], [lines[at]] * 2, [turned]))
    return [*lines[:at], *middle, *lines[at + 1 :]] or lines


def tampered(found: Combination, claim: Implication, random: Random) -> Combination:
    """Other products, another multiplier, or the other sign."""
    match random.randrange(6):
        case 0:
            return replace(found, negated=not found.negated)
        case 1:
            return replace(found, times=several(found.times, claim, random))
        case 2:
            return replace(found, times=several(found.products, claim, random))
        case 3:
            return replace(found, products=found.products[:-1])
        case _:
            return replace(found, products=several(found.products, claim, random))


def several(products: Sequence[Product], claim: Implication, random: Random) -> tuple[Product, ...]:
    """Products with one of them changed, or one more."""
    names, terms = [*claim.facts], pieces(claim)
    old = random.choice(products) if products else Product(())
    changes: list[Callable[[], Product]] = [
        lambda: replace(old, factor=old.factor * random.choice(FACTORS)),
        lambda: replace(old, facts=(*old.facts, *random.sample(names, min(1, len(names))))),
        lambda: replace(old, facts=old.facts[:-1]),
        lambda: replace(old, scale=random.choice(terms)),
        lambda: replace(old, squares=(*old.squares, random.choice(terms))),
        lambda: replace(old, scale=1 / (random.choice(terms) - random.choice(terms))),
        lambda: Product((), random.choice(FACTORS), (random.choice(terms),)),
    ]
    return (*(each for each in products if each is not old), random.choice(changes)())


def pieces(claim: Implication) -> list[Term]:
    """Terms that occur in a claim, and what holds its facts apart: the slacks, and one over them."""
    slacks = [fact.slack for fact in (*claim.facts.values(), claim.goal)]
    symbols = map(Symbol, sorted(claim.goal.symbols()))
    sides = (claim.goal.left, claim.goal.right, term(-1), term(0))
    return [*slacks, *(1 / slack for slack in slacks), *symbols, *sides]


def test_of_claims_of_the_ledger_there_is_one(sample: Mapping[str, Theorem]) -> None:
    claims = [each.claim for each in sample.values() if isinstance(each.claim, Implication)]
    for each in Random(seed()).sample(claims, len(claims) // 20):
        assert near_miss(each.goal, each.witness) is not None, each.name


def test_no_false_claim_is_proved(sample: Mapping[str, Theorem]) -> None:
    found = islice(forgeries(sample.values(), seed()), FEW)
    assert [(each.claim.name, each.claim.goal, each.certificate) for each in found if each.accepted()] == []


def test_what_is_true_is_accepted_by_the_same_means(sample: Mapping[str, Theorem]) -> None:
    """Otherwise nothing would be learnt from a refusal."""
    for theorem in [*sample.values()][::20]:
        if isinstance(theorem.claim, Implication) and isinstance(theorem.certificate, Chain):
            assert Forgery(theorem.claim, theorem.certificate).accepted()


def test_a_kernel_with_a_hole_is_taken_in(
    sample: Mapping[str, Theorem], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that lets what may be negative count, is."""

    def blind(product: Product, facts: Facts, *, positive: bool) -> str | None:
        return None if facts.keys() >= {*product.facts} else "no such fact"

    monkeypatch.setattr(Product, "flaw", blind)
    assert any(each.accepted() for each in islice(forgeries(sample.values(), "2"), 6000))
