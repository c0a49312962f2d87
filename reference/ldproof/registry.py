"""Every mechanism, formula and collector by its name, and what each asks for."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial, wraps
from importlib import import_module
from inspect import Parameter, getattr_static, getdoc, signature
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin

from ldproof import names
from ldproof.budget import WAYS, Budget, parse_budget, way_schema
from ldproof.errors import Reason, Refused, type_phrase
from ldproof.mechanisms import MEMBERS, Mechanism, Privacy
from ldproof.names import OnDemand, Plugin, WithPlugins, complete_name, find_named, suggest_correction
from ldproof.numbers import Elementary, Exact, Ordered, Real
from ldproof.parameters import (
    PARAMETERS,
    Domain,
    Schema,
    accept_parameters,
    is_domain,
    parameter_domain,
    parameter_named,
)

# What a signature asks of whoever calls by name: parameters under their own names, and a budget in one way.

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
    """What a function asks of its caller: required names, optional names, and the budget's, of which one is given."""

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
        if len(self.optional) > 1 and not self.required:  # some of them may be needed together
            asked = [f"any of {', '.join(self.optional)}"]
        else:
            asked = [*self.required, *(f"{name} (optional)" for name in self.optional)]
        if self.budget:
            asked.append(self.accepted_budget)
        return "; ".join(asked) or "no parameters"

    @property
    def accepted_budget(self) -> str:
        """How a budget is given, in words."""
        return f"{'at most' if self.budget_optional else 'exactly'} one of {', '.join(self.budget)}"

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that is accepted."""
        return self.required + self.optional + self.budget

    def domain(self, name: str) -> Domain:
        """The domain of a parameter: its annotation's, or its name's in the system; refused if it has none."""
        if name not in self.own and not self.system and name not in PARAMETERS:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                f"the parameter {name} has no domain",
                "a parameter with one, as in `k: Annotated[int, Whole(2, 100)]`",
            )
        return self.own.get(name) or parameter_domain(name, self.system)

    def meaning(self, name: str) -> str:
        """What a parameter stands for, as text; empty if nobody says it."""
        return self.meanings.get(name) or (
            parameter_named(name, self.system).meaning if self.has_system_meaning(name) else ""
        )

    def bound_of(self, name: str) -> str:
        """The parameter that bounds this one; empty if there is none."""
        return parameter_named(name, self.system).bounded_by if self.has_system_meaning(name) else ""

    def has_system_meaning(self, name: str) -> bool:
        """Whether a parameter has the meaning of its name in a system, and not that of an annotation."""
        return bool(self.system) and name not in self.own

    def accept(self, given: Mapping[str, object]) -> dict[str, int | Fraction | str]:
        """The values, each accepted by its domain; budgets are not among them."""
        _ = [self.domain(name) for name in given]
        return accept_parameters(given, self.system, self.own)

    def schema(self) -> Schema:
        """The JSON Schema of an object with these parameters."""
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
                f"{callee} has no parameter {' or '.join(suggest_correction(each, self.names) for each in unknown)}",
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


def cache_by_function(read: Callable[[Function], Read]) -> Callable[[Function], Read]:
    """Cache a function of functions; a function that cannot be hashed is read anew each time."""
    known = lru_cache(maxsize=REMEMBERED)(read)

    @wraps(read)
    def ask(function: Function) -> Read:
        return known(function) if getattr(function, "__hash__", None) else read(function)

    return ask


@cache_by_function
def request_of_function(function: Function) -> Request:
    """The request that a function's signature states: a `**given`, or a parameter in `RESOLVED`, asks for a budget."""
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


@cache_by_function
def parameters_of(function: Function) -> tuple[Parameter, ...]:
    """The parameters of a function's signature, with annotations evaluated where they can be."""
    try:
        return tuple(signature(function, eval_str=True).parameters.values())
    except NameError:  # a name that only type checkers know
        return tuple(signature(function).parameters.values())


