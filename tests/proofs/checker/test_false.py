"""False statements of rounds, shapes and chains, made at random: kernel and checker refuse each, and accept true ones.

What is true is decided by Python's fractions: at points, by what a recurrence gives, or by where a derivative's roots
lie. Each statement of rounds and shapes comes with the certificate that would show it if it were true. Statements of
numbers, points and charts are tried in test_algebra.py.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product
from random import Random

import pytest

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, exp, least, sqrt, term
from ldproof_proofs.book.export.objects import Objects
from ldproof_proofs.book.export.syntax import Json, relation, relations, tree
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Chain, Implication, Line, Rule
from ldproof_proofs.kernel.induction import Induction, Round
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.near_misses import fails
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import algebra
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.rows import View, add_share, zero_sums
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import SIGNS, Kind, said, shape
from ldproof_proofs.kernel.theorem import Claim, Theorem, prove
from tests.proofs.checker.apart import accepted, make_chain, outcome, shown, told
from tests.proofs.checker.apart import product as multiplied
from tests.proofs.checker.test_rows import some
from tests.proofs.kernel.making import claimed, x, y
from tests.proofs.kernel.making import shown as proved
from tests.tiers import run_everything, seed

MANY = 40 if run_everything() else 8
"""How many of each rule are true, and how many are not."""
LONG = 60
"""After how many rounds at most a false invariant fails."""
RELATIONS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
NUMBERS = [Fraction(each, 2) for each in range(-4, 5)]
u = Symbol("u")
ByKernel = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, whether it is true, and what both make of it."""

    so: bool
    what: object
    by_kernel: ByKernel
    by_checker: Callable[[], object]


def compared(left: Fraction, sign: Sign, right: Fraction) -> bool:
    """Whether a relation is true of fractions."""
    return {"=": left == right, "<=": left <= right, "<": left < right, "!=": left != right}[sign]


# rounds and shapes


def with_certificate(so: bool, claim: Claim, certificate: object) -> Said:
    """A claim with its certificate, for both."""
    found = object.__new__(Theorem)
    object.__setattr__(found, "claim", claim)
    object.__setattr__(found, "certificate", certificate)

    def exported() -> object:
        own = Objects().add([found])
        return outcome(own["it"], *own.values())

    return Said(so, claim, lambda: prove(claim, certificate), exported)


