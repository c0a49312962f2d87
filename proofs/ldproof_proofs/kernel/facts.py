"""What a step may use: hypotheses, and what always holds of an exponential, a root, a minimum or a square."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from ldproof.numbers import Term, exp, least, log, sqrt
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal

Facts = Mapping[str, Relation]
"""Relations by the names under which a certificate cites them."""


Value = TypeVar("Value")


def frozen(mapping: Mapping[str, Value]) -> Mapping[str, Value]:
    """A copy that nobody can change: a claim must not change after it was proved."""
    return MappingProxyType(dict(mapping))


class Always(StrEnum):
    """A kind of fact that holds wherever its terms are defined and its premises are at hand."""

    POSITIVE = "exp is positive"
    TANGENT = "exp lies above its tangent at 0"
    MONOTONE = "exp increases"
    SUM = "the exponential of a sum is the product of the exponentials"
    UNDONE = "the logarithm of an exponential is its exponent"
    INVERSE = "the exponential of a logarithm is its argument"
    PRODUCT = "logarithms of products are sums of logarithms"
    ROOT = "a root is at least 0"
    FIRST = "a minimum is at most the first"
    SECOND = "a minimum is at most the second"
    MINIMUM = "the minimum is the first where that is at most the second"
    EITHER = "a minimum is one of the two"


def always(kind: Always, *arguments: Term) -> Relation:
    """The fact of that kind about these arguments."""
    match kind, arguments:
        case Always.POSITIVE, (u,):
            return below(0, exp(u))
        case Always.TANGENT, (u,):
            return at_most(1 + u, exp(u))
        case Always.MONOTONE, (u, v):
            return at_most(exp(u), exp(v))
        case Always.SUM, (u, v):
            return equal(exp(u + v), exp(u) * exp(v))
        case Always.UNDONE, (u,):
            return equal(log(exp(u)), u)
        case Always.INVERSE, (u,):
            return equal(exp(log(u)), u)
        case Always.PRODUCT, (u, v):
            return equal(log(u * v), log(u) + log(v))
        case Always.ROOT, (u,):
            return at_most(0, sqrt(u))
        case Always.FIRST, (u, v):
            return at_most(least(u, v), u)
        case Always.SECOND, (u, v):
            return at_most(least(u, v), v)
        case Always.MINIMUM, (u, v):
            return equal(least(u, v), u)
        case Always.EITHER, (u, v):
            return equal((least(u, v) - u) * (least(u, v) - v), 0)
        case _:
            raise TypeError(f"{kind} is not about {len(arguments)} terms")


def premises(kind: Always, *arguments: Term) -> tuple[Relation, ...]:
    """What a fact of that kind presupposes."""
    match kind:
        case Always.MONOTONE | Always.MINIMUM:
            return (at_most(*arguments),)
        case Always.PRODUCT:
            return tuple(below(0, each) for each in arguments)
        case _:
            return ()
