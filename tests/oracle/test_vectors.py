"""The files of test vectors: they are up to date, match their schemas, and agree with the oracle."""

import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ldproof.errors import Reason
from ldproof.oracle import vectors
from ldproof.oracle.comments import nearest_doubles
from ldproof.oracle.conformance.requests import write_mechanism_vectors
from ldproof.oracle.vectors import (
    ALL_KINDS,
    KINDS,
    Vector,
    format_kind,
    group_key,
    read_vectors,
    recompute_vector,
    shipped_folder,
)
from ldproof.parameters import Schema
from ldproof.programs import Program
from ldproof.programs.program import MOST_ID
from ldproof.registry import DECISIONS, ESTIMATES, EXAMPLES, MECHANISMS, all_formulas
from tests.oracle.cases import draws, formulas, sources
from tests.oracle.replay import is_consistent_answer
from tests.reference.cli.conftest import Run, run  # noqa: F401  (a fixture)
from tests.reference.programs.children import PATIENT
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow, some

MOST_BYTES = 5_500_000
"""Of all files, which every wheel carries: compressed they are a sixth of it, and whoever adds to them sees that."""


@cache
def vector_text(kind: str) -> str:
    """Return the text of a file."""
    return shipped_folder().joinpath(f"{kind}.json").read_text(encoding="ascii")


@cache
def schema_validator(kind: str) -> Draft202012Validator:
    """Return the validator of a file's schema."""
    schema = json.loads(shipped_folder().joinpath(f"{kind}.schema.json").read_text(encoding="ascii"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def walk_json(thing: object) -> Iterator[object]:
    """Yield every value in a JSON value."""
    yield thing
    for each in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
        yield from walk_json(each)


def shipped_vectors(system: str, kind: str) -> list[Vector]:
    """Return the shipped vectors of a kind for a system."""
    return [each for each in read_vectors(kinds=[kind]) if group_key(each)[0].partition(".")[0] == system]


SYSTEMS = {name.partition(".")[0] for name in all_formulas().ours}


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_shipped_file_is_what_its_vectors_are_written_as(kind: str, tmp_path: Path) -> None:
    """Byte for byte, with its schema, which knows every flag and every reason."""
    words: dict[str, Schema] = {
        "flags": {"enum": [*vectors.shipped_head(kind)["flags"]]},
        "reason": {"enum": [*Reason]},
    }
    vectors.write_kind(tmp_path, kind, read_vectors(kinds=[kind]), words)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == shipped_folder().joinpath(path.name).read_bytes()
    assert len([*tmp_path.iterdir()]) == 2


@pytest.mark.parametrize("kind", some(["decide", "hash", "estimate", "law", "privacy", "sample"], 2))
def test_shipped_vectors_are_up_to_date(kind: str) -> None:
    """`make protocol` writes the files again."""
    assert format_kind(kind, sources.SOURCES[kind]()) == vector_text(kind)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        *((kind, MECHANISMS.ours) for kind in ("law", "randomize", "privacy", "rejection", "sample")),
        ("estimate", ESTIMATES),
        ("decide", DECISIONS),
    ],
)
def test_every_mechanism_has_vectors(kind: str, names: Iterable[str]) -> None:
    """Whoever adds a mechanism writes requests into each file."""
    assert {*names} <= {each.request.get("mechanism") for each in read_vectors(kinds=[kind])}


# Those of sketches take longest, with 1024 columns.
@pytest.mark.parametrize("system", some([*sorted(SYSTEMS - {"sketch"}, reverse=True), "sketch"], 2))
def test_shipped_draws_are_up_to_date(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: each for name, each in draws.GIVEN.items() if name.startswith(system)}
    monkeypatch.setattr(draws, "GIVEN", given)
    assert format_kind("randomize", draws.randomize_vectors()) == format_kind(
        "randomize", shipped_vectors(system, "randomize")
    )


