"""False statements that numbers, points and charts would show, made at random: kernel and checker refuse every one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from ldproof.numbers import Term, exp, term
from ldproof_proofs.book.export.objects import FORMAT
from ldproof_proofs.book.export.syntax import Json, relation, tree
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.relations import Relation, Sign
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Claim, prove
from tests.proofs.checker.apart import check
from tests.proofs.checker.kinds import told
from tests.proofs.kernel.making import FALSE, x

MANY = 40
"""How many of each rule, as many true ones."""
SIGNS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
ALONE: Mapping[str, Json] = {"format": FORMAT, "name": "it", "anchors": [], "lemmas": {}}


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, whether it is so, and it as the kernel and as an object has it."""

    so: bool
    claim: Claim
    rule: ByPoint | ByRecord | BySigns
    written: Mapping[str, Json]

    def by_kernel(self) -> bool:
        """Whether the kernel takes it for shown."""
        try:
            prove(self.claim, self.rule.certificate(self.claim))
        except NotProved:
            return False
        return True


def grown(random: Random, size: int, at: Fraction) -> tuple[Term, Fraction]:
    """A term with so many operators, of numbers and of x, and its value where x is something, by Python's fractions."""
    if not size:
        number = Fraction(random.randrange(-4, 5), random.randrange(1, 4))
        return random.choice(((x, at), (term(number), number)))
    one, first = grown(random, size - 1, at)
    other, second = grown(random, random.randrange(size), at)
    ways = [(one + other, first + second), (one - other, first - second), (one * other, first * second)]
    ways += [(one / other, first / second)] if second else [(one**2, first**2)]
    return random.choice(ways)


def compared(left: Fraction, sign: Sign, right: Fraction) -> bool:
    """Whether a relation is so of fractions."""
    return {"=": left == right, "!=": left != right, "<=": left <= right, "<": left < right}[sign]


def numbers(random: Random) -> Said:
    """A record of one relation between numbers."""
    given = Fraction(random.randrange(-3, 4), 2)
    (left, first), (right, second) = (grown(random, random.randrange(4), given) for _ in range(2))
    left, right = (side.substitute({"x": term(given)}) for side in (left, right))
    sign = random.choice(SIGNS)
    said = Relation(left, sign, right)
    claim = Ground("it", "it is so", "here", lambda: [("one", said)], lambda: [("two", FALSE)])
    nodes: list[Json] = []
    cases: Json = [["one", placed(tree(left), nodes), sign, placed(tree(right), nodes)]]
    written: Mapping[str, Json] = {"rule": "ground", "says": "it is so", "scope": "here"}
    so = compared(first, sign, second) and left is not right
    return Said(so, claim, ByRecord(), {**ALONE, **written, "nodes": nodes, "cases": cases})


def placed(node: Json, nodes: list[Json]) -> int:
    """Where a syntax tree stands in a record, after its arguments."""
    assert isinstance(node, list)
    nodes.append([placed(each, nodes) if isinstance(each, list) else each for each in node])
    return len(nodes) - 1


def points(random: Random) -> Said:
    """Where something printed is false, and where it is true."""
    size, seed, sign = random.randrange(1, 4), random.random(), random.choice(SIGNS)
    places = [Fraction(random.randrange(-6, 7), 3) for _ in range(2)]
    values = [grown(Random(seed), size, at) for at in places]
    (printed, _), bound = values[0], random.choice(values)[1]
    so = [compared(value, sign, bound) for _, value in values] == [False, True]
    if printed != values[1][0]:  # a quotient was left out at one of the places
        return points(random)
    said = Relation(printed, sign, term(bound))
    point, elsewhere = ({"x": at} for at in places)
    written: Mapping[str, Json] = {
        "rule": "point",
        "reading": "",
        "printed": relation(said),
        "given": {},
        "point": {"x": ["constant", str(places[0])]},
        "elsewhere": {"x": ["constant", str(places[1])]},
    }
    return Said(so, Failure("it", "", said, point, elsewhere), ByPoint(), {**ALONE, **written})


def charts(random: Random) -> Said:
    """Signs of c (x - r) x^i e^(j x), which change at r alone, and there only if it is above 0."""
    root, factor = Fraction(random.randrange(-4, 9), 3), random.choice((-2, 1, 3))
    curve = factor * (x - root) * x ** random.randrange(3) * exp(x) ** random.randrange(3)
    right = 1 if factor > 0 else -1
    signs = (-right, right) if root > 0 else (right,)
    said = random.choice([(1,), (-1,), (1, -1), (-1, 1), (1, -1, 1), signs, signs])
    claim = Signs("it", "", curve, said, mutant=-curve, of_value=True)
    written: Mapping[str, Json] = {
        "rule": "signs",
        "reading": "",
        "expression": tree(curve),
        "derivative": False,
        "signs": [*said],
    }
    return Said(said == signs, claim, BySigns(), {**ALONE, **written})


def some(made: Callable[[Random], Said], so: bool) -> Iterator[Said]:
    """Statements that are so, or that are not."""
    random = Random(14)
    while True:
        found = made(random)
        if found.so == so:
            yield found


@pytest.mark.parametrize("made", [numbers, points, charts])
def test_what_is_not_so_is_refused(made: Callable[[Random], Said]) -> None:
    """By both, and what is so is accepted by both."""
    for so in (False, True):
        for said in islice(some(made, so), MANY):
            assert said.by_kernel() == so, said
            assert isinstance(told(said.written), check.Data) == so, said
