"""Anchors: a formula tied to a law or a definition, the computation of which does not call the formula."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType, FrameType, FunctionType
from typing import Generic, TypeVar

from ldproof.numbers import Ball, Real, Term
from ldproof.rejections import Reason, Refused
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.relations import parts_of

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)


_maker = object()


@dataclass(frozen=True, slots=True)
class Anchor(Generic[Value_co]):
    """The name of a formula, its value, and what a definition that does without it gives."""

    formula: str
    value: Value_co
    definition: Value_co
    maker: object = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.maker is not _maker:
            raise NotProved(f"only anchor() makes anchors: nobody has seen what {self.formula} is tied to")


def anchor(
    formula: Callable[..., object], value: Callable[[], Value], definition: Callable[[], Value]
) -> Anchor[Value]:
    """Run both sides, and refuse unless the formula runs on the one side and not on the other.

    What runs must also matter: where the formula says something else, its side must.
    """
    name = f"{formula.__module__.split('.')[1]}.{formula.__name__}"
    code = formula.__code__
    ours, called = traced(value)
    if code not in called:
        raise NotProved(f"{name} is not what is anchored: it is never called")
    if not depends(value, formula, ours):
        raise NotProved(f"the anchor of {name} has a value that does not depend on what {name} gives")
    theirs, called = traced(definition)
    if code in called:
        raise NotProved(f"the anchor of {name} calls {name} itself")
    if isinstance(ours, Term) and isinstance(theirs, Term) and ours.arguments and ours in parts_of(theirs):
        raise NotProved(f"the anchor of {name} has the value of {name} in it")
    return Anchor(name, ours, theirs, _maker)


class NoOther(NotProved):
    """Nobody can say what else a formula might give: whether it matters is not known."""


def depends(value: Callable[[], object], formula: Callable[..., object], before: object) -> bool:
    """Whether a value is another one, or none, where the formula gives another one."""
    if not isinstance(formula, FunctionType) or formula.__closure__:
        raise NoOther(f"{formula} is no plain function: nobody can say what else it might give")
    code, names = formula.__code__, formula.__globals__
    original = FunctionType(code, names, formula.__name__, formula.__defaults__)
    original.__kwdefaults__ = formula.__kwdefaults__
    names[BUMPED] = lambda *args, **kwargs: bumped(original(*args, **kwargs))
    formula.__code__ = next(each for each in STAND_IN.co_consts if isinstance(each, CodeType))
    try:
        return bool(value() != before)
    except NoOther:
        raise
    except Refused as refusal:
        return refusal.reason is not Reason.UNDECIDED
    except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, NotProved):
        return True
    finally:
        formula.__code__ = code
        del names[BUMPED]


BUMPED = "_what_it_might_give"
STAND_IN = compile(f"def stand_in(*args, **kwargs):\n    return {BUMPED}(*args, **kwargs)", __name__, "exec")
"""What runs in a formula's place, in its module."""


def bumped(value: object) -> object:
    """Another value of its kind."""
    match value:
        case bool():
            return not value
        case Term() | Real() | Ball() | int() | Fraction():
            return value + 1
        case tuple():
            return tuple(map(bumped, value))
        case list():
            return [*map(bumped, value)]
        case _:
            raise NoOther(f"{type(value).__name__} is no kind of value of which another one is known")


def check_tied(claim: str, anchors: Iterable[Anchor[object]]) -> None:
    """The formula's value is the definition's: the same number, or the same normal form."""
    for each in anchors:
        if isinstance(each.value, Term) and isinstance(each.definition, Term):
            difference = each.value - each.definition
            same = Field([difference]).is_zero(difference)
        else:
            same = each.value == each.definition
        if not same:
            raise NotProved(f"{claim}: the value of {each.formula} is not its definition's")


def traced(computation: Callable[[], Value]) -> tuple[Value, frozenset[CodeType]]:
    """What a computation gives, and the code of every function that it calls."""
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        result = computation()
    finally:
        sys.setprofile(before)
    return result, frozenset(called)
