"""The files: what is shipped is what is made, its schemas hold and refuse what is damaged, and the oracle says the same."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ldproof.catalogue import formulas
from ldproof.oracle.vectors import KINDS, vectors
from ldproof.oracle.vectors.agreement import agrees
from ldproof.oracle.vectors.reading import shipped
from ldproof.programs import Program
from ldproof.programs.messages import MOST_ID
from tests.drivers.oracle_mutation.replay import differs
from tests.reference.cli.conftest import Run, run  # noqa: F401  (a fixture)
from tests.reference.programs.children import PATIENT

MOST_BYTES = 2_100_000
"""Of all files, which every wheel carries: compressed they are an eighth of it, and whoever adds to them sees that."""

File = dict[str, object]


def document(kind: str) -> File:
    """A file."""
    found: File = json.loads(shipped().joinpath(f"{kind}.json").read_text(encoding="ascii"))
    return found


@cache
def validator(kind: str) -> Draft202012Validator:
    """The schema beside it."""
    schema = json.loads(shipped().joinpath(f"{kind}.schema.json").read_text(encoding="ascii"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def walk(thing: object) -> Iterator[object]:
    """Everything in it."""
    yield thing
    if isinstance(thing, dict):
        for each in thing.values():
            yield from walk(each)
    if isinstance(thing, list):
        for each in thing:
            yield from walk(each)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_what_is_shipped_is_what_is_made(seed: str, tmp_path: Path) -> None:
    """Byte for byte, under whatever hash seed. Write them again with `make protocol`."""
    subprocess.run(
        [sys.executable, "-m", "ldproof", "vectors", str(tmp_path)],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {each.name: each.read_bytes() for each in shipped().iterdir()}
    assert sum(map(len, made.values())) <= MOST_BYTES


def test_there_are_enough_each_with_a_name_of_its_own() -> None:
    every = [*vectors()]
    counts = Counter(each.kind for each in every)
    assert counts.total() >= 3000
    assert {*counts} == {*KINDS}
    assert min(counts.values()) >= 300
    assert len({each.id for each in every}) == len(every)
    told = [each["id"] for kind in KINDS for group in groups(document(kind)) for each in group["vectors"]]
    assert told == [each.id for each in every], "a name follows from the request"


def test_every_formula_is_answered_somewhere() -> None:
    """And not only refused."""
    assert {str(each.request["formula"]) for each in vectors(kinds=["formula"])} == {*formulas().ours}


def groups(file: File) -> list[dict[str, list[dict[str, object]]]]:
    found = file["groups"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_what_its_schema_says(kind: str) -> None:
    file = document(kind)
    assert [*validator(kind).iter_errors(file)] == []
    used = {flag for group in groups(file) for each in group["vectors"] for flag in flags(each)}
    assert isinstance(file["flags"], dict)
    assert used == {*file["flags"]}, "each flag is described and used"
    for each in walk(file):
        if isinstance(each, int | float) and not isinstance(each, bool):
            assert isinstance(each, int)
            assert abs(each) <= MOST_ID
        if isinstance(each, dict) and isinstance(each.get("exact"), str) and each["exact"] != "inf":
            value = Fraction(each["exact"])
            assert f"{value.numerator}/{value.denominator}" == each["exact"], "in lowest terms"
    lines = shipped().joinpath(f"{kind}.json").read_text(encoding="ascii").splitlines()
    assert sum(line.startswith('{"id"') and '"vectors":[' not in line for line in lines) == sum(
        len(group["vectors"]) for group in groups(file)
    ), "one vector to a line"
    assert "format" not in {
        name for each in walk(validator(kind).schema) if isinstance(each, dict) for name in each
    }


def flags(vector: dict[str, object]) -> list[str]:
    found = vector["flags"]
    assert isinstance(found, list)
    return found


CORRUPTIONS: list[tuple[str, str, str]] = [
    ("randomize", '"result":"valid"', '"result":"right"'),
    ("randomize", '"result":"invalid"', '"result":"valid"'),
    ("randomize", '"reason":"tape-exhausted"', '"reason":"no-coins"'),
    ("randomize", '"coins":"', '"coins":"0'),
    ("randomize", '"coins":"', '"coins":"XX'),
    ("randomize", '"taken":[', '"taken":[-'),
    ("randomize", '"taken":[', '"taken":[9007199254740993'),
    ("randomize", '"outputs":["', '"outputs":["a'),
    ("randomize", '"flags":["', '"flags":["unheard-of","'),
    ("randomize", '"kind":"randomize"', '"kind":"law"'),
    ("randomize", '"version":1', '"version":2'),
    ("formula", '"exact":"', '"exact":"0'),
    ("formula", '"exact":"', '"exact":"0x'),
    ("formula", '"lower":"', '"lower":"about '),
    ("formula", '"request":{', '"request":{"more":1,'),
    ("formula", '"formula":"', '"formula":"our '),
    ("law", '"output":"', '"outputs":"'),
    ("law", '"law":[', '"laws":['),
    ("law", '"input":"', '"input":"-'),
    ("estimate", '"estimates":[', '"estimates":[0.5,'),
    ("estimate", '"counts":[[', '"counts":[["1",'),
    ("decide", '"decisions":["', '"decisions":["sideways","'),
    ("decide", '"op":"decide"', '"op":"guess"'),
    ("privacy", '"level":"user"', '"level":"all"'),
    ("privacy", '"odds":{', '"odds":{"about":1,'),
    ("rejection", '"reason":"', '"reason":"very-'),
    ("rejection", '"result":"invalid"', '"result":"valid"'),
]
"""A kind, and what is put in the place of the first such text among its vectors."""


@pytest.mark.parametrize(("kind", "before", "after"), CORRUPTIONS)
def test_what_is_damaged_is_refused(kind: str, before: str, after: str) -> None:
    text = shipped().joinpath(f"{kind}.json").read_text(encoding="ascii")
    place = text.index(before)
    damaged = json.loads(text[:place] + after + text[place + len(before) :])
    assert not validator(kind).is_valid(damaged)


def test_a_group_asks_of_one_thing() -> None:
    file = document("law")
    assert validator("law").is_valid(file)
    name = groups(file)[0].pop("mechanism")
    assert not validator("law").is_valid(file)
    both = {**groups(file)[0], "mechanism": name, "formula": "shots.p"}
    assert not validator("law").is_valid({**file, "groups": [both]})
    assert not validator("law").is_valid({**file, "groups": []})


@pytest.mark.parametrize("name", ["id", "flags", "result", "request", "answer"])
def test_nothing_can_be_missing(name: str) -> None:
    file = document("law")
    del groups(file)[0]["vectors"][0][name]
    assert not validator("law").is_valid(file)


def test_the_oracle_says_the_same() -> None:
    """Asked as a stranger's program is, over its pipes: it can do all that is asked, and answers every vector."""
    count = 0
    with Program((sys.executable, "-m", "ldproof", "oracle", "--timeout", "600"), PATIENT) as program:
        able = program.describe().capabilities
        for each in vectors():
            op, asked = str(each.request["op"]), {**each.request}
            del asked["op"]
            assert asked.get("mechanism", asked.get("formula")) in able[op]
            answer = program.reply(op, **asked)
            if each.answer is None:
                assert answer.get("reason") == each.reason, each
            else:
                assert agrees(each.answer, answer), (each, answer)
            count += 1
    assert count >= 3000


