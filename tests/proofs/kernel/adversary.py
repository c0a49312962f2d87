"""Whoever has false claims proved: near misses of the ledger's claims, with their certificates, spoilt in every way.

`python -m tests.proofs.kernel.adversary COUNT SEED` makes so many forgeries, and fails if a single one is accepted.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from ldproof.numbers import Symbol, Term, term
from ldproof.rejections import Refused
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Chain, Implication, Line
from ldproof_proofs.kernel.near_misses import fails, near_misses
from ldproof_proofs.kernel.relations import Sign
from ldproof_proofs.kernel.theorem import Theorem

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
    for _, changed in zip(range(MOST_MISSES), near_misses(claim.goal), strict=False):
        if fails(changed, claim.witness):
            yield replace(claim, goal=changed, anchors=())


def forgeries(theorems: Iterable[Theorem], seed: int) -> Iterator[Forgery]:
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
    defined = [*chain.defined]
    for _ in range(random.randrange(4)):
        at = random.randrange(len(lines) + len(defined))
        if at < len(lines):
            lines[at] = replace(lines[at], because=tampered(lines[at].because, claim, random))
            if random.random() < 0.2:
                lines = random.choice(REARRANGED)(lines, random)
        else:
            defined[at - len(lines)] = tampered(defined[at - len(lines)], claim, random)
    return Chain(tuple(lines), tuple(defined))


def without(lines: list[Line], random: Random) -> list[Line]:
    """One line less."""
    at = random.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]] or lines


def twice(lines: list[Line], random: Random) -> list[Line]:
    """One line twice."""
    at = random.randrange(len(lines))
    return [*lines[:at], *lines[at:]]


def turned(lines: list[Line], random: Random) -> list[Line]:
    """A line with another sign."""
    at = random.randrange(len(lines))
    sign = random.choice(SIGNS)
    return [*lines[:at], Line(sign, lines[at].to, "", lines[at].because), *lines[at + 1 :]]


REARRANGED: tuple[Callable[[list[Line], Random], list[Line]], ...] = (without, twice, turned)


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
    match random.randrange(7):
        case 0:
            new = replace(old, factor=old.factor * random.choice(FACTORS))
        case 1:
            new = replace(old, facts=(*old.facts, *random.sample(names, min(1, len(names)))))
        case 2:
            new = replace(old, facts=old.facts[:-1])
        case 3:
            new = replace(old, scale=random.choice(terms))
        case 4:
            new = replace(old, squares=(*old.squares, random.choice(terms)))
        case 5:
            new = replace(old, scale=1 / (random.choice(terms) - random.choice(terms)))
        case _:
            new = Product((), random.choice(FACTORS), (random.choice(terms),))
    return (*(each for each in products if each is not old), new)


def pieces(claim: Implication) -> list[Term]:
    """Terms that occur in a claim, and what holds its facts apart: the slacks, and one over them."""
    slacks = [fact.slack for fact in (*claim.facts.values(), claim.goal)]
    symbols = [Symbol(name) for name in sorted(claim.goal.symbols())]
    return [
        *slacks,
        *(1 / slack for slack in slacks),
        *symbols,
        claim.goal.left,
        claim.goal.right,
        term(-1),
        term(0),
    ]


def accepted(theorems: Iterable[Theorem], count: int, seed: int) -> Iterator[Forgery]:
    """Those of so many forgeries that take the kernel in."""
    made = forgeries(theorems, seed)
    return (forgery for _, forgery in zip(range(count), made, strict=False) if forgery.accepted())


def main() -> None:
    """All theorems of the ledger, from what is stored."""
    from ldproof_proofs.kernel import store
    from ldproof_proofs.kernel.entries import run
    from ldproof_proofs.kernel.prover import Searching
    from ldproof_proofs.ledger import CLAIMS
    from tests.proofs.sparing import Counting

    count, seed = map(int, sys.argv[1:3])
    prover = Counting(Searching(), store.load())
    for _ in run(CLAIMS.values(), prover):
        pass
    found = [*accepted(prover.theorems.values(), count, seed)]
    for each in found:
        sys.stdout.write(f"{each.claim.name}: {each.claim.goal}: {each.certificate}\n")
    sys.exit(f"{len(found)} of {count} forgeries were accepted" if found else 0)


if __name__ == "__main__":
    main()
