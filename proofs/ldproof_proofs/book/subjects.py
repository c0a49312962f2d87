"""What can be explained besides claims: a formula and a mechanism of the reference, as its own code describes them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from inspect import getdoc, getsource, getsourcelines
from textwrap import dedent
from typing import Any

from ldproof.names import find_named
from ldproof.registry import (
    DESCRIPTIONS,
    MECHANISMS,
    SYSTEMS,
    Request,
    all_formulas,
    find_formula,
    request_of_function,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A formula or a mechanism."""

    name: str
    kind: str
    words: str
    """What it is, by its docstring; a mechanism of ours is described first."""
    parameters: Mapping[str, str]
    """What each may be."""
    where: str
    code: str


def formula_in_words(name: str) -> Subject:
    """A formula."""
    found = find_formula(name)
    return _subject(name, "formula", found.function, found.request)


def mechanism_in_words(name: str) -> Subject:
    """A mechanism, by the class that it is made of."""
    construct = find_named("mechanism", name, MECHANISMS)
    made_by: Callable[..., Any] = getattr(construct, "func", construct)
    made: object = made_by.__annotations__.get("return")
    found = _subject(
        name, "mechanism", made if isinstance(made, type) else made_by, request_of_function(construct)
    )
    return replace(found, words=f"{DESCRIPTIONS[name]}\n\n{found.words}") if name in DESCRIPTIONS else found


def subject(name: str) -> Subject | None:
    """The formula or the mechanism of this name, if there is one; no other system is imported for it."""
    # Formulas are functions by their names, and mechanisms of ours could be: of `shots.thm-4` no module is asked for one.
    may_be = name.rpartition(".")[2].isidentifier()
    theirs = name.partition(".")[0] not in SYSTEMS
    if (may_be or theirs) and name in MECHANISMS:
        return mechanism_in_words(name)
    return formula_in_words(name) if may_be and name in all_formulas() else None


def subject_kinds() -> Mapping[str, str]:
    """Every mechanism and every formula, and which of the two it is."""
    return {**dict.fromkeys(all_formulas(), "formula"), **dict.fromkeys(MECHANISMS, "mechanism")}


def public_formulas(names: Iterable[str]) -> list[str]:
    """The names of formulas that can be explained and evaluated; a module's helpers cannot."""
    known = all_formulas()
    return [each for each in names if each in known]


def _subject(name: str, kind: str, made_by: Callable[..., Any], asked: Request) -> Subject:
    try:
        where, code = f"{made_by.__module__}, line {getsourcelines(made_by)[1]}", dedent(getsource(made_by))
    except (OSError, TypeError):  # others may make theirs without writing them
        where, code = "nowhere", ""
    return Subject(name, kind, getdoc(made_by) or "", parameters_in_words(asked), where, code)


def parameters_in_words(asked: Request) -> Mapping[str, str]:
    """Every parameter, and what it may be."""
    budget = " or ".join(asked.budget)
    ways = "at most one of them" if asked.budget_optional else "exactly one of them"

    def said(name: str) -> str:
        means = asked.meaning(name)
        return f"{means}: {asked.domain(name)}" if means else str(asked.domain(name))

    return {
        **{name: said(name) for name in asked.required},
        **{name: f"{said(name)}; optional" for name in asked.optional},
        **({budget: ways} if len(asked.budget) > 1 else {}),
    }
