"""False statements that rounds and shapes would show, made at random: kernel and checker refuse every one.

Each comes with the certificate that would show it if it were so, and is decided by what the recurrence gives, at
points, or by where a derivative's roots lie: not by what is tried here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product
from random import Random

import pytest

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.book.export.objects import Objects
from ldproof_proofs.book.export.syntax import Json, tree
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Chain, Line
from ldproof_proofs.kernel.induction import Induction, Round
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, equal
from ldproof_proofs.kernel.rows import View
from ldproof_proofs.kernel.shapes import SIGNS, Kind, said, shape
from ldproof_proofs.kernel.theorem import Claim, Theorem, prove
from ldproof_proofs.law.pointwise import collect, nothing
from tests.proofs.checker.apart import check, outcome
from tests.proofs.checker.kinds import told
from tests.proofs.checker.test_false import mapped, parts
from tests.proofs.checker.test_forged_rows import some
from tests.proofs.checker.test_forgeries import theorem
from tests.proofs.kernel.making import x

MANY = 40
"""How many of each rule are so, and how many are not."""
LONG = 60
"""After how many rounds at most a false invariant fails."""
u = Symbol("u")
NUMBERS = [Fraction(each, 2) for each in range(-4, 5)]


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, whether it is so, and what both make of it."""

    so: bool
    what: object
    by_kernel: Callable[[], object]
    by_checker: Callable[[], object]


def scaled(row: Sequence[Term], silent: Term, spoken: Term) -> list[Term]:
    """A share of what was there, and something more."""
    return [silent * each + spoken for each in row]


def compared(left: Fraction, sign: Sign, right: Fraction) -> bool:
    """Whether a relation is so of fractions."""
    return {"=": left == right, "<=": left <= right, "<": left < right, "!=": left != right}[sign]


def rounds(random: Random) -> Said:
    """U is below, at or above B + A t: U adds up numbers of one of two kinds, or keeps a share of itself and adds one."""
    keeps = random.random() < 0.5
    shares = [random.choice([Fraction(1, 2), Fraction(1, 3), Fraction(0)]) if keeps else Fraction(1)] * 2
    parts = [random.choice(NUMBERS), random.choice(NUMBERS)]
    sign: Sign = random.choice(("<=", "<", "="))
    upwards = random.choice((1, -1)) if sign != "=" else 1
    slope, start = Fraction(0) if keeps else random.choice([*parts, *NUMBERS]), random.choice(NUMBERS)

    def fails(kinds: Sequence[int]) -> bool:
        total = Fraction(0)
        for kind in kinds:
            total = shares[kind] * total + parts[kind]
        bound = start + slope * len(kinds)
        return not compared(*((total, sign, bound) if upwards > 0 else (bound, sign, total)))

    few = [kinds for count in range(5) for kinds in product((0, 1), repeat=count)]
    so = not any(map(fails, [*few, *([kind] * count for kind in (0, 1) for count in range(LONG))]))

    def invariant(view: View) -> Relation:
        bound = start + slope * view.t
        sides = (view.rows["U"](0), bound) if upwards > 0 else (bound, view.rows["U"](0))
        return Relation(term(sides[0]), sign, term(sides[1]))

    claim = Induction(
        "it",
        "where U is made round by round",
        nothing,
        scaled if keeps else collect,
        tuple(Round(term(share), {"U": term(part)}) for share, part in zip(shares, parts, strict=True))
        if keeps
        else tuple(Round(term(1), {"U": term(part)}) for part in parts),
        invariant,
        lambda view: equal(view.rows["U"](0), view.rows["U"](0) + 1),
        {},
        {},
    )

    def because(role: str) -> Combination:
        """What is left of the goal's slack is a number, and shows it if its sign is right."""
        if role == "powers":
            return Combination((Product(()),))
        if role.startswith("base"):
            return Combination((Product((), upwards * start),) if sign != "=" else ())
        kind = int(role.split()[1])
        left = upwards * (start + slope - shares[kind] * start - parts[kind])
        rest = (Product((), left),) if sign != "=" and left else ()
        return Combination((Product(("invariant at k",), shares[kind]), *rest))

    certificate = {}
    for part in claim.parts(invariant):
        why = because(part.name.removeprefix("it: "))
        certificate[part.name] = Chain((Line(part.goal.sign, part.goal.right, "", why),), ())
    return proved_or_forged(so, claim, certificate)


def proved_or_forged(so: bool, claim: Claim, certificate: object) -> Said:
    """A claim with its certificate, for both."""
    found = object.__new__(Theorem)
    object.__setattr__(found, "claim", claim)
    object.__setattr__(found, "certificate", certificate)

    def exported() -> object:
        made = Objects()
        made.text(found)
        own = made.made()
        return outcome(own["it"], *own.values())

    return Said(so, claim, lambda: prove(claim, certificate), exported)


@cache
def general() -> Theorem:
    """U <= t b, where each round adds a c between 0 and b."""
    return some()


