"""PROTOCOL.md: its examples match the schema, and are the answers of a real program."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from itertools import combinations, product
from math import isclose, log2, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ldproof.auditor.draw.sources import HELD, MOST
from ldproof.chi2.distance import MOST_PEOPLE as MOST_IN_GAP
from ldproof.chi2.mechanism import MOST_TABLES
from ldproof.counting.mechanism import FEW as COUNTING_LISTED
from ldproof.errors import OTHERS_FAULT, Reason, Refused
from ldproof.json_values import DEEPEST
from ldproof.numbers import ball, sign
from ldproof.oracle.guard import SECONDS
from ldproof.oracle.operations import OPERATIONS, answer_request
from ldproof.oracle.vectors import read_vectors
from ldproof.parameters import LONGEST, format_bound
from ldproof.programs import Program, count_draws
from ldproof.programs.processes import STANDARD
from ldproof.programs.program import (
    MOST_ID,
    PROTOCOL,
    parse_answer,
    parse_description,
    parse_draws,
    parse_refusal,
)
from ldproof.registry import (
    DECISIONS,
    ESTIMATES,
    MECHANISMS,
    make_collector,
    make_mechanism,
    request_of_function,
)
from ldproof.rows import MOST_LISTED
from ldproof.shots.privacy import FEW as SHOTS_LISTED
from ldproof.sketch.hashing import FAMILIES, hash_family
from ldproof.sketch.mechanism import Reporting
from tests.oracle import by_hand
from tests.oracle.page import schema_text, update_page
from tests.reference.programs.children import PATIENT, child, process_of
from tests.tiers import grid

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
AUDITED = (ROOT / "docs/programs.md").read_text(encoding="utf-8")


def page_part(name: str) -> str:
    """Return what stands between the two comments of this name."""
    return PAGE.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]


Message = dict[str, object]

EXAMPLES: list[tuple[Message, Message]] = [
    (json.loads(asked), json.loads(answered))
    for asked, answered in re.findall(r"^```json\n(.+)\n(.+)\n```$", PAGE, re.MULTILINE)
]
"""Each a request and its answer."""

ROWS: list[tuple[str, str, str, str]] = re.findall(
    r"^\| `([\w.]+)` \| `([^`]+)`[^|]*\| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE
)
"""The catalogue: a mechanism, its parameters, an input and an output."""

SUPPORTS: list[tuple[str, str, str, str, str]] = re.findall(
    r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE
)
"""What estimates are made of: a mechanism, the support, n, high and low."""

REASONS: list[tuple[str, str]] = re.findall(
    r"^\| `([\w-]+)` \| ([^|]*)\| [^|]+ \|$", page_part("reasons"), re.MULTILINE
)
"""A reason, and the checks that give it."""

SCHEMA = json.loads(files("ldproof").joinpath("schemas/protocol.json").read_text(encoding="utf-8"))


def is_valid_message(part: str, message: object) -> bool:
    """Return whether a message matches the schema of its kind."""
    return message_validator(part).is_valid(message)


@cache
def message_validator(part: str) -> Draft202012Validator:
    """Return the validator of one kind of message, after a check of the schema itself."""
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{part}"}]})


def declared_capabilities(description: Message) -> Mapping[str, list[str]]:
    """Return the capabilities in the example of a description."""
    capabilities = description["capabilities"]
    assert isinstance(capabilities, dict)
    return capabilities


def example_description() -> Message:
    """Return the example of a description."""
    (answer,) = [answer for asked, answer in EXAMPLES if asked["op"] == "describe"]
    return answer


@pytest.fixture(scope="module")
def oracle_program() -> Iterator[Program]:
    """Start the oracle."""
    with Program((sys.executable, "-m", "ldproof", "oracle", "--timeout", "600"), PATIENT) as program:
        yield program


def test_page_has_an_example_of_each_op() -> None:
    assert PAGE.count("```json\n") == len(EXAMPLES) == len({asked["id"] for asked, _ in EXAMPLES})
    members = set().union(*[asked.keys() | answered.keys() for asked, answered in EXAMPLES])
    assert {str(asked["op"]) for asked, _ in EXAMPLES} == {*OPERATIONS, "forget"}
    assert members >= {"count", "coins", "taken", "unsupported", "error", "protocol", "reason"}
    assert members >= {name for each in OPERATIONS.values() for name in [*each.answer][:1]}
    assert example_description()["protocol"] == PROTOCOL
    assert f"# The protocol, version {PROTOCOL}" in PAGE


def test_examples_are_answers_of_the_oracle(oracle_program: Program) -> None:
    for asked, answered in EXAMPLES:
        assert is_valid_message("request", asked), asked
        assert is_valid_message("answer", answered), answered
        assert asked["id"] == answered["id"]
        said = json.loads(process_of(oracle_program).exchange_line(json.dumps(asked).encode() + b"\n"))
        assert is_valid_message("answer", said), said
        if "error" in answered or "unsupported" in answered:
            assert said.keys() == answered.keys()
            assert said.get("reason") == answered.get("reason")
        elif asked["op"] == "describe":
            assert said.keys() == answered.keys()
            assert all(
                {*names} <= {*said["capabilities"][op]}
                for op, names in declared_capabilities(answered).items()
            )
        elif "count" in asked or "inputs" in asked:
            assert said["taken"] == answered["taken"]
        else:
            assert said == answered


REQUESTS = """
{"id": 1}
{"id": "1", "op": "describe"}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "input": 1}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "count": 1}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {"T": 3}, "input": 1, "count": 1}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "input": {"a": 1e999}, "count": 1}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "input": 1, "coins": "0"}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "inputs": []}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "inputs": "101"}
{"id": 1, "op": "randomize", "mechanism": "a", "parameters": {}, "inputs": [1], "input": 1, "count": 1}
{"id": 1, "op": "eval", "parameters": {}}
{"id": 1, "op": "law", "mechanism": "a", "parameters": {}}
{"id": 1, "op": "decide", "mechanism": "a", "parameters": {}}
{"id": 1, "op": "decide", "mechanism": "a", "parameters": {}, "reports": [], "tables": []}
{"id": 1, "op": "estimate", "mechanism": "a", "parameters": {}, "counts": [[1]]}
"""
ANSWERED = """
{"outputs": []}
{"id": 1}
{"id": 1, "outputs": [{"a": [1e999]}]}
{"id": 1, "outputs": [1e999]}
{"id": 1, "outputs": [], "error": "no"}
{"id": 1, "outputs": 5, "error": "no"}
{"id": 1, "outputs": [], "name": "me"}
{"id": 1, "outputs": [], "taken": [-1]}
{"id": 1, "error": null}
{"id": 1, "name": "me"}
{"id": 1, "estimates": [true]}
{"id": 1, "estimates": [{"exact": "1/0"}]}
{"id": 1, "estimates": [], "decisions": []}
{"id": 1, "decisions": [1]}
{"id": 1, "value": {"exact": 1}}
{"id": 1, "value": {"holds": "1"}}
{"id": 1, "law": [{"output": "1", "lower": "1"}]}
{"id": 9007199254740992, "decisions": []}
"""


def test_schema_refuses_invalid_messages() -> None:
    for part, lines in (("request", REQUESTS), ("answer", ANSWERED)):
        assert [line for line in lines.split("\n") if line and is_valid_message(part, json.loads(line))] == []


THINGS: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 0, 1, -1, 1.5, "", "a", [], [1], [True], [1.5], ["a"], [[None]], [-1], [{}], {}, [10**400]]
)
"""What may be found where something else is looked for."""

MEMBERS = ("outputs", "taken", "error", "unsupported", "protocol", "name", "mechanisms", "other")

ANSWERS = st.fixed_dictionaries(
    {"id": st.sampled_from([1, 1, 1, 0, True, 1.5, "1", None])}, optional=dict.fromkeys(MEMBERS, THINGS)
)


def is_accepted(message: Message, count: int) -> bool:
    """Return whether the reference accepts a message as an answer to either op."""
    try:
        said = parse_answer(json.dumps(message).encode(), 1)
        if parse_refusal(said) is not None:
            return True
        if "name" in said:
            parse_description(said)
        else:
            parse_draws(said, count)
    except Refused:
        return False
    return True


@given(ANSWERS)
def test_schema_and_reference_accept_the_same_messages(message: Message) -> None:
    """The schema cannot compare the numbers of outputs and of `taken` with the request."""
    outputs, counted = (message.get(name) for name in ("outputs", "taken"))
    count = len(outputs) if isinstance(outputs, list) else 1
    other_length = isinstance(counted, list) and len(counted) != count
    ours = is_accepted(message, count)
    assert is_valid_message("answer", message) == ours or (other_length and not ours)


def test_sent_requests_match_the_schema() -> None:
    """A child process answers with the requests themselves, as text."""
    echo = "for line in sys.stdin: say(id=json.loads(line)['id'], outputs=[line])"
    with Program(child(echo), PATIENT) as program:
        seen = [
            *program.randomize("chi2.optimal", {"m1": "4", "S": ["1", "2"]}, ("é", None, 0.5, (1,)), 1),
            program.randomize_with("black-box", {}, None, b"\x00\xff"),
            program.randomize_with("black-box", {}, -1.5e300, b""),
        ]
        with pytest.raises(Refused, match="no description"):
            program.describe()
    assert all(is_valid_message("request", json.loads(str(each.output))) for each in seen)


def test_page_and_schema_are_up_to_date() -> None:
    """`make protocol` writes them again."""
    assert update_page(PAGE) == PAGE
    assert schema_text() == files("ldproof").joinpath("schemas/protocol.json").read_text(encoding="utf-8")
    with pytest.raises(KeyError, match="answer members"):
        update_page(PAGE.replace("<!-- answer members -->", ""))


def test_members_are_listed_in_the_order_of_checks() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", page_part("request members"), re.MULTILINE)
    for operation in OPERATIONS.values():
        assert [name for name in listed if name in operation.request] == [*operation.request]
    assert {*listed} == {name for each in OPERATIONS.values() for name in each.request}


def test_catalogue_rows_are_valid_examples() -> None:
    assert sorted(name for name, *_ in ROWS) == sorted(MECHANISMS)
    for name, written, secret, output in ROWS:
        parameters = dict(each.split("=") for each in written.split())
        known = make_mechanism(name, parameters)
        wanted = request_of_function(MECHANISMS[name])
        assert parameters.keys() - wanted.budget == {*wanted.required, *wanted.optional}, name
        likelihood = known.likelihood(known.secrets.read(secret), known.outputs.read(output))
        assert sign(partial(ball, likelihood)) > 0, name
        assert known.outputs.write(known.outputs.read(output)) == output


@pytest.mark.parametrize("name", [name for name, *_ in ROWS if name.startswith("chi2.")])
def test_independent_implementation_of_tests_agrees(name: str) -> None:
    """By the page only, with decimals and all tables."""
    every = grid([(4, 4, 1, 1), (5, 5, 4, 2), (3, 3, 6, 1), (4, 6, 1, 1), (6, 3, 4, 1), (1, 3, 2, 3)])
    for m1, m2, tau, beta in every:
        if m1 != m2 and name.endswith("_f"):
            continue
        numbers = {"m1": m1, "m2": m2, "tau": tau} | ({"beta": beta} if name == "chi2.beta_optimal" else {})
        given = {**{key: str(number) for key, number in numbers.items()}, "odds": "3"}
        known = make_mechanism(name, given)
        for a, b in product(range(m1 + 1), range(m2 + 1)):
            ours = float(ball(known.likelihood(known.secrets.read(f"{a},{b}"), 1)))
            theirs = float(by_hand.says_one(name.removeprefix("chi2."), given, a, b))
            assert isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-15), (m1, m2, tau, beta, a, b)


def test_whole_program_can_be_audited(tmp_path: Path) -> None:
    (script,) = re.findall(r"^```python\n(.+?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    path = tmp_path / "program.py"
    path.write_text(script, encoding="utf-8")
    with Program((sys.executable, "-I", "-S", str(path)), PATIENT) as program:
        assert program.describe().mechanisms == ("black-box",)
        seen = count_draws(program.randomize("black-box", {"odds": "3"}, 1, 1000))
        for asked in ({"op": "eval"}, {"op": "randomize", "coins": "00"}):
            line = process_of(program).exchange_line(json.dumps({"id": 9, **asked}).encode() + b"\n")
            assert json.loads(line).keys() == {"id", "unsupported"}
    assert seen.keys() == {"[0]", "[1]"}


def test_stated_limits_are_the_enforced_ones() -> None:
    page, audited = (" ".join(each.split()) for each in (PAGE, AUDITED))
    assert f"at most {STANDARD.seconds:g} seconds" in audited
    assert f"at most {STANDARD.line >> 20} MiB" in audited
    assert f"for 1 to {MOST} outputs at once" in audited
    assert STANDARD.grace == 1
    assert "ended a second later" in audited
    assert f"distinct outputs that are held at the same time at most {HELD >> 20} MiB" in audited
    assert f"longer than {STANDARD.line >> 20} MiB" in page
    assert f"after {SECONDS:g} seconds (`--timeout`)" in page
    assert "1 to 2^53 - 1" in page
    assert MOST_ID == 2**53 - 1
    assert f"T > {SHOTS_LISTED} for `shots`, T > {COUNTING_LISTED} for `counting`" in page
    assert f"more than {MOST_LISTED:,} outputs of a sketch, of `loloha` or of `d_bit_flip`" in page
    assert f"(m1 + 1)(m2 + 1) > {MOST_TABLES}" in page
    assert f"m1 + m2 > {format_bound(MOST_IN_GAP)}" in page
    assert f"at most {LONGEST} characters" in page
    assert f"nested at most {DEEPEST} deep" in page


def test_reasons_of_failed_programs_are_listed() -> None:
    _, table = AUDITED.split("one of these reasons:")
    named = set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE))
    assert named == OTHERS_FAULT - {Reason.WORKER_LOST}


def test_table_of_reasons_is_that_of_the_code() -> None:
    """What vectors are refused with is given by a check, or by a formula where one is evaluated."""
    assert [name for name, _ in REASONS] == [*Reason]
    checks = dict(REASONS)
    for vector in read_vectors():
        if vector.reason is not None:
            given = checks[vector.reason]
            assert "`eval`" in given or any(map(str.isdigit, given)), vector
            assert vector.request["op"] == "eval" or any(map(str.isdigit, given)), vector


def mechanism_example(name: str) -> dict[str, str]:
    """Return the parameters of a mechanism's row in the catalogue."""
    (written,) = [written for each, written, *_ in ROWS if each == name]
    return dict(each.split("=") for each in written.split())


