"""The checker shows again what the ledger shows, refuses spoilt objects, and the page of trust is what it makes."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ldproof.numbers import Term
from ldproof_proofs.book.export.folder import contents
from ldproof_proofs.book.export.objects import Objects, address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.charts import chart, derivative, value
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.checker.apart import FILE, Object, beside, check, made_of, objects, read, trust
from tests.proofs.conftest import Replayed, replay_entries, sample, seems_true
from tests.tiers import run_everything, seed, slow

LONGEST = 1_000
PAGE = FILE.parents[2] / "TRUST.md"


@pytest.fixture(scope="module")
def library(replayed: Replayed) -> check.Library:
    """The objects of all theorems, checked once."""
    return check.Library({address(text): text.encode() for text in replayed.objects.values()})


def test_all_but_enumerations_and_citations_are_shown_again(
    replayed: Replayed, library: check.Library, theorems: Mapping[str, Theorem]
) -> None:
    texts = replayed.objects
    shown = {name: made_of(library, address(text)) for name, text in texts.items()}
    assert {name: why for name, why in shown.items() if isinstance(why, str)} == {}
    rules = Counter(each.rule for each in shown.values() if not isinstance(each, str))
    assert rules["enumeration"] == sum(isinstance(theorems[name].certificate, int) for name in texts)
    assert len(library.trusted["citations"]) == rules["citation"]
    assert len(library.trusted["facts of analysis"]) <= len(check.ALWAYS)


def test_objects_are_the_same_when_they_are_made_again_in_another_order() -> None:
    again = Objects()
    again.add([sample()[0].theorems[name] for name in sorted(objects(), reverse=True)])
    assert again.made() == objects()


@slow
def test_objects_are_as_the_schema_says() -> None:
    schema = json.loads(files("ldproof_proofs.book.export").joinpath("schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    valid = Draft202012Validator(schema).is_valid
    enumerated = Objects()
    enumerated.add([*replay_entries("shots.event-delta")[0].theorems.values()])
    kept = [read(text) for text in sorted([*objects().values(), *enumerated.made().values()], key=len)]
    few = [each for rule in sorted(check.RULES) for each in [x for x in kept if x["rule"] == rule][:2]]
    assert {each["rule"] for each in few} == {*check.RULES}
    for each in few:
        assert valid(each), each
        assert not valid(each | {"more": 1})
        assert not valid(each | {"rule": "chain" if each["rule"] != "chain" else "point"})


def test_the_checker_imports_nothing_of_ours_and_can_be_read() -> None:
    source = FILE.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(source))]
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    modules |= {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {each.partition(".")[0] for each in modules} <= sys.stdlib_module_names
    assert source.count("\n") <= LONGEST


# objects spoilt at random

WORDS = {"name", "reading", "code", "says", "scope"}
"""What an object says in words: the index, or the list of what is on trust, has it."""
SHOWN = {"certificate", "witness"}
"""What is no part of a statement."""


def places(found: Any) -> Iterator[tuple[Any, str | int]]:
    """Every place of an object: what it is in, and where."""
    inside = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, each in inside:
        yield found, key
        yield from places(each)


def spoil(found: Object, random: Random) -> None:
    """One change at one place: it is left out, changed a little, turned around, or replaced by another place's."""
    everywhere = [*places(found)]
    holder, key = random.choice(everywhere)
    other, there = random.choice(everywhere)
    old, new = holder[key], deepcopy(other[there])
    match random.randrange(4):
        case 0:
            del holder[key]
            return
        case 1:
            new = similar_values(old, random)
        case 2 if isinstance(old, list):
            new = old[::-1]
    holder[key] = new


def similar_values(old: Json, random: Random) -> Json:
    """Return values that are similar to this one."""
    match old:
        case bool():
            return not old
        case int():
            return old + random.choice((-2, -1, 1, 2))
        case "=" | "<=" | "<" | "!=":
            return random.choice(("=", "<=", "<", "!="))
        case "+" | "-" | "*" | "/" | "min":
            return random.choice(("+", "-", "*", "/", "min"))
        case str() if old.lstrip("-").replace("/", "").isdigit():
            return str(Fraction(old) + random.choice((-1, 1, Fraction(1, 2))))
        case _:
            return old


def fate_of_change(name: str, random: Random) -> str:
    """Return the checker's verdict on an object after one change."""
    before, found = read(objects()[name]), read(objects()[name])
    spoil(found, random)
    if written(found) == objects()[name]:
        return "not changed"
    if isinstance(beside(written(found)), str):
        return "refused"
    own = WORDS | {"cases"} if found["rule"] == "enumeration" else WORDS
    if not {key for key in {*found, *before} if found.get(key) != before.get(key)} - own - SHOWN:
        return "says the same"
    so = true(found)
    return "not decided here" if so is None else "true" if so else f"false: {written(found)}"


