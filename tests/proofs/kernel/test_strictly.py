"""Forged certificates: an object of another type in a field proves nothing, by hand or from a file."""

from copy import copy
from fractions import Fraction

import pytest

from ldproof.numbers import Term
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.charts import Chart
from ldproof_proofs.kernel.combination import Combination, Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Line
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.shapes import Shape
from ldproof_proofs.kernel.strictly import flaw
from ldproof_proofs.kernel.theorem import prove
from tests.proofs.kernel.making import ONES, claimed, equal, summed, x, y

SAME: Facts = {"h": equal(x, y)}
FALSE = claimed(equal(0, 1), SAME, at=ONES)
"""From x = y follows 0 = 1, says the claim."""
FORGED = Product(("h",))
object.__setattr__(FORGED, "factor", 1 / (y - x))


def chain(claim: Implication, because: Combination) -> Chain:
    """One step, and nothing owed."""
    return Chain((Line(claim.goal.sign, claim.goal.right, "", because),), ())


def test_a_term_in_the_place_of_a_factor_owes_a_divisor() -> None:
    """(y - x) times 1/(y - x) is 1, where x = y too if nobody asks: by hand, by a rule and from a file."""
    forged = chain(FALSE, summed(FORGED))
    with pytest.raises(NotProved, match="factor: Term in the place of"):
        prove(FALSE, forged)
    with pytest.raises(NotProved, match="factor"):
        summed(FORGED).check(FALSE.goal, SAME)
    with pytest.raises(NotProved, match="factor"):
        store.decode(store.encode(forged))


class Liar(Combination):
    """A combination that shows everything."""

    __slots__ = ()

    def check(self, goal: Relation, facts: Facts) -> None:
        """Says yes."""

    def multipliers(self) -> tuple[Term, ...]:
        """Owes nothing."""
        return ()


def test_a_subclass_is_not_asked() -> None:
    """What a certificate holds is data: none of its own methods decides."""
    with pytest.raises(NotProved, match="Liar"):
        prove(FALSE, chain(FALSE, Liar()))


class Believed(Shape):
    """A chart that says everything."""

    __slots__ = ()

    def check(self, goal: Relation, given: Facts) -> None:
        """Says yes."""


def test_neither_is_a_subclass_of_another_certificate() -> None:
    """A chart's own word is not asked for, and a citation is somebody's words."""
    with pytest.raises(NotProved, match="Believed in the place of"):
        prove(FALSE, Believed("it rises", x, inverse=False, chart=Chart((1,), ())))
    nobody = Citation("")
    object.__setattr__(nobody, "reference", None)
    with pytest.raises(NotProved, match="reference: NoneType"):
        prove(FALSE, nobody)


class Always(str):
    """A text that is whatever it is compared with."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


RIGHT = chain(claimed(equal(x, x)), Combination())
LINE, PRODUCT = RIGHT.lines[0], Product(("h",), Fraction(2), (x,), y)
CHART = Chart((1,), ())
SHAPE = Shape("it rises", x, inverse=False, chart=CHART)


@pytest.mark.parametrize(
    ("whole", "name", "part"),
    [
        (RIGHT, "lines", [LINE]),
        (RIGHT, "defined", None),
        (LINE, "sign", Always("=")),
        (LINE, "sign", "=>"),
        (LINE, "to", 1),
        (LINE, "reason", 5),
        (LINE, "because", Citation("me")),
        (LINE, "because", Liar()),
        (PRODUCT, "facts", ["h"]),
        (PRODUCT, "facts", (Always("h"),)),
        (PRODUCT, "factor", 2),
        (PRODUCT, "factor", True),
        (PRODUCT, "factor", 2.0),
        (PRODUCT, "squares", [x]),
        (PRODUCT, "squares", (Fraction(1),)),
        (PRODUCT, "scale", 1),
        (Combination(), "negated", 0),
        (Combination(), "products", {}),
        (Combination(), "times", (Combination(),)),
        (CHART, "signs", (True,)),
        (CHART, "signs", [1]),
        (CHART, "roots", ((Fraction(1),),)),
        (CHART, "roots", ((1, 2),)),
        (SHAPE, "kind", Always("it rises")),
        (SHAPE, "expression", "x"),
        (SHAPE, "inverse", 0),
        (SHAPE, "chart", None),
        (Citation("a book"), "reference", 5),
    ],
    ids=str,
)
def test_every_field_is_of_its_type(whole: object, name: str, part: object) -> None:
    """As it was made there is nothing to say of it; with one field spoilt there is, and it is named."""
    assert flaw(whole, type(whole)) is None
    spoilt = copy(whole)
    object.__setattr__(spoilt, name, part)
    found = flaw(spoilt, type(whole))
    assert found is not None
    assert found.startswith(f"{name}: ")


def test_a_field_that_is_missing_is_a_flaw() -> None:
    """Also where the class has a value for it: what is stored is all there."""
    assert flaw(object.__new__(Product), Product) is not None
    with pytest.raises(NotProved, match="1 fields of 4"):
        store.decode(["Product", ["tuple", "h"]])