def named_numbers(name: str) -> dict[str, float]:
    """Return what the formulas of `high` and `low` name, for the example of a mechanism."""
    given = {
        key: float(Fraction(value)) for key, value in mechanism_example(name).items() if key != "permanent"
    }
    k = given.get({"counting.borappor": "T", "sketch.all_rows": "d"}.get(name, "m"), 1)
    found = {"m": 1.0, "T": 1.0, **given, "E": given.get("odds", 1) ** (1 / k)}
    found["F"] = given.get("first_odds", 1)
    found["B"] = given.get("bit_odds", 1)
    found["L"] = log2(found["T"])
    if name == "counting.future_rand":
        found["g"] = float(by_hand.flips_mean(mechanism_example(name)))
    E, w = found["E"], found.get("w", 1)
    return {**found, "t": sqrt((w - 1 + E) / (E * ((w - 1) * E + 1)))}


def test_table_of_supports_lists_each_mechanism_with_estimates() -> None:
    assert sorted(name for name, *_ in SUPPORTS) == sorted(ESTIMATES)
    assert {name for name in MECHANISMS if not name.startswith("chi2.")} == {*ESTIMATES}


@pytest.mark.parametrize(("name", "support", "n", "high", "low"), SUPPORTS)
def test_stated_supports_give_the_estimates_of_the_reference(
    name: str, support: str, n: str, high: str, low: str
) -> None:
    """Of rounds the estimates are compared, and of sketches both means, which no other support has."""
    numbers = named_numbers(name)
    one, other = (eval(each, {"__builtins__": {}, "sqrt": sqrt}, numbers) for each in (high, low))
    given = mechanism_example(name)
    if name.startswith("sketch."):
        known = make_mechanism(name, given)
        assert isinstance(known, Reporting)
        assert isclose(float(known.channel.high), one, rel_tol=1e-12)
        assert isclose(float(known.channel.low), other, rel_tol=1e-12, abs_tol=1e-15)
        return
    if name == "counting.future_rand":
        # After three rounds: the blocks of rounds 1 and 2 at level 1, and of round 3 at level 0.
        found = make_collector(name, {**given, "N": "3"})({"reports": ["1--", "01-", "1--"]})[-1]
        assert found is not None
        assert isclose(float(found), ((1 + 1) / 3 - other) / (one - other), rel_tol=1e-12)
        return
    N, ones, bits = 8, 3, 8 if n == "N" and "bits" not in support else 5
    (found,) = make_collector(name, {**given, "N": str(N)})({"counts": [[ones, bits]]})
    values = {**numbers, "ones": ones, "bits": bits, "N": N}
    share = eval(support, {"__builtins__": {}}, values) / values[n]
    assert found is not None
    assert isclose(float(found), (share - other) / (one - other), rel_tol=1e-12, abs_tol=1e-12)