def term(data: Any) -> Term:
    """A term of an object."""
    match data:
        case ["constant", text]:
            return Term("constant", Fraction(text))
        case ["symbol", name]:
            return Term("symbol", name)
        case ["^", base, exponent]:
            return term(base) ** int(exponent)
        case [operator, *arguments]:
            return Term(operator, "", tuple(map(term, arguments)))
        case _:
            raise ValueError(data)


def resolved(node: Any, made: Sequence[Any]) -> Any:
    """A term of a record with nodes in the place of their numbers."""
    match node:
        case int():
            return made[node]
        case ["constant" | "symbol", _]:
            return node
        case ["^", base, exponent]:
            return ["^", resolved(base, made), exponent]
        case _:
            return [node[0], *(resolved(each, made) for each in node[1:])]


def relation(data: Any) -> Relation:
    """A relation of an object."""
    left, sign, right = data
    return Relation(term(left), sign, term(right))


def true(found: Mapping[str, Any]) -> bool | None:
    """Whether our kernel finds what an object says true at its witness, or in all cases; None if it cannot say."""
    match found:
        case {"rule": "point"}:
            at, elsewhere = ({key: term(each) for key, each in found[it].items()} for it in POINTS)
            printed = relation(found["printed"])
            return not printed.holds_at(at) and printed.holds_at(elsewhere)
        case {"rule": "chain" | "shape", "goal": goal, "witness": witness}:
            at = {key: term(each) for key, each in witness.items()}
            presupposed = [relation(each) for each in found["given"].values()]
            return all(seems_true(each, at) for each in (*presupposed, relation(goal)))
        case {"rule": "ground", "nodes": nodes, "cases": cases}:
            made: list[Any] = []
            for node in nodes:
                made.append(resolved(node, made))
            try:
                return all(holds(relation([made[left], sign, made[right]])) for _, left, sign, right in cases)
            except NotProved:  # both sides are too near to each other
                return None
        case {"rule": "signs"}:
            curve = term(found["expression"])
            signs = chart(derivative(curve) if found["derivative"] else value(curve)).signs
            return signs == tuple(found["signs"])
        case _:
            return None


POINTS = ("point", "elsewhere")


def test_spoilt_objects_are_refused_or_say_what_is_so() -> None:
    count = 10_000 if run_everything() else 200
    random, names, told = Random(seed()), sorted(objects()), Counter[str]()
    while told.total() < count:
        what = fate_of_change(random.choice(names), random)
        told[what] += what != "not changed"
    assert [each for each in +told if each.startswith("false")] == []
    assert told["refused"] > count * 0.9
    assert told["not decided here"] < count * 0.01  # of rules whose false statements test_false.py tries


# the page of what is left to believe


def page(folder: Path, *options: str) -> str:
    """The page, from a Python whose hashes are other ones."""
    made = subprocess.run(
        [sys.executable, "-S", str(FILE.with_name("trust.py")), str(folder), *options],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
    )
    return made.stdout.decode()


@slow
def test_the_page_is_the_same_whenever_it_is_made(
    tmp_path: Path, replayed: Replayed, library: check.Library
) -> None:
    for name, text in contents(
        replayed.objects, replayed.entries, replayed.sentences, replayed.grades
    ).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = trust.page(library, replayed.entries, replayed.sentences, replayed.grades)
    assert page(tmp_path) == "".join(f"{line}\n" for line in made)
    assert page(tmp_path, "--lists") == "".join(f"{line}\n" for line in trust.lists(library))


@slow
def test_the_page_that_ships_is_what_is_made(replayed: Replayed, library: check.Library) -> None:
    """After a change: `make trust`."""
    made = trust.page(library, replayed.entries, replayed.sentences, replayed.grades)
    assert "".join(f"{line}\n" for line in made) == PAGE.read_text(encoding="utf-8")


@slow
def test_the_page_counts_what_is_listed(library: check.Library) -> None:
    listed = "\n".join(trust.lists(library))
    for each in ("- evidence.ville: P \\<= alpha where", "`chi2.p_value`", "- tails.above: M, U, where"):
        assert each in listed
    assert "ldproof.rounds.initial\\_weights and ldproof.rounds.forward\\_step" in listed
    assert "`ldproof_proofs.kernel.uniform`" in listed
    counted = re.findall(r"^## On trust: (\d+) (.+)$", listed, re.MULTILINE)
    page = PAGE.read_text(encoding="utf-8")
    assert counted
    assert [kind for count, kind in counted if f"| {kind} | {count} |" not in page] == []


def test_no_page_is_made_of_what_is_refused(tmp_path: Path) -> None:
    assert "On trust" not in page(tmp_path)
    (tmp_path / f"{address('{}')}.json").write_text("{}", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        page(tmp_path)
