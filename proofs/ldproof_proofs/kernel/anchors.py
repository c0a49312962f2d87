"""Anchors: a formula's value beside that of a law or a definition, which should be computed without the formula.

They are a lint against an author's mistakes, and no check against an author, who writes the code of both sides. A
definition that calls the formula, or that holds its value, is noticed where the usual ways are taken. It is not noticed
if the value is captured in a `functools.partial`, in a list or in a symbolic value whose terms are reordered inside a
list, if another thread calls the formula, or if a twin of its code runs. What a theorem says of both sides is checked.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType, FrameType, FunctionType
from typing import Generic, TypeVar

from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Real, Term, ball
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import identical, parts_of

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
    """Run both sides, and refuse where the formula is not seen to run on the one side, or is seen to on the other.

    What runs must also matter: where the formula says something else, its side must. And what the other side is
    made from is not, before it runs, what it should come to. This is a lint: see the module for what is not seen.
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
    if any(same(each, ours) for each in captured_values(definition)):
        raise NotProved(f"the anchor of {name} has a definition that was computed beforehand")
    return Anchor(name, ours, theirs, _maker)


class NoOther(NotProved):
    """Nobody can say what else a formula might give: whether it matters is not known."""


def captured_values(computation: Callable[[], object]) -> Iterator[object]:
    """The numbers, and the terms that are more than a symbol, which a function finds when it starts."""
    if isinstance(computation, FunctionType):
        code, names = computation.__code__, computation.__globals__
        found = [each.cell_contents for each in computation.__closure__ or ()]
        found += [*(computation.__defaults__ or ()), *(computation.__kwdefaults__ or {}).values()]
        found += [names[name] for name in code.co_names if name in names]
        found = [each for each in found if isinstance(each, Term | Real | Ball | int | Fraction | tuple)]
        yield from (each for each in found if not isinstance(each, Term) or each.operator != "symbol")


def depends(value: Callable[[], object], formula: Callable[..., object], before: object) -> bool:
    """Whether a value is another one, or none, wherever the formula gives another one: more or less, much or little."""
    if not isinstance(formula, FunctionType) or formula.__closure__:
        raise NoOther(f"{formula} is no plain function: nobody can say what else it might give")
    code, names = formula.__code__, formula.__globals__
    original = FunctionType(code, names, formula.__name__, formula.__defaults__)
    original.__kwdefaults__ = formula.__kwdefaults__
    formula.__code__ = next(each for each in STAND_IN.co_consts if isinstance(each, CodeType))
    try:
        for by in BUMPS:
            names[BUMPED] = lambda *args, by=by, **kwargs: bumped(original(*args, **kwargs), by)
            if not changes(value, before):
                return False
        return True
    finally:
        formula.__code__ = code
        names.pop(BUMPED, None)


def changes(value: Callable[[], object], before: object) -> bool:
    """Whether a value, or that there is one, is not as it was before."""
    try:
        return not same(value(), before)
    except NoOther:
        raise
    except Refused as refusal:
        return refusal.reason is not Reason.UNDECIDED
    except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, NotProved):
        return True


BUMPS = (Fraction(1), Fraction(-1), Fraction(1, 1 << 20), Fraction(-1, 1 << 20))
"""What is added to a formula's value, to see whether it matters."""
BUMPED = "_what_it_might_give"
STAND_IN = compile(f"def stand_in(*args, **kwargs):\n    return {BUMPED}(*args, **kwargs)", __name__, "exec")
"""What runs in a formula's place, in its module."""


def bumped(value: object, by: Fraction = BUMPS[0]) -> object:
    """Another value of its kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + (1 if by > 0 else -1)
        case Ball():
            return value + ball(by)
        case Term() | Real() | Fraction():
            return value + by
        case tuple():
            return tuple(bumped(each, by) for each in value)
        case list():
            return [bumped(each, by) for each in value]
        case _:
            raise NoOther(f"{type(value).__name__} is no kind of value of which another one is known")


def same(one: object, other: object) -> bool:
    """Whether they are the same number, or have the same normal form."""
    if isinstance(one, Term) and isinstance(other, Term):
        return identical(one, other)
    if isinstance(one, Term) or isinstance(other, Term):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def check_tied(claim: str, anchors: Iterable[Anchor[object]]) -> None:
    """The formula's value is the definition's: the same number, or the same normal form."""
    for each in anchors:
        if not same(each.value, each.definition):
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