def strip_annotation(annotation: object) -> object:
    """The T of `Annotated[T, ...]`; any other annotation as it is."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def parse_mechanism_arguments(
    construct: Callable[..., object], given: Mapping[str, object]
) -> dict[str, object]:
    """The arguments of a mechanism's constructor: each accepted by its domain, or as given if annotated `object`.

    The budget goes on as it is given, or as the `Budget` or the number that is resolved from it.
    """
    asked, taken = (
        request_of_function(construct),
        {each.name: each.annotation for each in parameters_of(construct)},
    )
    ways = {name: value for name, value in given.items() if name in asked.budget}
    as_given = {name: value for name, value in given.items() if taken.get(name) is object}
    values = asked.accept({name: each for name, each in given.items() if name not in ways | as_given})
    found = resolve_budget(ways, int(values.get(SPLIT, 1)), taken) if taken.keys() & RESOLVED else ways
    return {**as_given, **values, **found}


def resolve_budget(
    ways: Mapping[str, object], reports: int, names: Collection[str]
) -> dict[str, Real | Budget]:
    """Those of `excess`, `epsilon` and `budget` among `names`, worked out from a budget; none if none is given."""
    if not ways:
        return {}
    whole = parse_budget(reports, **ways)
    found: Mapping[str, Callable[[], Real | Budget]] = {
        "excess": whole.report_excess,
        "epsilon": whole.epsilon,
        "budget": lambda: whole,
    }
    return {name: resolve() for name, resolve in found.items() if name in names}


def system_of(function: Callable[..., object]) -> str:
    """The system of a function: the first part of its module's name below `ldproof`, and empty for other packages."""
    function = getattr(function, "func", function)  # of a `partial`
    house, _, room = getattr(function, "__module__", "").partition(".")
    return room.partition(".")[0] if house == "ldproof" else ""


# Every public formula under the name `system.formula`, read off the code's own signatures.

ROOMS = (
    "shots.formulas",
    "shots.choice",
    "shots.privacy",
    "shots.error",
    "shots.detection",
    "counting.formulas",
    "counting.error",
    "counting.m_glance",
    "counting.memoized",
    "counting.loloha",
    "counting.d_bit_flip",
    "counting.future_rand",
    "counting.bounds",
    "chi2.formulas",
    "chi2.wide_tables",
    "chi2.distance",
    "chi2.error",
    "sketch.formulas",
    "sketch.variance",
    "sketch.error",
)
"""The modules whose public functions are formulas, by system."""


@dataclass(frozen=True)
class Formula:
    """A public formula: its name and the function that computes it."""

    name: str
    function: Callable[..., Any]
    """Called with arguments of any number system, so that its type is the caller's business."""

    @cached_property
    def request(self) -> Request:
        """What the function asks of its caller."""
        return request_of_function(self.function)

    @cached_property
    def parameters(self) -> Mapping[str, object]:
        """The annotation of each parameter, without what `Annotated` adds."""
        return {each.name: strip_annotation(each.annotation) for each in parameters_of(self.function)}

    @property
    def ordered(self) -> bool:
        """Whether it branches on an order, so that it runs on fractions and neither on terms nor on balls."""
        return Ordered in self.parameters.values()

    @property
    def decides(self) -> bool:
        """Whether it takes numbers as they are known, and decides itself which of its values are exact."""
        return {Exact, Elementary, Ordered}.isdisjoint(self.parameters.values())

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (getdoc(self.function) or "").partition("\n")[0]


@cache
def all_formulas() -> WithPlugins[Formula]:
    """All formulas by name, plug-ins' last; modules are imported when they are needed."""
    ours = OnDemand(ROOMS, _public_formulas)
    return WithPlugins(ours, names.FORMULAS, _brought_formulas)


def find_formula(name: str) -> Formula:
    """The formula with this name; refused if there is none."""
    return find_named("formula", name, all_formulas())


def _public_formulas(room: str) -> Mapping[str, Formula]:
    module = import_module(f"ldproof.{room}")
    return _formulas_by_name(room.partition(".")[0], {name: getattr(module, name) for name in module.__all__})


def _brought_formulas(plugin: Plugin) -> Mapping[str, Formula]:
    """Theirs: the functions that a module makes public."""
    names = plugin.load("__all__")
    if not isinstance(names, list | tuple):
        raise plugin.refusal(f"its __all__ is {type_phrase(names)}, and no list")
    found = {str(name): plugin.load(str(name)) for name in names}
    functions = {name: each for name, each in found.items() if callable(each)}
    if others := found.keys() - functions.keys():
        raise plugin.refusal(f"its __all__ has {', '.join(sorted(others))}, and no function")
    return _formulas_by_name(plugin.system, functions)


