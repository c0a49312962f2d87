"""What a signature asks of whoever calls by name: parameters under their own names, and a budget in one way."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from inspect import Parameter, signature

from ldproof.budget import WAYS, way_schema
from ldproof.domains import Schema, domain
from ldproof.names import near
from ldproof.rejections import Reason, Refused

RESOLVED = ("excess", "epsilon", "budget")
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

    def schema(self) -> Schema:
        """The JSON Schema of what is given."""
        schema: Schema = {
            "type": "object",
            "properties": {
                name: way_schema(name) if name in WAYS else domain(name, self.system).schema()
                for name in self.names
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


def request(function: Callable[..., object]) -> Request:
    """What a function asks for: the budget is whatever is resolved from it, or its `**given`."""
    parameters = list(signature(function).parameters.values())
    named = [
        each for each in parameters if each.kind is not Parameter.VAR_KEYWORD and each.name not in RESOLVED
    ]
    resolved = [each for each in parameters if each.name in RESOLVED]
    names = [each.name for each in named]
    ways = tuple(way for way in WAYS if way != "report_odds" or SPLIT in names)
    return Request(
        required=tuple(each.name for each in named if each.default is Parameter.empty),
        optional=tuple(each.name for each in named if each.default is not Parameter.empty),
        budget=ways if len(named) < len(parameters) else (),
        system=system_of(function),
        budget_optional=any(each.default is not Parameter.empty for each in resolved),
    )


def mistaken(name: str, names: Iterable[str]) -> str:
    """A name that is not one of these, and which of them may have been meant."""
    found = near(name, names)
    return f"{name} (did you mean {found[0]}?)" if found else name


def system_of(function: Callable[..., object]) -> str:
    """The unit of the house that a function's module belongs to; none for what is built elsewhere."""
    house, _, room = function.__module__.partition(".")
    return room.partition(".")[0] if house == "ldproof" else ""