FAMILY_ROWS: list[tuple[str, str, str, str, str]] = re.findall(
    r"^\| `(\w+)` \| ([^|]+) \| `([^`]+)` \| ([^|]+) \| `([^`]+)`", page_part("families"), re.MULTILINE
)
"""Hash families: parameters, the number of points, the key's numbers, and the column of a point."""


def test_hash_families_are_these() -> None:
    """With the points, the keys and, of whole numbers, the columns of each; the vectors are of these families alone."""
    assert {name for name, *_ in FAMILY_ROWS} == {*FAMILIES}
    assert {str(each.request["family"]) for each in read_vectors(kinds=["hash"])} == {*FAMILIES}


@pytest.mark.parametrize(("name", "parameters", "points", "key", "column"), FAMILY_ROWS)
def test_hash_family_is_as_its_row_says(
    name: str, parameters: str, points: str, key: str, column: str
) -> None:
    prime = (1 << 61) - 1
    family = hash_family(name, 8, prime if "`P`" in parameters else None)
    assert parameters.count("`") == 4 if name in ("affine", "textbook") else parameters == "`w`"
    numbers: dict[str, object] = {"P": prime}

    def value(formula: str) -> object:
        plain = re.sub(r"\b([abc]) x\b", r"\1 * x", formula.replace("^", "**").replace("mod", "%"))
        return eval(plain, {"__builtins__": {}}, numbers)

    assert value(points) == family.size
    drawn = re.findall(r"(\w): `([^`]+)`(, at least 1)?", key)
    assert tuple(range(int(bool(least)), int(str(value(high)))) for _, high, least in drawn) == family.ranges
    if family.size == 1 << 64:  # not by whole numbers; `tests.oracle.test_hashes` has plain code for these
        return
    chosen = [each.stop - 2 - place for place, each in enumerate(family.ranges)]
    for x in (0, 1, 12345, prime - 1):
        numbers |= {"x": x, "w": 8, **dict(zip([word for word, *_ in drawn], chosen, strict=True))}
        assert value(column) == family.columns(tuple(chosen), np.array([x], np.uint64)).tolist()[0]