def _formulas_by_name(system: str, functions: Mapping[str, Callable[..., Any]]) -> Mapping[str, Formula]:
    return {f"{system}.{name}": Formula(f"{system}.{name}", each) for name, each in functions.items()}


# Every mechanism by its name.

# Which secrets and outputs go together is each mechanism's own business: whoever asks by name brings JSON.
AnyMechanism: TypeAlias = Mechanism[Any, Any]
"""A mechanism of any secrets and outputs."""

AnyPrivacy: TypeAlias = Privacy[Any, Any]
"""Its privacy."""

Constructor = Callable[..., AnyMechanism]

SYSTEMS = ("shots", "counting", "chi2", "sketch")


def members_by_name(member: str, room: str) -> Mapping[str, Any]:
    """The things in the mapping `member` of a module of ours, each under its system's name and its own."""
    things: Mapping[str, Any] = getattr(import_module(f"ldproof.{room}"), member)
    return {f"{room.partition('.')[0]}.{name}": each for name, each in things.items()}


def _brought_mechanisms(plugin: Plugin) -> Mapping[str, Constructor]:
    """Theirs: each is made by a class or a function, whose signature says what it asks for."""
    listed = plugin.load("MECHANISMS")
    if not isinstance(listed, Mapping):
        raise plugin.refusal(f"its MECHANISMS is {type_phrase(listed)}, and no mapping")
    for name, construct in listed.items():
        if not (isinstance(name, str) and callable(construct)):
            raise plugin.refusal(f"its MECHANISMS has {name!r}: {construct!r}")
    return {f"{plugin.system}.{name}": construct for name, construct in listed.items()}


MECHANISMS: WithPlugins[Constructor] = WithPlugins(
    OnDemand([f"{system}.mechanism" for system in SYSTEMS], partial(members_by_name, "MECHANISMS")),
    names.MECHANISMS,
    _brought_mechanisms,
)
"""By name; a system is imported when one of its mechanisms is asked for."""


def complete_mechanism(name: str) -> str:
    """The full name of a mechanism, as `sketch.cms`, from it or from `cms` alone; refused if it is none's, or several's."""
    return complete_name("mechanism", name, MECHANISMS)


def make_mechanism(name: str, given: Mapping[str, object]) -> AnyMechanism:
    """The mechanism with this name, from its parameters and a budget; refused if these are wrong."""
    construct = find_named("mechanism", name, MECHANISMS)
    request_of_function(construct).check(name, given)
    made = construct(**parse_mechanism_arguments(construct, given))
    if missing := [each for each in MEMBERS if getattr_static(made, each, None) is None]:
        what = f"{name} makes {type_phrase(made)}, which has no {' and no '.join(missing)}"
        raise Refused(Reason.UNAVAILABLE, what, f"an object with {', '.join(MEMBERS)}")
    return made


# What each mechanism is, in a sentence; E is e^epsilon.