def instances(random: Random) -> Said:
    """Rounds that add r x + s, and b = v: bounds are given of that, or of something beside it."""
    rate, shift, most = (random.choice(NUMBERS) for _ in range(3))
    part, bound = rate * x + shift, term(most)
    off = [random.choice((0, 0, 0, 1, -1)) * Fraction(1, random.choice((2, 4))) for _ in range(2)]
    given = {"low": at_most(off[0], part), "high": at_most(part + off[1] if off[1] else part, bound)}
    places = [Fraction(each, 8) for each in range(-80, 81)]

    def value(at: Fraction) -> Fraction:
        return rate * at + shift

    allowed = [at for at in places if off[0] <= value(at) <= most - off[1]]
    if not allowed or not rate:
        return instances(random)
    so = all(0 <= value(at) <= most for at in allowed)
    if so and any(off):  # it follows, but nothing says so
        return instances(random)
    b, c = "bc"
    claim = Instance(
        "it", "", general(), [{c: part}], {c: bound + 1}, given, {}, {b: bound}, {"x": allowed[0]}
    )
    return proved_or_forged(so, claim, ())


def grown(roots: Sequence[Fraction], factor: int) -> tuple[Term, Callable[[Fraction], Fraction]]:
    """A curve whose derivative is factor times (u - r) for every root, and its value at a fraction."""
    coefficients = [Fraction(factor)]
    for root in roots:
        shifted = [Fraction(0), *coefficients]
        coefficients = [
            one - root * two for one, two in zip(shifted, [*coefficients, Fraction(0)], strict=True)
        ]
    integral = [each / (power + 1) for power, each in enumerate(coefficients)]
    curve = sum((each * u ** (power + 1) for power, each in enumerate(integral) if each), term(0))

    def value(at: Fraction) -> Fraction:
        return sum((each * at ** (power + 1) for power, each in enumerate(integral)), Fraction(0))

    return curve, value


def shapes(random: Random) -> Said:
    """What is said of a curve with up to two turns is so where its derivative has the signs for that."""
    kind = random.choice([each for each in Kind if each is not Kind.POSITIVE])
    roots = random.sample([Fraction(each, 2) for each in range(-3, 7) if each], random.randrange(3))
    factor = random.choice((1, -1, 2))
    curve, value = grown(roots, factor)
    turns = sorted(each for each in roots if each > 0)
    last = 1 if factor > 0 else -1
    signs = tuple(last * (-1) ** (len(turns) - place) for place in range(len(turns) + 1))
    so = signs in SIGNS[kind]
    given, goal = said(kind, curve)
    grid = sorted({Fraction(each, 2) for each in range(1, 13)} | {each + Fraction(1, 5) for each in turns})
    points = [{"a": a, "b": b, "c": c} for a, b, c in combinations_with_replacement(grid, 3)]
    ends = [{**at, "y": min(value(at["a"]), value(at["c"]))} for at in points]
    values = {curve.substitute({"u": Symbol(name)}): name for name in "abc"}

    def holds(found: Relation, at: Mapping[str, Fraction]) -> bool:
        """Whether a relation between values of the curve, 0 and points is so, by Python's fractions."""
        sides = (
            value(at[values[side]]) if side in values else at.get(str(side.head), Fraction(0))
            for side in (found.left, found.right)
        )
        left, right = sides
        return compared(left, found.sign, right)

    holding = [at for at in ends if all(holds(each, at) for each in given.values())]
    if not holding:  # it presupposes what is never so
        return shapes(random)
    if so != all(holds(goal, at) for at in holding):
        assert not so  # where it fails is not among these points
        return shapes(random)
    inverse = random.random() < 0.5
    at: Mapping[str, Json] = {name: ["constant", str(each)] for name, each in holding[0].items()}
    written = theorem(parts(goal), {}, mapped(given), at=at, rule="shape")
    written["certificate"] = {"kind": kind.value, "expression": tree(curve), "inverse": inverse}
    return Said(
        so,
        (kind, curve, inverse),
        lambda: shape(kind, curve, inverse=inverse).check(goal, given),
        lambda: told(written),
    )


def some_of(made: Callable[[Random], Said], so: bool) -> Iterator[Said]:
    """Statements that are so, or that are not."""
    random = Random(27)
    while True:
        found = made(random)
        if found.so == so:
            yield found


def believed(ask: Callable[[], object]) -> bool:
    """Whether a kernel believes it."""
    try:
        return ask() is not False
    except NotProved:
        return False


@pytest.mark.parametrize("made", [rounds, instances, shapes])
def test_what_is_not_so_is_refused(made: Callable[[Random], Said]) -> None:
    """By both, and what is so is accepted by both."""
    for so in (False, True):
        for each in islice(some_of(made, so), MANY):
            assert believed(each.by_kernel) == so, each.what
            assert isinstance(each.by_checker(), check.Data) == so, each.what
