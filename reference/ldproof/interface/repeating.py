"""How somebody else repeats it: a command where there can be one, or else a call."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import isfinite
from shlex import join
from sys import modules

from ldproof.audit import Plan
from ldproof.audit.claim import neighbourhood
from ldproof.codec.values import Members, Value
from ldproof.interface.mechanisms import assigned
from ldproof.rendering.findings import said


def place_of(function: Callable[..., object]) -> str | None:
    """The `module:function` under which a function is found, if it is."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    try:
        found: object = reduce(getattr, name.split("."), modules[module])
    except (AttributeError, KeyError):
        return None
    return f"{module}:{name}" if found is function else None


def named(function: Callable[..., object]) -> str:
    """A function as it can be spoken of."""
    place = place_of(function)
    code = getattr(function, "__code__", None)
    name = str(getattr(function, "__qualname__", type(function).__qualname__))
    if place is not None or code is None:
        return place or name
    return f"{name} ({code.co_filename}, line {code.co_firstlineno})"


def command_of(plan: Plan, options: Sequence[str], ending: Sequence[str]) -> str:
    """The command that audits the same."""
    claim = plan.claim
    level = () if claim.level == "user" else ("--level", claim.level)
    given = ("--alpha", str(plan.alpha), "--pairs", str(plan.most), *(("--throughout",) * plan.throughout))
    named_claim = ("ldproof", "audit", claim.name, *assigned(claim.as_written), *level)
    return join((*named_claim, *inputs(plan), *given, *options, *ending))


def inputs(plan: Plan) -> Iterable[str]:
    """The pairs of inputs; a mechanism's own need not be said."""
    if plan.claim.mechanism is not None and plan.pairs == neighbourhood(plan.claim):
        return
    for pair in plan.pairs:
        yield from ("--pair", *(said(plan.claim, each) for each in pair.sides()))


def call_of(plan: Plan, randomizer: str) -> str:
    """The call that audits the same."""
    claim = plan.claim
    promise = " ".join(assigned(claim.as_written))
    what = repr(promise) if claim.mechanism is None else f"mechanism {claim.name} {promise}"
    pairs = ", ".join(f"({', '.join(map(literal, pair.sides()))})" for pair in plan.pairs)
    return f"ldproof.audit({randomizer}, {what}, pairs=[{pairs}], alpha='{plan.alpha}', draws={plan.most})"


def literal(given: Value) -> str:
    """A value as Python writes it."""
    match given:
        case float() if not isfinite(given):
            return f"float('{given}')"
        case tuple():
            return f"[{', '.join(map(literal, given))}]"
        case Members(members):
            return f"{{{', '.join(f'{name!r}: {literal(each)}' for name, each in members)}}}"
        case _:
            return repr(given)
