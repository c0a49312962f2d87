"""One report's support of a column, for every width: its mean and variance, from the law of what is said."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, below, equal
from ldproof_proofs.kernel.rows import multiply_share, unit_products
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.law.row import row_likelihood
from ldproof_proofs.sketch.variance.symbols import ODDS, WIDE, E, w

p, q, rest = map(Symbol, ("p", "q", "rest"))
RATES: Facts = {"p < q": below(p, q)}
AT: Point = {"p": Fraction(1, 4), "q": Fraction(3, 4), "rest": 1, "w": 4, "E": 4}


def other_bits(prover: Prover) -> Theorem:
    """Whatever a row's other bits are, their probabilities add up to 1: for every number of them."""
    claim = Induction(
        "sketch.row-rest",
        "where c is the sum of the probabilities of all that t bits can be, each 1 with probability p",
        unit_products,
        multiply_share,
        (Round(term(1), {"c": row_likelihood((1,), 1, p, q) + row_likelihood((0,), 1, p, q)}),),
        lambda view: equal(view.rows["c"](0), 1),
        lambda view: equal(view.rows["c"](0), 2),
        {"p": Fraction(1, 4), "q": Fraction(1, 2)},
        {},
    )
    step = at_once("p + 1 - p = 1", search)
    return prover.theorem(claim, ByInduction(at_once("1 = 1", algebra), [step], [step]))


def bits(prover: Prover) -> Iterable[Theorem]:
    """A bit less p, over q - p: 1 on average and q (1 - q)/(q - p)^2 in variance at one's own column, 0 and p at others."""
    reading = "rest = 1 is what the probabilities of the row's other bits add up to, however many there are"
    for name, column, mean, rate in (("own", 0, 1, q), ("other", 1, 0, p)):
        one, none = (row_likelihood((bit,), column, p, q) * rest for bit in (1, 0))
        support = {one: (1 - p) / (q - p), none: -p / (q - p)}
        first: Term = sum((chance * z for chance, z in support.items()), term(0))
        second: Term = sum((chance * z**2 for chance, z in support.items()), term(0))
        given = {**RATES, "rest": equal(rest, 1)}
        yield proposition(
            prover,
            f"sketch.bit-mean-{name}",
            equal(first, mean),
            given,
            AT,
            mutant=equal(first, 1 - mean),
            reading=reading,
        )
        yield proposition(
            prover,
            f"sketch.bit-variance-{name}",
            equal(second - first**2, rate * (1 - rate) / (q - p) ** 2),
            given,
            AT,
            reading=reading,
        )


def columns(prover: Prover) -> Iterable[Theorem]:
    """k-ary responses: one's own column with E/(E + w - 1), each of the w - 1 others with 1/(E + w - 1)."""
    own, other = E / (E - 1 + w), 1 / (E - 1 + w)
    setting: Facts = {**WIDE, **ODDS}
    yield proposition(
        prover, "sketch.columns-sum", equal(own + (w - 1) * other, 1), setting, AT, rule=algebra
    )
    for name, chance, mean in (("own", own, 1), ("other", other, 0)):
        first = chance * ((1 - other) / (own - other)) + (1 - chance) * (-other / (own - other))
        yield proposition(
            prover,
            f"sketch.column-mean-{name}",
            equal(first, mean),
            setting,
            AT,
            mutant=equal(first, 1 - mean),
            reason="said less the other's rate, over the difference of both",
        )
        square = chance * (1 - other) ** 2 + (1 - chance) * other**2
        variance = square / (own - other) ** 2 - first**2
        yield proposition(
            prover,
            f"sketch.column-variance-{name}",
            equal(variance, chance * (1 - chance) / (own - other) ** 2),
            setting,
            AT,
            rule=algebra,
        )


def signs(prover: Prover) -> Iterable[Theorem]:
    """Two rows of Hadamard's matrix that differ in a bit of their numbers are orthogonal: for every width 2^h."""
    claim = Induction(
        "sketch.hadamard-places",
        "where n is the number of places of t binary digits and S the sum over them of the products of two rows' signs: a digit 0 "
        "of a place leaves the product as it is, and a digit 1 multiplies it by 1 where the rows' numbers have the same digit, and "
        "by -1 where they have not",
        unit_products,
        multiply_share,
        (
            Round(term(1), {"S": 1 + term(1), "n": term(2)}),
            Round(term(1), {"S": 1 - term(1), "n": term(2)}),
        ),
        lambda view: equal(view.rows["S"](0) * (view.rows["S"](0) - view.rows["n"](0)), 0),
        lambda view: equal(view.rows["S"](0), view.rows["n"](0)),
        {},
        {},
    )
    step = at_once("S is n where all digits are the same, and 0 from a digit on in which they differ", search)
    yield prover.theorem(claim, ByInduction(at_once("1 = 1", algebra), [step, step], [step, step]))
    right, wrong = E / (E + 1), 1 / (E + 1)
    for name, places, total, mean in (
        ("all", w, term(0), term(0)),
        ("but-the-first", w - 1, term(-1), -(right - wrong) / (w - 1)),
    ):
        found = (right - wrong) * total / places
        yield proposition(
            prover,
            f"sketch.sign-mean-{name}",
            equal(found, mean),
            {**WIDE, **ODDS},
            AT,
            rule=algebra,
            reading="the signs of two rows agree as often as not over all w places, so that their products add up to 0, and to -1 "
            "without the first place, where both signs are 1; a sign that is sent is right with probability E/(E + 1)",
        )
