"""An estimate of somebody else's, as a program writes it."""

from decimal import Decimal
from fractions import Fraction
from math import isfinite

from ldproof.catalogue import answer, as_json
from ldproof.interface.results import Certified
from ldproof.interface.values import DIGITS
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.rows import dated


def plain_estimate(estimate: object) -> object:
    """An estimate as a program writes it."""
    listed = getattr(estimate, "tolist", None)
    plain: object = listed() if callable(listed) and not dated(estimate) else estimate
    match plain:
        case None:
            return None
        case bool():
            raise wrong(plain)
        case float() if isfinite(plain):
            return plain
        case int() | Fraction() | Decimal():
            return as_json(Fraction(plain))
        case Real():
            return as_json(answer(plain, DIGITS))
        case Certified():
            return plain.members()
        case _:
            raise wrong(plain)


def wrong(found: object) -> Refused:
    """The refusal of what is no estimate."""
    what = f"{found}" if isinstance(found, float) else f"a {type(found).__name__}"
    return Refused(Reason.NOT_AN_ANSWER, f"an estimate that is {what}", "a list of numbers, or None")