DESCRIPTIONS: Mapping[str, str] = {
    "shots.report": "m-shot reporting, Algorithm 1: in m of T rounds, drawn beforehand, the person's bit, right with the odds "
    "e^(epsilon/m), and in the others a dummy, which is 1 with probability r.",
    "counting.glance": "Algorithm 1: in one of T rounds, drawn beforehand, the person's bit, right with the odds E; in the "
    "others NULL.",
    "counting.m_glance": "Glance with m reports a person: in m of T rounds, drawn beforehand, the person's bit, right with the "
    "odds e^(epsilon/m); in the others NULL.",
    "counting.harmony": "Harmony as the source has it: Glance with a 0 in the place of NULL.",
    "counting.harmony_published": "Harmony as published: Glance, with an estimate that counts a NULL as 1/2.",
    "counting.borappor": "Basic One-time RAPPOR: the person's bit in every round, right with the odds e^(epsilon/T).",
    "counting.memoized": "Two-step memoization: a noisy bit is kept for each state, with the odds kept_odds, or for the state "
    "1 with probability 1/2 if optimized. Each round reports it with fresh noise, so that the first report alone has the odds "
    "first_odds, as L-GRR and L-OSUE define them.",
    "counting.loloha": "LOLOHA: a noisy cell is kept for each of w cells, with the odds kept_odds; each round reports what is "
    "kept for the cell of the person's value, under a public hash of the person's own, with fresh noise, so that the first "
    "report alone has the odds first_odds. With the identity for the hash, reports and privacy are those of L-GRR of w values; "
    "estimates and variance hold for random hashes only.",
    "counting.d_bit_flip": "dBitFlipPM: a person draws d of w cells once, which is public. For each of the w cells a row of bits is "
    "kept, one about each drawn cell, right with the odds bit_odds. A round reports the row of its cell, without fresh noise. "
    "For two or more rounds no odds are finite.",
    "counting.future_rand": "FutureRand, for states that change `changes` times at most: at a level that is drawn, by how much "
    "the state changes in each block of 2^h rounds, times a noisy sign that is drawn beforehand.",
    "chi2.algorithm_1_f": "Algorithm 1 with (14), for m1 = m2: the statistic with Laplace's noise for that sensitivity is "
    "compared with tau.",
    "chi2.algorithm_1_y1": "Algorithm 1 with (15): the statistic with Laplace's noise for that sensitivity is compared with tau.",
    "chi2.algorithm_1_y2": "Algorithm 1 with (16), for controls whose variants are public: the statistic with Laplace's noise "
    "for that sensitivity is compared with tau.",
    "chi2.algorithm_2": "Algorithm 2, with a T that makes the ellipse a circle: |T| with Laplace's noise for Delta_T of (12) "
    "is compared with 1.",
    "chi2.algorithm_2_tight": "Algorithm 2 with Delta*, the longest step of T, in the place of Delta_T.",
    "chi2.algorithm_2_integer": "Algorithm 2 with the longest step of |T| over the tables that there are in the place of Delta_T.",
    "chi2.optimal": "M*: the decision is wrong with probability 1/(1 + E) where one person more could change it, and with an "
    "E-th of that for each further person who must.",
    "chi2.beta_optimal": "The test with the least beta-error: the probability of a 1 grows by E with each step away from the "
    "tables whose statistic is at most tau - beta, up to the middle, and is mirrored there.",
    "sketch.unary": "A row of bits about one of d rows, drawn: 1 with probability q in the item's column, and p in the others.",
    "sketch.per_user": "A row of bits under a public hash of the person's own, with the flips of cms.",
    "sketch.cms": "A row of bits about one of d rows, drawn, as in Apple's Count Mean Sketch: each is right with the odds "
    "e^(epsilon/2).",
    "sketch.oue": "A row of bits about one of d rows, drawn: 1 with probability 1/2 in the item's column, and 1/(1 + E) in "
    "the others.",
    "sketch.optimal": "A row of bits about one of d rows, drawn, with the flips at which the estimate of an item that nobody "
    "holds varies least.",
    "sketch.hcms": "A sign of a Hadamard matrix about one of d rows, drawn: that of the item's column at a drawn place of w, "
    "right with the odds E.",
    "sketch.hcms_plus": "As hcms, without the first place, at which all columns have the same sign.",
    "sketch.count_sketch": "A Count-Sketch of w/2 columns: as hcms, at the last w/2 places, at which column c + w/2 is column c "
    "with the other sign.",
    "sketch.kary": "A column about one of d rows, drawn: the item's with probability E/(E + w - 1), and each other one with "
    "1/(E + w - 1).",
    "sketch.local_hash": "A column under a public hash of the person's own, with the probabilities of kary.",
    "sketch.all_rows": "A row of bits for each of d rows: each bit is right with the odds e^(epsilon/(2 d)).",
    "sketch.unary_all_rows": "The sketch as the source has it: a row of bits for each of d rows, each 1 with probability q in "
    "the item's column, and p in the others.",
}
"""By name: ours, and none of another package's, whose classes say it."""

# An example of each mechanism: parameters, a person's secret, and an output that can come out.


@dataclass(frozen=True, slots=True)
class Example:
    """Parameters, a secret and an output of a mechanism, all as text."""

    parameters: Mapping[str, str]
    input: str
    output: str


def _parse_example(parameters: str, secret: str, output: str) -> Example:
    return Example(dict(each.split("=") for each in parameters.split()), secret, output)


