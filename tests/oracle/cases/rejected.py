"""What must be refused, and by which reason."""

from collections.abc import Iterator, Mapping

from ldproof.oracle.vectors import Vector
from ldproof.programs.messages import Message
from ldproof.registry import EXAMPLES, MECHANISMS, request_of_function
from tests.oracle.cases import Case, make_vectors, split_parameters

VALUES: Mapping[str, tuple[str, ...]] = {
    "T": ("0", "-1", "1/2", "x", "", "ln(3)", "1e7", "1000001", " ", "0x3", "1_0"),
    "m": ("0", "4", "3/2", "nan"),
    "r": ("-1/10", "11/10", "1e-9999", "0.5.1"),
    "N": ("0", "1000000001", "-3"),
    "theta": ("0", "2", "-1"),
    "tau": ("0", "-1", "1000001"),
    "m1": ("0", "1/2"),
    "w": ("1", "0", "2097152", "-4"),
    "d": ("0", "1000001"),
    "p": ("0", "1", "3/4", "7/8"),
    "q": ("0", "1", "1/4"),
    "beta": ("0", "-1"),
    "odds": ("1", "0", "-3", "1/2", "1e301", "inf", "1/0", "9" * 1001),
}
"""What is refused in the place of a parameter."""

FIRST = ("shots.report", "counting.glance", "chi2.optimal", "sketch.unary", "sketch.cms")
"""The mechanisms that meet all of them."""

FEW = 2
"""How many of them the others meet."""

BUDGETS: tuple[Mapping[str, str], ...] = (
    {},
    {"odds": "3", "epsilon": "1"},
    {"epsilon": "0"},
    {"epsilon": "-1"},
    {"epsilon": "ln(1)"},
    {"epsilon": "ln(1/2)"},
    {"epsilon": "ln(0)"},
    {"epsilon": "1000001"},
    {"epsilon": "e"},
    {"odds": "ln(3)"},
)

INPUTS: Mapping[str, tuple[object, ...]] = {
    "shots": ("", "10", "1011", "102", "abc", "1-1", 101, None, ["1", "0", "1"], "１０１"),
    "counting": ("", "10", "1011", "1-1", 101),
    "chi2": ("", "3", "3,", "5,1", "3,-1", "a,b", "3,1,0", "1/2,1", [3, 1]),
    "sketch": ("", "2", "2,4", "-1,0", "a,b", "2,0,0", "2;0", [2, 0]),
}

OUTPUTS: Mapping[str, tuple[str, ...]] = {
    "shots.report": ("", "01", "0011", "012", "-01"),
    "counting.glance": ("", "01", "0x-", "----"),
    "chi2.optimal": ("", "2", "01", "true"),
    "sketch.cms": ("", "1", "2:0,0,0,0", "0:0,0,0", "0:0,0,2,0", "0:0,0,0,0;1,1,1,1", "x:0,0,0,0"),
    "sketch.hcms_plus": ("0:0,1", "0:4,0", "0:1,2", "0:1"),
    "sketch.kary": ("0:4", "0:-1", "2:0"),
    "sketch.all_rows": ("0,0,1,0", "0,0,1,0;1,0,0", "0:0,0,1,0"),
}

SHOTS = "T=2 m=1 r=0 odds=3 N=3"
COUNTING = "T=2 odds=3 N=3"
SKETCH = "w=4 d=2 odds=3"

