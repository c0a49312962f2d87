"""Where a printed claim fails, in few digits: the theorem's statement has more, and the relation that is printed."""

from fractions import Fraction

from ldproof.numbers import Term, enclose, real, term
from ldproof_proofs.kernel.decimals import decimal
from ldproof_proofs.kernel.failure import DIGITS, LONGEST, Failure
from ldproof_proofs.kernel.relations import Point, ball_at, value_at

FEW = 9
"""How many digits a number has."""


def in_numbers(claim: Failure) -> str:
    """The point, and there the left number, which should be related to the right one and is not."""
    values = (
        f"{name} = {value if len(str(value)) <= LONGEST else in_short(term(value), {})}"
        for name, value in claim.point.items()
    )
    left, right = (in_short(each, claim.point) for each in (claim.printed.left, claim.printed.right))
    return f"at {', '.join(values)}: {left}, not {claim.printed.sign} {right}"


def in_short(expression: Term, point: Point) -> str:
    """A value: exact, or its first digits."""
    exact = value_at(expression, point)
    if exact is not None and len(str(exact)) <= FEW:
        return str(exact)
    found = enclose(lambda: ball_at(expression, point), DIGITS)
    low, high = (decimal(real(Fraction(each)), FEW) for each in (found.lower, found.upper))
    return low if low == high else f"between {found.lower} and {found.upper}"