@pytest.mark.parametrize("system", some(sorted(SYSTEMS, reverse=True), 2))
def test_shipped_values_are_up_to_date(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the refusals of combinations of parameters, and others."""
    some = {name: formula for name, formula in all_formulas().ours.items() if name.startswith(system)}
    monkeypatch.setattr(formulas, "all_formulas", lambda: SimpleNamespace(ours=some))
    made = [*formulas.formula_vectors()]
    answered = (each for each in made if each.answer is not None)
    assert format_kind("formula", answered) == format_kind("formula", shipped_vectors(system, "formula"))
    shipped = shipped_vectors(system, "rejection")
    plain = [recompute_vector(each) for each in shipped if sources.COMBINATION not in each.flags]
    refusals = [*plain, *sources.combination_rejections(made)]
    assert format_kind("rejection", refusals) == format_kind("rejection", shipped)


@slow
@pytest.mark.parametrize("seed", ["1", "2"])
def test_files_are_the_same_under_any_hash_seed(seed: str, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "ldproof", "vectors", str(tmp_path)],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {each.name: each.read_bytes() for each in shipped_folder().iterdir()}


def test_vectors_are_many_with_distinct_ids() -> None:
    every = [*read_vectors(kinds=ALL_KINDS)]
    counts = Counter(each.kind for each in every)
    assert counts.total() >= 3000
    assert {*counts} == {*ALL_KINDS}
    assert min(counts[kind] for kind in KINDS) >= 300
    assert len({each.vector_id for each in every}) == len(every)
    read = [json.loads(vector_text(kind)) for kind in ALL_KINDS]
    assert [file["numberOfTests"] for file in read] == [counts[kind] for kind in ALL_KINDS]
    told = [each["id"] for file in read for group in file["groups"] for each in group["vectors"]]
    assert told == [each.vector_id for each in every], "a name follows from the request"
    assert sum(len(each.read_bytes()) for each in shipped_folder().iterdir()) <= MOST_BYTES


def without_members(thing: Any, names: Sequence[str]) -> Any:
    """A JSON value without the members of these names."""
    if isinstance(thing, dict):
        return {name: without_members(each, names) for name, each in thing.items() if name not in names}
    return [without_members(each, names) for each in thing] if isinstance(thing, list) else thing


def wrapped_statistic(bits: int, cells: Sequence[int]) -> float:
    """The chi-squared statistic where h^2 N wraps around in integers of so many bits."""
    a, b, m1, m2 = cells
    h, s, N = a * m2 - b * m1, a + b, m1 + m2
    half = 1 << bits - 1
    whole = (N * h * h + half) % (2 * half) - half
    return whole / (s * (N - s) * m1 * m2) if 0 < s < N else 0


@pytest.mark.parametrize("name", [each for each in DECISIONS if each.startswith("chi2.")])
@pytest.mark.parametrize("bits", [32, 64])
def test_wrapped_counts_decide_a_shipped_vector_otherwise(name: str, bits: int) -> None:
    """As in a client that computes in such integers, in every test; tables of ten people show none of it."""
    wrong = 0
    for each in read_vectors(kinds=["decide"]):
        if each.request["mechanism"] == name and each.answer:
            asked: Any = each.request
            groups = [int(asked["parameters"][one]) for one in ("m1", "m2")]
            tau = Fraction(asked["parameters"]["tau"])
            tables = [[*map(int, table.split(",")), *groups] for table in asked["tables"]]
            decided = [str(int(wrapped_statistic(bits, cells) > tau)) for cells in tables]
            wrong += decided != each.answer["decisions"]
    assert wrong > 0


def test_every_formula_has_a_valid_vector() -> None:
    """And not only refused."""
    assert {str(each.request["formula"]) for each in read_vectors(kinds=["formula"])} == {
        *all_formulas().ours
    }


FLOATS = ("double", "caught")
"""The members that have doubles."""


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_file_matches_its_schema(kind: str) -> None:
    file = json.loads(vector_text(kind))
    groups = [{**each, "vectors": some(each["vectors"])} for each in file["groups"]]
    assert [*schema_validator(kind).iter_errors({**file, "groups": groups})] == []
    every = [each for group in file["groups"] for each in group["vectors"]]
    used = {flag for each in every for flag in each["flags"]}
    assert used == {*file["flags"]} == {*file["flagNotes"]}, "each flag is described and used"
    for each in walk_json(without_members(file, FLOATS)):
        assert not isinstance(each, float)
        if isinstance(each, int):
            assert abs(each) <= MOST_ID
        if isinstance(each, dict) and isinstance(each.get("exact"), str) and each["exact"] != "inf":
            value = Fraction(each["exact"])
            assert f"{value.numerator}/{value.denominator}" == each["exact"], "in lowest terms"
    lines = [line for line in vector_text(kind).splitlines() if line.startswith('{"id"')]
    assert sum('"vectors":[' not in line for line in lines) == len(every), "one vector to a line"
    names = {
        name for each in walk_json(schema_validator(kind).schema) if isinstance(each, dict) for name in each
    }
    assert "format" not in names


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
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
        ("randomize", '"numberOfTests":', '"numberOfTests":-'),
        ("randomize", '"bugType":"BASIC"', '"bugType":"MISC"'),
        ("randomize", '"comment":"', '"comment":"\\u00e9'),
        ("randomize", '"digits":{"', '"digits":{"more":"f","'),
        ("randomize", '"read":[', '"read":[-'),
        ("randomize", '"steps":{', '"steps":{"colour":1,'),
        ("formula", '"exact":"', '"exact":"0'),
        ("formula", '"double":', '"double":"1","more":'),
        ("hash", '"columns":[', '"columns":[-'),
        ("hash", '"points":["', '"points":["-'),
        ("hash", '"family":"', '"formula":"'),
        ("sample", '"least":', '"least":-'),
        ("sample", '"outputs":[', '"prefix":"0:","outputs":['),
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
    ],
)
def test_schema_refuses_a_damaged_file(kind: str, before: str, after: str) -> None:
    """Each case replaces the first occurrence of a text."""
    assert before in vector_text(kind)
    assert not schema_validator(kind).is_valid(json.loads(vector_text(kind).replace(before, after, 1)))


def test_schema_needs_one_subject_and_all_members() -> None:
    def valid(change: Any) -> bool:
        file = json.loads(vector_text("law"))
        file["groups"] = file["groups"][:1]
        change(file["groups"])
        return schema_validator("law").is_valid(file)

    assert valid(lambda _: None)
    assert not valid(lambda groups: groups[0].pop("mechanism"))
    assert not valid(lambda groups: groups[0].update(formula="shots.p"))
    assert not valid(lambda groups: groups.clear())
    for name in ("id", "comment", "flags", "result", "request", "answer", "double"):
        assert not valid(lambda groups, name=name: groups[0]["vectors"][0].pop(name)), name


def test_oracle_agrees_with_every_vector() -> None:
    """It is asked as a program over pipes: it declares all capabilities, and answers vectors as they say."""
    with Program((sys.executable, "-m", "ldproof", "oracle", "--timeout", "600"), PATIENT) as program:
        able = program.describe().capabilities
        for each in islice(read_vectors(), 0, None, 1 if run_everything() else 200):
            asked = {**each.request}
            op = str(asked.pop("op"))
            assert asked.get("mechanism", asked.get("formula")) in able[op]
            answer = program.ask_unparsed(op, **asked)
            if each.answer is None:
                assert answer.get("reason") == each.reason, each
            else:
                assert is_consistent_answer(each.answer, answer), (each, answer)


def test_a_request_written_by_hand_gets_its_answer(tmp_path: Path) -> None:
    """As `make protocol` gives it: with the members that vectors of its kind have."""
    for kind in ALL_KINDS:
        group = json.loads(vector_text(kind))["groups"][0]
        bare = {name: group[name] for name in ("op", "mechanism", "formula", "family") if name in group}
        lines = [{"request": each["request"], "flags": each["flags"]} for each in group["vectors"][:3]]
        (tmp_path / f"{kind}.json").write_text(json.dumps({"groups": [{**bare, "vectors": lines}]}))
        (*unanswered,) = read_vectors(tmp_path, [kind])
        assert {each.answer for each in unanswered} == {None}
        assert [*map(recompute_vector, unanswered)] == [*islice(read_vectors(kinds=[kind]), len(lines))]


@pytest.mark.parametrize("name", ["shots.report", "chi2.optimal", "sketch.kary"])
def test_files_of_a_mechanism_are_what_their_schemas_say(name: str, tmp_path: Path) -> None:
    write_mechanism_vectors(tmp_path, name, EXAMPLES[name].parameters)
    kinds = {path.name.partition(".")[0] for path in tmp_path.iterdir()}
    assert kinds >= {"law", "privacy", "randomize"}
    for kind in kinds:
        file, schema = (json.loads((tmp_path / f"{kind}{end}.json").read_text()) for end in ("", ".schema"))
        assert [*Draft202012Validator(schema).iter_errors(file)] == []


def numbers_with_doubles(answer: object, doubles: object) -> Iterator[tuple[dict[str, Any], object]]:
    """Yield each number of an answer with the double in the same place."""
    match answer, doubles:
        case ({"exact": _}, _) | ({"lower": _}, _):
            assert isinstance(answer, dict)
            yield answer, doubles
        case list(), list():
            for each, double in zip(answer, doubles, strict=True):
                yield from numbers_with_doubles(each, double)
        case dict(), dict():
            for name in doubles:
                yield from numbers_with_doubles(answer[name], doubles[name])
        case _:
            assert answer is doubles is None


def test_doubles_are_the_nearest_ones() -> None:
    """Both ends of an enclosure have the same double, or there is none between their doubles."""
    checked: Counter[str] = Counter()
    for kind in ALL_KINDS:
        for vector in read_vectors(kinds=[kind]):
            if "double" not in vector.beside:
                assert kind in ("randomize", "decide", "hash", "rejection") or "holds" in str(vector.answer)
                continue
            assert vector.answer is not None
            (answer,) = vector.answer.values()
            for number, double in numbers_with_doubles(answer, vector.beside["double"]):
                checked[kind] += 1
                if double is None:
                    assert number["exact"] == "inf" or abs(Fraction(number["exact"])) > Fraction(
                        sys.float_info.max
                    )
                    continue
                assert isinstance(double, float)
                ends = [float(Fraction(number.get("exact") or number[end])) for end in ("lower", "upper")]
                assert ends[0] <= double <= ends[1]
                assert math.nextafter(ends[0], math.inf) >= ends[1]
    assert min(checked[kind] for kind in ("formula", "law", "estimate", "privacy", "sample")) > 300


@pytest.mark.parametrize(
    ("number", "double"),
    [
        ({"exact": "1/3"}, 1 / 3),
        ({"exact": "9007199254740993/1"}, 9007199254740992.0),
        ({"exact": "inf"}, None),
        ({"exact": f"{10**400}/1"}, None),
        ({"exact": f"1/{10**400}"}, 0.0),
        ({"lower": "0.1", "upper": "0.3"}, 0.2),
        ([None, {"output": "1", "exact": "1/2"}], [None, 0.5]),
        ({"odds": {"exact": "3/1"}, "epsilon": {"exact": "1/1"}}, {"odds": 3.0, "epsilon": 1.0}),
    ],
)
def test_double_of_a_number(number: object, double: object) -> None:
    assert nearest_doubles(number) == double


def test_comments_tell_the_refusal_and_the_draws() -> None:
    """They name the parameters and the input, in ASCII."""
    comments = {each.vector_id: each for each in read_vectors(kinds=ALL_KINDS)}
    for each in comments.values():
        comment = str(each.beside["comment"])
        assert ("refused: " in comment) is (each.answer is None)
        assert each.reason is None or f"({each.reason})" in comment
    tied = "T=3 odds=8; input 111; rounds 1, 2, 3, draw 2 reads 32 bytes"
    assert tied in {each.beside["comment"] for each in comments.values() if each.flags == ("tie",)}


ABOUT = {"lower": "0.4", "upper": "0.5"}


@pytest.mark.parametrize(
    ("said", "told", "so"),
    [
        ({"exact": "1/2"}, {"exact": "1/2"}, True),
        ({"exact": "1/2"}, {"exact": "2/4"}, False),
        ({"exact": "1/2"}, {"lower": "0.4", "upper": "0.6"}, False),
        (ABOUT, {"lower": "0.5", "upper": "0.6"}, True),
        (ABOUT, {"lower": "0.51", "upper": "0.6"}, False),
        (ABOUT, {"exact": "1/2"}, True),
        (ABOUT, {"exact": "2/3"}, False),
        (ABOUT, {"exact": "inf"}, False),
        (ABOUT, 0.45, False),
        ({**ABOUT, "output": "1"}, {**ABOUT, "output": "0"}, False),
        ([{"output": "1", "exact": "1/1"}, {"output": "0"}], [{"output": "0"}, {"output": "1", "exact": "1/1"}], True),
        (["1", "0"], ["0", "1"], False),
        (["1"], ["1", "0"], False),
        ([1], [True], False),
        ([1], "1", False),
        ({"a": 1}, [1], False),
        (None, None, True),
    ],
)  # fmt: skip
def test_comparison_of_answers(said: object, told: object, so: bool) -> None:
    assert is_consistent_answer(said, told) is so


def test_vectors_are_installed(run: Run, tmp_path: Path) -> None:  # noqa: F811
    assert run("vectors").stdout.strip() == str(shipped_folder())
    (tmp_path / "file").write_text("in the way")
    refused = run("vectors", str(tmp_path / "file"))
    assert refused.exit_code == 2
    assert "no-such-place" in refused.stderr


def test_privacy_vector_whose_event_is_not_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shipped is never taken for the reference's new answer."""
    shipped = next(read_vectors(kinds=["privacy"]))
    assert recompute_vector(shipped) == shipped
    monkeypatch.setattr(vectors, "MOST", 0)
    with refused(Reason.TOO_MANY_OUTCOMES):
        recompute_vector(shipped)