EXAMPLES: Mapping[str, Example] = {
    "shots.report": _parse_example("T=3 m=1 r=0 odds=3", "101", "001"),
    "counting.glance": _parse_example("T=3 odds=3", "101", "-0-"),
    "counting.m_glance": _parse_example("T=4 m=2 odds=9", "1011", "1-0-"),
    "counting.harmony": _parse_example("T=3 odds=3", "101", "100"),
    "counting.harmony_published": _parse_example("T=3 odds=3", "101", "--1"),
    "counting.borappor": _parse_example("T=3 odds=27", "101", "111"),
    "counting.memoized": _parse_example("T=2 kept_odds=3 first_odds=5/3 permanent=symmetric", "10", "11"),
    "counting.loloha": _parse_example("T=3 kept_odds=4 first_odds=2 w=4", "2,0,2", "2,1,2"),
    "counting.d_bit_flip": _parse_example("T=2 bit_odds=3 w=3 d=2", "2,0", "0,2:0,1;1,0"),
    "counting.future_rand": _parse_example(
        "T=4 changes=2 sign_odds=3 fewest_flips=0 most_flips=0", "0110", "-1-0"
    ),
    "chi2.algorithm_1_f": _parse_example("m1=4 m2=4 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_1_y1": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_1_y2": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_2": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.algorithm_2_tight": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.algorithm_2_integer": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.optimal": _parse_example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.beta_optimal": _parse_example("m1=4 m2=6 tau=2 beta=1 odds=3", "3,1", "1"),
    "sketch.unary": _parse_example("w=4 d=2 p=1/4 q=3/4", "2,0", "0:1,0,0,1"),
    "sketch.cms": _parse_example("w=4 d=2 odds=9", "2,0", "1:0,0,1,0"),
    "sketch.oue": _parse_example("w=4 d=2 odds=3", "2,0", "0:0,1,1,0"),
    "sketch.optimal": _parse_example("w=4 d=2 odds=3", "2,0", "0:0,0,1,0"),
    "sketch.hcms": _parse_example("w=4 d=2 odds=3", "2,0", "1:0,1"),
    "sketch.hcms_plus": _parse_example("w=4 d=2 odds=3", "2,0", "0:3,1"),
    "sketch.count_sketch": _parse_example("w=4 d=2 odds=3", "2,0", "0:3,1"),
    "sketch.kary": _parse_example("w=4 d=2 odds=3", "2,0", "0:2"),
    "sketch.per_user": _parse_example("w=4 odds=9", "2", "0,0,1,0"),
    "sketch.local_hash": _parse_example("w=4 odds=3", "2", "1"),
    "sketch.all_rows": _parse_example("w=4 d=2 odds=81", "2,0", "0,0,1,0;1,0,0,0"),
    "sketch.unary_all_rows": _parse_example("w=2 d=2 p=1/4 q=3/4", "1,0", "0,1;1,1"),
}
"""By name, in the order of PROTOCOL.md."""

# The other side of each mechanism by its name: what is estimated from reports, and what is decided.

Made = TypeVar("Made")

Received: TypeAlias = Mapping[str, object]
"""What is collected, as members of a JSON object: reports, counts, columns or tables."""

Estimates: TypeAlias = Callable[[Received], Sequence[Real | None]]
"""A number for each round or item; nothing where there is nothing to go by."""

Decisions: TypeAlias = Callable[[Received], Sequence[str]]
"""A word for each round or table."""


ESTIMATES: OnDemand[Callable[..., Estimates]] = OnDemand(
    ("shots.collector", "counting.collector", "sketch.collector"), partial(members_by_name, "ESTIMATES")
)
"""By name; a system is imported when it is asked for."""

DECISIONS: OnDemand[Callable[..., Decisions]] = OnDemand(
    ("shots.collector", "chi2.mechanism"), partial(members_by_name, "DECISIONS")
)
"""By name; a system is imported when it is asked for."""


def make_collector(name: str, given: Mapping[str, object]) -> Estimates:
    """The estimating function of this mechanism, with these parameters and its number of people."""
    return _make_named("estimate", name, ESTIMATES, given)


def make_decider(name: str, given: Mapping[str, object]) -> Decisions:
    """The deciding function of this mechanism, with these parameters."""
    return _make_named("decision", name, DECISIONS, given)


def _make_named(
    kind: str, name: str, things: Mapping[str, Callable[..., Made]], given: Mapping[str, object]
) -> Made:
    construct = find_named(kind, name, things)
    request_of_function(construct).check(name, given)
    return construct(**given)