CHECKED: list[str] = re.findall(r"^\| `(\w+)` \|", page_part("ranges"), re.MULTILINE)
"""Parameters, in the order in which their values are checked."""


MADE_BY: Mapping[str, Mapping[str, Callable[..., object]]] = {
    "law": MECHANISMS,
    "estimate": ESTIMATES,
    "decide": DECISIONS,
}
"""What reads the parameters of a request, by op and mechanism."""


@pytest.mark.parametrize("op", MADE_BY)
def test_values_of_parameters_are_checked_in_the_stated_order(op: str) -> None:
    """Of any two wrong parameters the first one is named, whichever way it is wrong."""
    pairs = 0
    for name in OPERATIONS[op].names():
        given = mechanism_example(name)
        wanted = request_of_function(MADE_BY[op][name])
        values = {"N": "3", "theta": "1", "clipped": "no", "collision": "1/4", "estimator": "mean", "r": "0"}
        full = {**given, **{key: value for key, value in values.items() if key in wanted.names}}
        assert full.keys() <= {*CHECKED}
        for first, then in combinations([each for each in CHECKED if each in full], 2):
            for one, other, reason in (("x", "-1", Reason.NOT_A_NUMBER), ("-1", "x", Reason.OUT_OF_RANGE)):
                asked = {"op": op, "mechanism": name, "parameters": {**full, first: one, then: other}}
                with pytest.raises(Refused) as refusal:
                    answer_request({**asked, "input": "", "reports": [], "tables": [], "columns": []})
                word = first in ("clipped", "estimator", "permanent")
                assert refusal.value.reason is (Reason.UNKNOWN_NAME if word else reason), (name, first, then)
                assert f"{first} = {one}" in refusal.value.what.replace("'", "")
                pairs += 1
    assert pairs > 100


