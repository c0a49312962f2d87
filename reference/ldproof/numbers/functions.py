"""The number systems in which one definition runs, and the functions that all of them have."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from flint import arb

from ldproof.errors import Reason, Refused, quote_given
from ldproof.numbers.balls import Ball, ball
from ldproof.numbers.rational import Rational, rational, rational_root
from ldproof.numbers.real import Computation, Real, computed_real, lift
from ldproof.numbers.term import BINDING, FUNCTIONS, Term, apply_to_terms, term

if TYPE_CHECKING:  # NumPy is slow to import, and whoever has no array does without
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]
    """Arrays as a number system: a definition that runs in it runs on many floats at once."""

Exact = TypeVar("Exact", float, "Array", Fraction, Ball, Real, Term)
"""Where only field operations occur: a rational argument gives a rational value."""

Elementary = TypeVar("Elementary", float, "Array", Ball, Real, Term)
"""Where exp, log or sqrt occur: a rational argument may well give an irrational value."""

Floats = TypeVar("Floats", float, "Array")
"""A float, or many at once."""
NATIVE = (float, int)
"""The types that are treated as a single float."""

Ordered = TypeVar("Ordered", float, Fraction)
"""Where code branches on an order."""


def require_rational(function: str, argument: Fraction, value: Fraction | None) -> Fraction:
    """The value of a named function, unless it is None. Raises `Refused` for None: the value is irrational."""
    if value is None:
        raise Refused(
            Reason.IRRATIONAL,
            f"{function}({quote_given(argument, write=str)}) is irrational",
            "a ball, a float or a term",
        )
    return value


def domain_refusal(function: str, argument: object, accepted: str) -> Refused:
    """The refusal of an argument outside a function's domain."""
    return Refused(
        Reason.OUT_OF_RANGE, f"{function}({quote_given(argument, write=str)}) is not a real number", accepted
    )


def by_name(name: str) -> object:
    """Return `Array`, the type of NumPy arrays of floats, and import NumPy only then. Raise AttributeError for other names."""
    if name != "Array":
        raise AttributeError(f"module 'ldproof.numbers' has no attribute {name!r}")
    import numpy as np  # noqa: PLC0415
    from numpy.typing import NDArray  # noqa: PLC0415

    return NDArray[np.float64]


def apply_elementwise(function: str, *arguments: "Array | float") -> "Array":
    """The values of a NumPy function on floats: an array for arrays, a NumPy number for numbers.

    Raises FloatingPointError if a value overflows.
    """
    import numpy as np  # noqa: PLC0415

    with np.errstate(over="raise"):
        found: Array = getattr(np, function)(*(np.asarray(each, np.float64) for each in arguments))
    return found[()]


def apply_to_floats(function: str, x: Floats) -> Floats:
    """The value of a named function, from `math` for a float and from NumPy for an array. Raises `Refused` if it overflows."""
    try:
        if isinstance(x, NATIVE):
            value: float = getattr(math, function)(x)
            return value
        return apply_elementwise(function, x)
    except (OverflowError, FloatingPointError):
        raise Refused(
            Reason.OVERFLOW,
            f"{function}({quote_given(x, write=str)}) is no float",
            "an argument below 709, or a ball",
        ) from None


def is_true_anywhere(holds: "bool | NDArray[np.bool_]") -> bool:
    """Whether something holds, of one number or of any in an array."""
    return holds if isinstance(holds, bool) else bool(holds.any())


def like(x: Exact, value: Fraction | int) -> Exact:
    """A number, in the number system of x."""
    if type(x) is Rational:  # by far the most of them
        return rational(value)
    if isinstance(x, Term):
        return term(value)
    if isinstance(x, Real):
        return Real(value)
    if isinstance(x, arb):
        return ball(value)
    if isinstance(x, Fraction):
        return rational(value)
    if isinstance(x, NATIVE):
        return float(value)
    return apply_elementwise("full_like", x, float(value))


def clear_denominators(*numbers: Exact) -> tuple[Exact, ...]:
    """Numbers in proportion to these: fractions without their denominators, all others as they are."""
    scale = 1
    for each in numbers:
        if isinstance(each, Fraction):
            scale = math.lcm(scale, each.denominator)
    return numbers if scale == 1 else tuple(each * scale for each in numbers)


def rational_exp(x: Fraction) -> Fraction | None:
    """e^x if it is rational, which it is at 0 only; otherwise None."""
    return Fraction(1) if x == 0 else None


def rational_expm1(x: Fraction) -> Fraction | None:
    """e^x - 1 if it is rational, which it is at 0 only; otherwise None."""
    return Fraction(0) if x == 0 else None


