"""What the ledger shows is shown by a checker that is not ours, whose objects are the same whenever they are made."""

import ast
import json
import sys
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files

from jsonschema import Draft202012Validator

from ldproof_proofs.book.export.objects import Objects, address
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.checker.apart import FILE, check, made_of, objects, prover, read
from tests.proofs.checker.spoiling import HARMLESS, fates
from tests.proofs.conftest import Replayed

LONGEST = 1_000


def test_all_but_enumerations_and_citations_are_shown_again(
    replayed: Replayed, library: check.Library, theorems: Mapping[str, Theorem]
) -> None:
    texts = replayed.objects
    shown = {name: made_of(library, address(text)) for name, text in texts.items()}
    assert {name: why for name, why in shown.items() if isinstance(why, str)} == {}
    rules = Counter(each.rule for each in shown.values() if not isinstance(each, str))
    finite = sum(isinstance(theorems[name].certificate, int) for name in texts)
    assert rules["enumeration"] == finite
    assert len(library.trusted["citations"]) == rules["citation"]
    assert len(library.trusted["facts of analysis"]) <= len(check.ALWAYS)


def test_objects_are_the_same_when_they_are_made_again_in_another_order() -> None:
    again = Objects()
    again.add([prover().theorems[name] for name in sorted(objects(), reverse=True)])
    assert again.made() == objects()


def test_objects_are_as_the_schema_says() -> None:
    text = files("ldproof_proofs.book.export").joinpath("schema.json").read_text(encoding="utf-8")
    schema = Draft202012Validator(json.loads(text))
    Draft202012Validator.check_schema(json.loads(text))
    kept = [read(text) for text in objects().values()]
    few = [each for rule in sorted(check.RULES) for each in [x for x in kept if x["rule"] == rule][:5]]
    assert {each["rule"] for each in few} == {*check.RULES}
    for each in few:
        assert schema.is_valid(each), next(schema.iter_errors(each)).message
        assert not schema.is_valid(each | {"more": 1})
        assert not schema.is_valid(each | {"rule": "chain" if each["rule"] != "chain" else "point"})


def test_spoilt_objects_are_refused_or_harmless() -> None:
    told = fates(14, 400)
    assert {*+told} <= HARMLESS
    assert told["refused"] > 200


def test_the_checker_imports_nothing_of_ours_and_can_be_read() -> None:
    source = FILE.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(source))]
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    modules |= {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {each.partition(".")[0] for each in modules} <= sys.stdlib_module_names
    assert source.count("\n") <= LONGEST