def scaled(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """A share of what was there, and something more."""
    return [silent * each + spoken for each in row]


def rounds(random: Random) -> Said:
    """U is below, at or above B + A t: U adds up numbers of one of two kinds, or keeps a share of itself and adds one."""
    keeps = random.random() < 0.5
    shares = [random.choice([Fraction(1, 2), Fraction(1, 3), Fraction(0)]) if keeps else Fraction(1)] * 2
    parts = [random.choice(NUMBERS), random.choice(NUMBERS)]
    sign: Sign = random.choice(("<=", "<", "="))
    upwards = random.choice((1, -1)) if sign != "=" else 1
    slope, start = Fraction(0) if keeps else random.choice([*parts, *NUMBERS]), random.choice(NUMBERS)

    def fails_after(kinds: Sequence[int]) -> bool:
        total = Fraction(0)
        for kind in kinds:
            total = shares[kind] * total + parts[kind]
        bound = start + slope * len(kinds)
        return not compared(*((total, sign, bound) if upwards > 0 else (bound, sign, total)))

    few = [kinds for count in range(5) for kinds in product((0, 1), repeat=count)]
    so = not any(map(fails_after, [*few, *([kind] * count for kind in (0, 1) for count in range(LONG))]))

    def invariant(view: View) -> Relation:
        bound = start + slope * view.t
        sides = (view.rows["U"](0), bound) if upwards > 0 else (bound, view.rows["U"](0))
        return Relation(term(sides[0]), sign, term(sides[1]))

    claim = Induction(
        "it",
        "where U is made round by round",
        zero_sums,
        scaled if keeps else add_share,
        tuple(Round(term(share), {"U": term(part)}) for share, part in zip(shares, parts, strict=True)),
        invariant,
        lambda view: equal(view.rows["U"](0), view.rows["U"](0) + 1),
        {},
        {},
    )

    def because(role: str) -> Combination:
        """Return the sum for one part of the induction: it shows the goal if the rest of the slack has the right sign."""
        if role == "powers":
            return Combination((Product(()),))
        if role.startswith("base"):
            return Combination((Product((), upwards * start),) if sign != "=" else ())
        kind = int(role.split()[1])
        left = upwards * (start + slope - shares[kind] * start - parts[kind])
        rest = (Product((), left),) if sign != "=" and left else ()
        return Combination((Product(("invariant at k",), shares[kind]), *rest))

    steps = {
        part.name: Line(part.goal.sign, part.goal.right, "", because(part.name.removeprefix("it: ")))
        for part in claim.parts(invariant)
    }
    return with_certificate(so, claim, {name: Chain((step,), ()) for name, step in steps.items()})


general = cache(some)
"""U <= t b, where each round adds a c between 0 and b."""


def instances(random: Random) -> Said:
    """Rounds that add r x + s, and b = v: bounds are given of that, or of something beside it."""
    rate, shift, most = (random.choice(NUMBERS) for _ in range(3))
    part, bound = rate * x + shift, term(most)
    off = [random.choice((0, 0, 0, 1, -1)) * Fraction(1, random.choice((2, 4))) for _ in range(2)]
    given = {"low": at_most(off[0], part), "high": at_most(part + off[1] if off[1] else part, bound)}

    def value(at: Fraction) -> Fraction:
        return rate * at + shift

    places = [Fraction(each, 8) for each in range(-80, 81)]
    allowed = [at for at in places if off[0] <= value(at) <= most - off[1]]
    so = all(0 <= value(at) <= most for at in allowed)
    if not allowed or not rate or (so and any(off)):  # it follows, but nothing says so
        return instances(random)
    kinds, values = [{"c": part}], {"c": bound + 1}
    claim = Instance("it", "", general(), kinds, values, given, {}, {"b": bound}, {"x": allowed[0]})
    return with_certificate(so, claim, ())


def of_roots(roots: Sequence[Fraction], factor: int) -> tuple[Term, Callable[[Fraction], Fraction]]:
    """A curve whose derivative is factor times (u - r) for every root, and its value at a fraction."""
    slope = [Fraction(factor)]
    for root in roots:
        slope = [
            one - root * two for one, two in zip([Fraction(0), *slope], [*slope, Fraction(0)], strict=True)
        ]
    integral = [(power, each / power) for power, each in enumerate(slope, 1)]
    curve = sum((each * u**power for power, each in integral if each), term(0))
    return curve, lambda at: sum((each * at**power for power, each in integral), Fraction(0))


def random_shape(random: Random) -> Said:
    """Draw a statement about a curve with up to two turns, true if its derivative has the signs for it."""
    kind = random.choice([each for each in Kind if each is not Kind.POSITIVE])
    roots = random.sample([Fraction(each, 2) for each in range(-3, 7) if each], random.randrange(3))
    factor = random.choice((1, -1, 2))
    curve, value = of_roots(roots, factor)
    turns = sorted(each for each in roots if each > 0)
    last = 1 if factor > 0 else -1
    so = tuple(last * (-1) ** (len(turns) - place) for place in range(len(turns) + 1)) in SIGNS[kind]
    given, goal = said(kind, curve)
    grid = sorted({Fraction(each, 2) for each in range(1, 13)} | {each + Fraction(1, 5) for each in turns})
    points = [dict(zip("abc", each, strict=True)) for each in combinations_with_replacement(grid, 3)]
    values = {curve.substitute({"u": Symbol(name)}): name for name in "abc"}

    def holds(found: Relation, at: Mapping[str, Fraction]) -> bool:
        """Whether a relation between values of the curve, 0 and points is true, by Python's fractions."""
        left, right = (
            value(at[values[side]]) if side in values else at.get(str(side.head), Fraction(0))
            for side in (found.left, found.right)
        )
        return compared(left, found.sign, right)

    ends = [{**at, "y": min(value(at["a"]), value(at["c"]))} for at in points]
    holding = [at for at in ends if all(holds(each, at) for each in given.values())]
    if not holding:  # it presupposes what is never true
        return random_shape(random)
    if so != all(holds(goal, at) for at in holding):
        assert not so  # where it fails is not among these points
        return random_shape(random)
    inverse = random.random() < 0.5
    at: Mapping[str, Json] = {name: ["constant", str(each)] for name, each in holding[0].items()}
    facts = {name: relation(each) for name, each in given.items()}
    certificate: Json = {"kind": kind.value, "expression": tree(curve), "inverse": inverse}
    written = make_chain(relation(goal), None, facts, at=at, rule="shape") | {"certificate": certificate}
    check = shape(kind, curve, inverse=inverse).check
    return Said(so, (kind, curve, inverse), lambda: check(goal, given), lambda: told(written))


def believed(ask: ByKernel) -> bool:
    """Whether a kernel believes it."""
    try:
        return ask() is not False
    except NotProved:
        return False


@pytest.mark.parametrize("made", [rounds, instances, random_shape])
def test_what_is_false_is_refused_by_both_and_what_is_true_is_accepted(
    made: Callable[[Random], Said],
) -> None:
    random, wanted = Random(seed()), {True: MANY, False: MANY}
    while any(wanted.values()):
        found = made(random)
        if wanted[found.so]:
            wanted[found.so] -= 1
            assert believed(found.by_kernel) == found.so, found.what
            assert accepted(found.by_checker()) == found.so, found.what


# chains

VALUES = (Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2), Fraction(7))