COLLECTIONS: tuple[tuple[str, str, str, Message], ...] = (
    ("estimate", "shots.report", SHOTS, {}),
    ("estimate", "shots.report", SHOTS, {"reports": ["000"], "counts": [[0, 3]]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["00"]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["0000"]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["0-0"]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["020"]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["000"] * 3}),
    ("estimate", "shots.report", SHOTS, {"reports": [0]}),
    ("estimate", "shots.report", SHOTS, {"reports": "000"}),
    ("estimate", "shots.report", SHOTS, {"counts": [[4, 3]]}),
    ("estimate", "shots.report", SHOTS, {"counts": [[1, 2]]}),
    ("estimate", "shots.report", SHOTS, {"counts": [[1]]}),
    ("estimate", "shots.report", SHOTS, {"counts": [["1", "3"]]}),
    ("estimate", "shots.report", SHOTS, {"counts": [[-1, 3]]}),
    ("estimate", "shots.report", SHOTS, {"reports": ["000"], "digits": 0}),
    ("estimate", "shots.report", SHOTS, {"reports": ["000"], "digits": 4001}),
    ("decide", "shots.report", SHOTS, {"reports": ["000"]}),
    ("decide", "shots.report", f"{SHOTS} theta=1/2", {"reports": ["0000"]}),
    ("decide", "shots.report", f"{SHOTS} theta=1/2", {"tables": ["000"]}),
    ("estimate", "counting.glance", COUNTING, {"reports": ["1--", "1--"]}),
    ("estimate", "counting.glance", COUNTING, {"reports": ["---", "-11", "---"]}),
    ("estimate", "counting.glance", COUNTING, {"counts": [[1, 2], [0, 2]]}),
    ("estimate", "counting.glance", COUNTING, {"counts": [[3, 2]]}),
    ("estimate", "counting.glance", COUNTING, {"reports": ["--"]}),
    ("estimate", "counting.glance", COUNTING, {"reports": ["x--"]}),
    ("estimate", "counting.harmony", COUNTING, {"reports": ["0-0"]}),
    ("estimate", "counting.harmony", COUNTING, {"counts": [[0, 2]]}),
    ("estimate", "counting.harmony_published", COUNTING, {"reports": ["-0-", "00-"]}),
    ("estimate", "counting.borappor", COUNTING, {"counts": [[1, 3], [1, 3], [1, 3]]}),
    ("estimate", "sketch.kary", SKETCH, {"reports": []}),
    ("estimate", "sketch.kary", SKETCH, {"reports": ["0:4"], "columns": ["0,0"]}),
    ("estimate", "sketch.kary", SKETCH, {"reports": ["2:0"], "columns": ["0,0"]}),
    ("estimate", "sketch.kary", SKETCH, {"reports": ["0:0"], "columns": ["0"]}),
    ("estimate", "sketch.kary", SKETCH, {"reports": ["0:0"], "columns": ["0,4"]}),
    ("estimate", "sketch.kary", f"{SKETCH} collision=1", {"reports": ["0:0"], "columns": ["0,0"]}),
    ("estimate", "sketch.kary", f"{SKETCH} collision=-1/2", {"reports": ["0:0"], "columns": ["0,0"]}),
    ("estimate", "sketch.kary", f"{SKETCH} estimator=best", {"reports": ["0:0"], "columns": ["0,0"]}),
    ("estimate", "sketch.hcms", "w=6 d=2 odds=3", {"reports": [], "columns": ["0,0"]}),
    ("estimate", "sketch.per_user", "w=4 odds=9", {"reports": ["0,0,1,0"], "columns": ["0,0"]}),
    ("estimate", "sketch.cms", "w=4 d=2 odds=9", {"reports": ["0:0,0,0"], "columns": ["0,0"]}),
    ("decide", "chi2.optimal", "m1=4 m2=6 tau=1 odds=3", {}),
    ("decide", "chi2.optimal", "m1=4 m2=6 tau=1 odds=3", {"tables": ["5,0"]}),
    ("decide", "chi2.optimal", "m1=4 m2=6 tau=1 odds=3", {"tables": ["0,7"]}),
    ("decide", "chi2.optimal", "m1=4 m2=6 tau=1 odds=3", {"tables": ["0"]}),
    ("decide", "chi2.beta_optimal", "m1=4 m2=6 tau=1 odds=3", {"tables": ["0,0"]}),
    ("decide", "chi2.optimal", "m1=4 m2=6 tau=1 beta=1 odds=3", {"tables": ["0,0"]}),
)


def rejection_vectors() -> Iterator[Vector]:
    """Them all; what is not refused after all would be a vector with an answer, and a test sees to it that none is."""
    return make_vectors("rejection", rejection_cases())


def rejection_cases() -> Iterator[Case]:
    """Mechanism by mechanism, then collections and limits."""
    for name in EXAMPLES:
        yield from mechanism_rejection_cases(name)
    for op, name, written, more in COLLECTIONS:
        given = split_parameters(written)
        yield Case({"op": op, "mechanism": name, "parameters": given, **more}, ("collection",))
    example = {
        "op": "randomize",
        "mechanism": "shots.report",
        "parameters": split_parameters("T=3 m=1 odds=3"),
        "input": "101",
    }
    for coins in ("0", "xy", "0x00", "00 01"):
        yield Case({**example, "coins": coins}, ("coins",))
    for more in ({}, {"count": 0}, {"count": -1}, {"count": 1001}, {"count": 1, "coins": ""}):
        yield Case({**example, **more}, ("limits",))
    law = {
        "op": "law",
        "mechanism": "shots.report",
        "parameters": split_parameters("T=17 m=1 odds=3"),
        "input": "1" * 17,
    }
    yield Case(law, ("limits",))
    for digits in (0, -1, 4001):
        yield Case({**law, "output": "1" * 17, "digits": digits}, ("limits",))


def mechanism_rejection_cases(name: str) -> Iterator[Case]:
    """Its example with one thing wrong."""
    example, system = EXAMPLES[name], name.partition(".")[0]
    asked: Message = {
        "op": "law",
        "mechanism": name,
        "parameters": dict(example.parameters),
        "input": example.input,
        "output": example.output,
    }
    wanted = request_of_function(MECHANISMS[name])
    for key in wanted.required:
        less = {each: value for each, value in example.parameters.items() if each != key}
        yield Case({**asked, "parameters": less}, ("parameter",))
        for value in VALUES.get(key, ())[: None if name in FIRST else FEW]:
            yield Case({**asked, "parameters": {**example.parameters, key: value}}, ("parameter",))
    yield Case({**asked, "parameters": {**example.parameters, "z": "1"}}, ("parameter",))
    if wanted.budget:
        plain = {key: value for key, value in example.parameters.items() if key not in wanted.budget}
        for budget in BUDGETS:
            yield Case({**asked, "parameters": {**plain, **budget}}, ("budget",))
        for value in VALUES["odds"][: None if name in FIRST else FEW]:
            yield Case({**asked, "parameters": {**plain, "odds": value}}, ("budget",))
    for given in INPUTS[system]:
        if name != "sketch.per_user" or given != "2":
            yield Case({**asked, "input": given}, ("input",))
    for output in OUTPUTS.get(name, ()):
        yield Case({**asked, "output": output}, ("output",))
