"""200 false statements, made at random: no search proves one, and no short sum of products of facts passes for a proof."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

from ldproof.numbers import Term, exp, least, sqrt, term
from ldproof.rejections import Refused
from ldproof_proofs.book.export.syntax import Json, relation, relations
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Implication, Rule
from ldproof_proofs.kernel.near_misses import fails
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import algebra
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, below
from ldproof_proofs.kernel.search import search
from tests.proofs.checker.kinds import told
from tests.proofs.checker.test_forgeries import product, theorem
from tests.proofs.checker.test_forgeries import shown as because
from tests.proofs.kernel.making import claimed, shown, x, y

MANY = 200
SIGNS: Sequence[Sign] = ("=", "<=", "<", "!=")
NUMBERS = (Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2), Fraction(7))


def grown(random: Random, size: int) -> Term:
    """A term with so many operators."""
    if not size:
        return random.choice((x, y, term(random.choice(NUMBERS))))
    one, other = grown(random, size - 1), grown(random, random.randrange(size))
    return random.choice(
        (one + other, one - other, one * other, one / other, one**2, exp(one), sqrt(one), least(one, other))
    )


def false_claims(seed: int) -> Iterator[Implication]:
    """Statements that fail at a point where what they presuppose holds."""
    random = Random(seed)
    while True:
        given = {
            "h": random.choice((below, at_most))(grown(random, 1), grown(random, 1)),
            "x > 0": below(0, x),
        }
        near = grown(random, 2)
        goal = Relation(
            near, random.choice(SIGNS), random.choice((near + grown(random, 1), grown(random, 2)))
        )
        at = {"x": random.choice(NUMBERS), "y": random.choice(NUMBERS)}
        try:
            if all(each.holds_at(at) for each in given.values()) and fails(goal, at):
                yield claimed(goal, given, at=at)
        except Refused:
            continue


def proved(claim: Implication, rule: Rule) -> bool:
    """Whether a search takes a statement for shown."""
    try:
        shown(claim, rule)
    except (NotProved, Refused, ArithmeticError):
        return False
    return True


def sums(names: Sequence[str]) -> Iterator[Json]:
    """Short sums of products of facts, and what the goal is multiplied with."""
    several = [facts for count in range(3) for facts in combinations_with_replacement(names, count)]
    for facts in several:
        for factor in ("1", "2"):
            for times in ([], [product("x > 0")]):
                yield because(product(*facts, factor=factor), times=times)
    yield because()


def passes(claim: Implication, sum_of: Json) -> str:
    """What the checker says against that sum as a proof, with nothing said of what is defined; nothing if it believes."""
    left, sign, right = parts(claim.goal)
    at: Mapping[str, Json] = {name: ["constant", str(value)] for name, value in claim.witness.items()}
    found = told(theorem((left, sign, right), sum_of, mapped(claim.given), at=at))
    return found if isinstance(found, str) else ""


def parts(goal: Relation) -> tuple[Json, str, Json]:
    """A relation's sides, and the sign between them."""
    found = relation(goal)
    assert isinstance(found, list)
    return found[0], goal.sign, found[2]


def mapped(given: Mapping[str, Relation]) -> Mapping[str, Json]:
    """Facts as an object has them."""
    found = relations(given)
    assert isinstance(found, dict)
    return found


def test_false_statements_are_not_proved() -> None:
    """By nobody; and the same searches and sums prove what is true."""
    claims = [claim for _, claim in zip(range(MANY), false_claims(14), strict=False)]
    assert len(claims) == MANY
    why: list[str] = []
    for claim in claims:
        for rule in (algebra, search):
            assert not proved(claim, rule), claim
        said = [passes(claim, sum_of) for sum_of in sums([*claim.given])]
        assert all(said), claim
        why += said
    assert sum("is not that sum" in each for each in why) > MANY
    true = claimed(below(0, x * x), {"x > 0": below(0, x)})
    assert proved(true, positivity)
    assert proved(true, search)
    assert not passes(true, because(product("x > 0", "x > 0")))