def rational_log(x: Fraction) -> Fraction | None:
    """ln x if it is rational, which it is at 1 only; otherwise None. Raises `Refused` unless x > 0."""
    if x <= 0:
        raise domain_refusal("log", x, "a number above 0")
    return Fraction(0) if x == 1 else None


def rational_log1p(x: Fraction) -> Fraction | None:
    """ln(1 + x) if it is rational, which it is at 0 only; otherwise None. Raises `Refused` unless x > -1."""
    return rational_log(1 + x)


def rational_sqrt(x: Fraction) -> Fraction | None:
    """The square root if it is rational; otherwise None. Raises `Refused` if x < 0."""
    if x < 0:
        raise domain_refusal("sqrt", x, "a number of at least 0")
    return rational_root(x, 2)


def apply_to_real(
    function: Computation, rational_value: Callable[[Fraction], Fraction | None], x: Real
) -> Real:
    """The value of an elementary function: a fraction if `rational_value` gives one, otherwise a computation."""
    value = None if x.exact is None else rational_value(x.exact)
    return computed_real(function, (x,)) if value is None else Real(value)


def exp(x: Exact) -> Exact:
    """e^x; of fractions only 0 has a rational image."""
    if isinstance(x, Real):
        return apply_to_real(exp, rational_exp, x)
    if isinstance(x, Term):
        return apply_to_terms("exp", x)
    if isinstance(x, arb):
        return x.exp()
    if isinstance(x, Fraction):
        return require_rational("exp", x, rational_exp(x))
    return apply_to_floats("exp", x)


def expm1(x: Exact) -> Exact:
    """e^x - 1, keeping the digits that a float loses near 0."""
    if isinstance(x, Real):
        return apply_to_real(expm1, rational_expm1, x)
    if isinstance(x, Term | Fraction):
        return exp(x) - 1
    if isinstance(x, arb):
        return x.expm1()
    return apply_to_floats("expm1", x)


def log1p(x: Exact) -> Exact:
    """ln(1 + x), keeping the digits that a float loses near 0."""
    if isinstance(x, Real):
        return apply_to_real(log1p, rational_log1p, x)
    if isinstance(x, Term | Fraction):
        return log(1 + x)
    if is_true_anywhere(x <= -1):
        raise domain_refusal("log1p", x, "a number above -1")
    if isinstance(x, arb):
        return x.log1p()
    return apply_to_floats("log1p", x)


def log(x: Exact) -> Exact:
    """The natural logarithm; of fractions only 1 has a rational image, and of e^y it is y itself."""
    if isinstance(x, Real):
        power = x.argument_of(exp)
        return apply_to_real(log, rational_log, x) if power is None else power
    if isinstance(x, Term):
        return apply_to_terms("log", x)
    if isinstance(x, Fraction):
        return require_rational("log", x, rational_log(x))
    if is_true_anywhere(x <= 0):
        raise domain_refusal("log", x, "a number above 0")
    if isinstance(x, arb):
        return x.log()
    return apply_to_floats("log", x)


def sqrt(x: Exact) -> Exact:
    """The square root; of fractions only squares have a rational image."""
    if isinstance(x, Real):
        return apply_to_real(sqrt, rational_sqrt, x)
    if isinstance(x, Term):
        return apply_to_terms("sqrt", x)
    if isinstance(x, Fraction):
        return require_rational("sqrt", x, rational_sqrt(x))
    if is_true_anywhere(x < 0):
        raise domain_refusal("sqrt", x, "a number of at least 0")
    if isinstance(x, arb):
        return x.sqrt()
    return apply_to_floats("sqrt", x)


def least(x: Exact, y: Exact) -> Exact:
    """The smaller of two numbers."""
    if isinstance(x, Real):
        return lift(least, x, y)
    if isinstance(x, Term):
        return apply_to_terms("min", x, y)
    if isinstance(x, arb):
        return x.min(y)
    if isinstance(x, float | int | Fraction):
        return min(x, y)
    return apply_elementwise("minimum", x, y)


def apply_operator(node: Term, arguments: tuple[Exact, ...]) -> Exact:
    """A term's operator at work in a number system: what a fold needs in order to evaluate."""
    match node.operator, arguments:
        case "+", (left, right):
            return left + right
        case "-", (left, right):
            return left - right
        case "*", (left, right):
            return left * right
        case "/", (left, right):
            return left / right
        case "negative", (only,):
            return -only
        case "^", (only,) if isinstance(node.head, int):
            return only**node.head
        case "exp", (only,):
            return exp(only)
        case "log", (only,):
            return log(only)
        case "sqrt", (only,):
            return sqrt(only)
        case "min", (left, right):
            return least(left, right)
        case _:
            raise Refused(Reason.UNKNOWN_NAME, f"{node} has no meaning", ", ".join((*BINDING, *FUNCTIONS)))