SHOTS = {"T": "3", "m": "1", "odds": "3"}
UNEVEN = {"mechanism": "chi2.algorithm_1_f", "parameters": {"m1": "4", "m2": "6", "tau": "1", "odds": "3"}}
DRAW: Message = {"op": "randomize", "mechanism": "shots.report", "parameters": SHOTS}
LAW: Message = {**DRAW, "op": "law"}
COUNT: Message = {**DRAW, "op": "estimate", "parameters": {**SHOTS, "N": "2"}}
GLANCE: Message = {**COUNT, "mechanism": "counting.glance", "parameters": {"T": "1", "odds": "3", "N": "2"}}
HARMONY: Message = {**GLANCE, "mechanism": "counting.harmony"}
KARY: Message = {**COUNT, "mechanism": "sketch.kary", "parameters": {"w": "4", "d": "2", "odds": "3"}}


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({"op": "forget", "mechanism": 5}, "unsupported"),
        ({"op": "law", "parameters": [], "digits": 0}, "missing"),
        ({**LAW, "parameters": [], "digits": 0}, "not-a-value"),
        ({**LAW, "output": 5, "digits": 0}, "missing"),
        ({**LAW, "input": "", "output": 5, "digits": 0}, "not-a-value"),
        ({**LAW, "input": "", "parameters": {}, "digits": True}, "not-a-whole-number"),
        ({**DRAW, "count": 0}, "out-of-range"),
        ({**DRAW, "inputs": ["1"] * 1001, "count": 1}, "too-large"),
        ({**DRAW, "inputs": 5, "count": True}, "repeated"),
        ({**DRAW, "inputs": [[1.5], "\ud800"], "parameters": {}}, "not-a-value"),
        ({**DRAW, "parameters": {}}, "missing"),
        ({**DRAW, "inputs": ["1"], "parameters": {"z": "1"}}, "unknown-parameter"),
        ({**DRAW, "inputs": ["1"], "parameters": {"m": "x"}}, "missing"),
        ({**DRAW, "inputs": ["1"], "parameters": {"T": "x", "m": "1"}}, "budget-not-unique"),
        ({**DRAW, "inputs": ["1"], "parameters": {**SHOTS, "m": "4", "r": "x"}}, "not-a-number"),
        ({**DRAW, "inputs": ["1"], "parameters": {**SHOTS, "m": "4", "odds": "x"}}, "out-of-range"),
        ({**DRAW, "input": 5, "coins": "0", "parameters": {**SHOTS, "odds": "1"}}, "out-of-range"),
        ({**DRAW, "input": "1", "coins": "0"}, "wrong-length"),
        ({**DRAW, "input": "x0", "coins": "0"}, "wrong-length"),
        ({**DRAW, "input": "101", "coins": "0", "count": "x"}, "missing"),
        ({**DRAW, **UNEVEN, "input": "3,1", "coins": "0"}, "not-a-number"),
        ({**DRAW, **UNEVEN, "input": "3,1", "coins": ""}, "out-of-range"),
        ({**LAW, "input": "1", "output": "x"}, "wrong-length"),
        ({**LAW, "input": "101", "output": "x"}, "wrong-length"),
        ({**COUNT, "parameters": {**SHOTS, "N": "0"}}, "out-of-range"),
        ({**COUNT, "reports": [5], "counts": []}, "missing"),
        ({**COUNT, "reports": ["x", 5]}, "not-a-report"),
        ({**COUNT, "reports": ["00"] * 3 + ["-"]}, "not-a-report"),
        ({**HARMONY, "reports": ["00", "-"]}, "out-of-order"),
        ({**HARMONY, "reports": ["-"]}, "wrong-count"),
        ({**GLANCE, "parameters": {"T": "2", "odds": "3", "N": "2"}, "reports": ["0-", "0"]}, "wrong-count"),
        ({**COUNT, "counts": [[True, -1]]}, "not-a-whole-number"),
        ({**COUNT, "counts": [[-1, 1.5]]}, "out-of-range"),
        ({**COUNT, "counts": [[1, 2]] * 3 + [[1, 3]]}, "wrong-count"),
        ({**HARMONY, "counts": [[1, 2], [3, 3]]}, "out-of-order"),
        ({**HARMONY, "counts": [[1, 0]]}, "out-of-range"),
        ({**KARY, "reports": ["x:9"], "columns": 5}, "missing"),
        ({**KARY, "reports": ["x:9"], "columns": [5]}, "not-a-number"),
        ({**KARY, "reports": ["2:x"], "columns": [5]}, "out-of-range"),
        ({**KARY, "reports": ["0:9;x"], "columns": [5]}, "not-a-number"),
        ({**KARY, "reports": ["0:9;0"], "columns": [5]}, "wrong-length"),
        ({**KARY, "reports": ["0:9"], "columns": [5]}, "not-a-report"),
    ],
)
def test_checks_are_made_in_the_stated_order(request_: Message, reason: str) -> None:
    """Each request fails in two ways at least, and the reason is that of the check that Section 8.1 has first."""
    with pytest.raises(Refused) as refusal:
        answer_request(request_)
    assert refusal.value.reason == reason