def any_term(random: Random, size: int) -> Term:
    """A term with so many operators."""
    if not size:
        return random.choice((x, y, term(random.choice(VALUES))))
    one, other = any_term(random, size - 1), any_term(random, random.randrange(size))
    ways = (
        one + other,
        one - other,
        one * other,
        one / other,
        one**2,
        exp(one),
        sqrt(one),
        least(one, other),
    )
    return random.choice(ways)


def false_claims(random: Random) -> Iterator[Implication]:
    """Statements that fail at a point where what they presuppose holds."""
    while True:
        order = random.choice((below, at_most))
        given = {"h": order(any_term(random, 1), any_term(random, 1)), "x > 0": below(0, x)}
        near = any_term(random, 2)
        right = random.choice((near + any_term(random, 1), any_term(random, 2)))
        goal = Relation(near, random.choice(RELATIONS), right)
        at = {"x": random.choice(VALUES), "y": random.choice(VALUES)}
        try:
            if all(each.holds_at(at) for each in given.values()) and fails(goal, at):
                yield claimed(goal, given, at=at)
        except Refused:
            continue


def found(claim: Implication, rule: Rule) -> bool:
    """Whether a search takes a statement for shown."""
    try:
        proved(claim, rule)
    except (NotProved, Refused, ArithmeticError):
        return False
    return True


def sums(names: Sequence[str]) -> Iterator[Json]:
    """Short sums of products of facts, and what the goal is multiplied with."""
    several = [facts for count in range(3) for facts in combinations_with_replacement(names, count)]
    for facts, factor, times in product(several, "12", ([], [multiplied("x > 0")])):
        yield shown(multiplied(*facts, factor=factor), times=times)
    yield shown()


def checker_objection(claim: Implication, because: Json) -> str:
    """Return the checker's objection to this sum as a proof without definitions; empty if it accepts it."""
    at: Mapping[str, Json] = {name: ["constant", str(value)] for name, value in claim.witness.items()}
    given = relations(claim.given)
    assert isinstance(given, Mapping)
    answer = told(make_chain(relation(claim.goal), because, given, at=at))
    return answer if isinstance(answer, str) else ""


def test_no_search_and_no_short_sum_proves_what_is_false() -> None:
    many = 200 if run_everything() else 6
    why: list[str] = []
    for claim in islice(false_claims(Random(seed())), many):
        assert not any(found(claim, rule) for rule in (algebra, search)), claim
        why += (said := [checker_objection(claim, because) for because in sums([*claim.given])])
        assert all(said), claim
    assert sum("is not that sum" in each for each in why) > many
    true = claimed(below(0, x * x), {"x > 0": below(0, x)})
    assert found(true, positivity)
    assert found(true, search)
    assert not checker_objection(true, shown(multiplied("x > 0", "x > 0")))