def test_an_oracle_that_errs_is_noticed() -> None:
    """Replayed against answers that are another's."""
    one, *_, other = vectors(kinds=["law"])
    assert differs(one, lambda _: other.answer or {})
    assert not differs(one, lambda _: {**(one.answer or {}), "more": 1})
    (refused, *_) = vectors(kinds=["rejection"])
    assert differs(refused, lambda _: {})
    assert refused.reason is not None


@pytest.mark.parametrize(
    ("said", "told", "so"),
    [
        ({"exact": "1/2"}, {"exact": "1/2"}, True),
        ({"exact": "1/2"}, {"exact": "2/4"}, False),
        ({"exact": "1/2"}, {"lower": "0.4", "upper": "0.6"}, False),
        ({"lower": "0.4", "upper": "0.5"}, {"lower": "0.5", "upper": "0.6"}, True),
        ({"lower": "0.4", "upper": "0.5"}, {"lower": "0.51", "upper": "0.6"}, False),
        ({"lower": "0.4", "upper": "0.5"}, {"exact": "1/2"}, True),
        ({"lower": "0.4", "upper": "0.5"}, {"exact": "2/3"}, False),
        ({"lower": "0.4", "upper": "0.5"}, {"exact": "inf"}, False),
        ({"lower": "0.4", "upper": "0.5"}, 0.45, False),
        (
            {"lower": "0.4", "upper": "0.5", "output": "1"},
            {"lower": "0.4", "upper": "0.5", "output": "0"},
            False,
        ),
        (
            [{"output": "1", "exact": "1/1"}, {"output": "0"}],
            [{"output": "0"}, {"output": "1", "exact": "1/1"}],
            True,
        ),
        (["1", "0"], ["0", "1"], False),
        (["1"], ["1", "0"], False),
        ([1], [True], False),
        ([1], "1", False),
        ({"a": 1}, [1], False),
        (None, None, True),
    ],
)
def test_when_answers_agree(said: object, told: object, so: bool) -> None:
    assert agrees(said, told) is so


def test_where_they_lie(run: Run, tmp_path: Path) -> None:  # noqa: F811
    assert run("vectors").stdout.strip() == str(shipped())
    (tmp_path / "file").write_text("in the way")
    refused = run("vectors", str(tmp_path / "file"))
    assert refused.exit_code == 2
    assert "no-such-place" in refused.stderr
