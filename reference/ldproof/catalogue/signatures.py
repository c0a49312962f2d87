"""What a signature asks of whoever calls by name: parameters under their own names, and a budget in one way."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, wraps
from inspect import Parameter, signature
from typing import Annotated, TypeAlias, TypeVar, get_args, get_origin

from ldproof.budget import WAYS, Budget, budget, way_schema
from ldproof.errors import Reason, Refused
from ldproof.names import spelt_alike
from ldproof.numbers import Real
from ldproof.parameters import DOMAINS, Domain, Schema, accept, domain, is_domain, meaning

Function: TypeAlias = Callable[..., object]
Read = TypeVar("Read")

REMEMBERED = 1024
"""Of so many functions it is remembered what they ask for."""

RESOLVED = frozenset({"excess", "epsilon", "budget"})
"""The parameters that are worked out from the budget, or are it, so that it can be given in every way."""

SPLIT = "m"
"""The parameter that says over how many reports the budget is split."""


@dataclass(frozen=True, slots=True)
class Request:
    """The names that must be given, those that may be, and those of which exactly one must be: the budget."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    budget: tuple[str, ...]
    system: str = ""
    """In which the names are meant."""
    budget_optional: bool = False
    """Whether there may also be no budget."""
    own: Mapping[str, Domain] = field(default_factory=dict)
    """The domains that annotations give; other parameters have those of their names."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What annotations say that these stand for."""

    def __str__(self) -> str:
        asked = [*self.required, *(f"{name} (optional)" for name in self.optional)]
        if self.budget:
            asked.append(
                f"{'at most' if self.budget_optional else 'exactly'} one of {', '.join(self.budget)}"
            )
        return "; ".join(asked) or "no parameters"

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that is accepted."""
        return self.required + self.optional + self.budget

    def domain(self, name: str) -> Domain:
        """What a parameter may be."""
        if name not in self.own and not self.system and name not in DOMAINS:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"the parameter {name} has no domain",
                "a parameter with one, as in `k: Annotated[int, Whole(2, 100)]`",
            )
        return self.own.get(name) or domain(name, self.system)

    def meaning(self, name: str) -> str:
        """What a parameter stands for, where anybody says it."""
        ours = self.system and name not in self.own
        return meaning(name, self.system) if ours else self.meanings.get(name, "")

    def accept(self, given: Mapping[str, object]) -> dict[str, int | Fraction | str]:
        """Validate parameters, the budget not among them."""
        _ = [self.domain(name) for name in given]
        return accept(given, self.system, self.own)

    def schema(self) -> Schema:
        """The JSON Schema of what is given."""
        schema: Schema = {
            "type": "object",
            "properties": {
                name: way_schema(name) if name in WAYS else self.domain(name).schema() for name in self.names
            },
            "required": list(self.required),
            "additionalProperties": False,
        }
        if self.budget:
            ways: list[Schema] = [{"required": [name]} for name in self.budget]
            schema["oneOf"] = [*ways, {"not": {"anyOf": ways}}] if self.budget_optional else ways
        return schema

    def check(self, callee: str, given: Collection[str]) -> None:
        """Refuse names that are unknown or missing, and a budget given twice or not at all."""
        unknown = [name for name in given if name not in self.names]
        if unknown:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"{callee} has no parameter {' or '.join(mistaken(each, self.names) for each in unknown)}",
                str(self),
            )
        missing = [name for name in self.required if name not in given]
        if missing:
            raise Refused(Reason.MISSING, f"{callee} needs {' and '.join(missing)}", str(self))
        budget = [name for name in self.budget if name in given]
        if self.budget and len(budget) != 1 and (budget or not self.budget_optional):
            raise Refused(
                Reason.BUDGET_NOT_UNIQUE,
                f"{callee} is given {' and '.join(budget) or 'no budget'}",
                str(self),
            )


def remembered(read: Callable[[Function], Read]) -> Callable[[Function], Read]:
    """What is read off functions, once off each that can be told from others."""
    known = lru_cache(maxsize=REMEMBERED)(read)

    @wraps(read)
    def ask(function: Function) -> Read:
        return known(function) if getattr(function, "__hash__", None) else read(function)

    return ask


@remembered
def request(function: Function) -> Request:
    """What a function asks for: the budget is whatever is resolved from it, or its `**given`."""
    parameters = parameters_of(function)
    named = [
        each for each in parameters if each.kind is not Parameter.VAR_KEYWORD and each.name not in RESOLVED
    ]
    resolved = [each for each in parameters if each.name in RESOLVED]
    names = [each.name for each in named]
    ways = tuple(way for way in WAYS if way != "report_odds" or SPLIT in names)
    annotated = [(each.name, said) for each in named for said in get_args(each.annotation)]
    return Request(
        required=tuple(each.name for each in named if each.default is Parameter.empty),
        optional=tuple(each.name for each in named if each.default is not Parameter.empty),
        budget=ways if len(named) < len(parameters) else (),
        system=system_of(function),
        budget_optional=any(each.default is not Parameter.empty for each in resolved),
        own={name: said for name, said in annotated if is_domain(said)},
        meanings={name: said for name, said in annotated if isinstance(said, str)},
    )


def mistaken(name: str, names: Iterable[str]) -> str:
    """A name that is not one of these, and which of them may have been meant."""
    found = spelt_alike(name, names)
    return f"{name} (did you mean {found[0]}?)" if found else name


@remembered
def parameters_of(function: Function) -> tuple[Parameter, ...]:
    """The parameters, their annotations as what they mean even where they are written as text."""
    try:
        return tuple(signature(function, eval_str=True).parameters.values())
    except NameError:  # a name that only type checkers know
        return tuple(signature(function).parameters.values())


def plain(annotation: object) -> object:
    """What is annotated, without what is said besides."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def arguments(construct: Callable[..., object], given: Mapping[str, object]) -> dict[str, object]:
    """What a mechanism is made with: each parameter as a value of its domain, or as given to whoever takes any object.

    The budget goes on as it is given, or as the `Budget` or the number that is resolved from it.
    """
    asked, taken = request(construct), {each.name: each.annotation for each in parameters_of(construct)}
    ways = {name: value for name, value in given.items() if name in asked.budget}
    as_given = {name: value for name, value in given.items() if taken.get(name) is object}
    values = asked.accept({name: each for name, each in given.items() if name not in ways | as_given})
    found = resolved(ways, int(values.get(SPLIT, 1)), taken) if taken.keys() & RESOLVED else ways
    return {**as_given, **values, **found}


def resolved(ways: Mapping[str, object], reports: int, names: Collection[str]) -> dict[str, Real | Budget]:
    """What of these names is worked out from a budget; nothing, if none is given."""
    if not ways:
        return {}
    whole = budget(reports, **ways)
    found: Mapping[str, Callable[[], Real | Budget]] = {
        "excess": whole.report_excess,
        "epsilon": whole.epsilon,
        "budget": lambda: whole,
    }
    return {name: resolve() for name, resolve in found.items() if name in names}


def system_of(function: Callable[..., object]) -> str:
    """The unit of the house that a function's module belongs to; none for what is built elsewhere."""
    house, _, room = getattr(function, "__module__", "").partition(".")
    return room.partition(".")[0] if house == "ldproof" else ""
