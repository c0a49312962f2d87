"""`ldproof.serve`: one file of the standard library, which serves a function from an old environment."""

import ast
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ldproof.serve
from ldproof import Reason, audit
from tests.reference.refusals import refused
from tests.tiers import slow

FILE = Path(ldproof.serve.__file__)
PAGE = Path(__file__).parents[2] / "docs/old-environments.md"
OLD = """# -*- coding: utf-8 -*-
import functools
import os
import random

class Scalar(object):
    def __init__(self, value):
        self.value = value
    def tolist(self):
        return self.value

def answer(bit, odds="3"):
    print("this is no answer")
    os.system("echo nor is this")
    truth = float(odds) / (1 + float(odds))
    return Scalar(bit if random.random() < truth else 1 - bit)

def told(bit):
    return bit

def changed(data):
    data.append(0)
    return [len(data), float("nan"), u"\u3042", {"a": None}]

def shy(bit):
    if bit:
        raise KeyError(u"\u3042")
    return 0

class Box(object):
    def __init__(self):
        self.share = 0
    def answer(self, bit, odds):
        return [bit, odds, self.share]

box = Box()

def any_keywords(bit, **parameters):
    return [bit, sorted("%s=%s" % each for each in parameters.items())]

class Callable(object):
    def __call__(self, bit, odds="3"):
        return [bit, odds]

called = Callable()

@functools.wraps(box.answer)
def wrapped(*given, **named):
    return box.answer(*given, **named)

partial = functools.partial(any_keywords)
kept = functools.partial(any_keywords, q="1")
kept_name = functools.partial(Box().answer, odds="1")
"""


def interpreter(version: str) -> str:
    """Return a Python of a version; skip the test where there is none."""
    here = shutil.which(f"python{version}")
    known = [*filter(None, [here]), *map(str, Path.home().glob(f".pyenv/versions/{version}*/bin/python"))]
    for each in known:
        if subprocess.run([each, "--version"], capture_output=True, check=False).returncode == 0:
            return each
    pytest.skip(f"no Python {version}")


@pytest.fixture(params=["this one", "2.7", "3.6"])
def command(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A command that serves, in a folder with the module `old`, from a copy of the file."""
    python = sys.executable if request.param == "this one" else interpreter(request.param)
    monkeypatch.chdir(tmp_path)
    Path("old.py").write_text(OLD, encoding="utf-8")
    shutil.copy(FILE, "copied.py")
    return [python, "copied.py"]


def asked(command: list[str], *requests: object) -> list[dict[str, object]]:
    """The answers to requests, one in a line."""
    lines = "".join(f"{json.dumps(each)}\n" for each in requests)
    done = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_function_is_audited(command: list[str]) -> None:
    """The claim's parameters reach it, and whatever it prints is no answer."""
    assert audit([*command, "old:told"], "odds=3", pairs=[(0, 1)], draws=100).violated
    given = {
        "op": "randomize",
        "mechanism": "black-box",
        "parameters": {"odds": "1e9"},
        "input": 1,
        "count": 5,
    }
    (answer,) = asked([*command, "old:answer"], {"id": 1, **given})
    assert answer == {"id": 1, "outputs": [1] * 5}


def test_error_of_the_function_is_a_failure_of_the_program(command: list[str]) -> None:
    with refused(Reason.PROGRAM_REFUSED) as failing:
        audit([*command, "old:shy"], "odds=3", pairs=[(0, 1)], draws=100)
    assert "KeyError" in str(failing.value)
    assert "5 of 5 with '1'" in str(failing.value)


def test_answers(command: list[str]) -> None:
    """Each call is given a list of its own, so that what a call does to it is not seen by the next one."""
    common = {"op": "randomize", "mechanism": "black-box", "parameters": {"odds": "3"}}
    described, twice, both, unknown, wrong = asked(
        [*command, "old:changed"],
        {"id": 1, "op": "describe"},
        {"id": 2, **common, "input": [1], "count": 2},
        {"id": 3, **common, "inputs": [[], [1, 2]]},
        {"id": 4, "op": "law"},
        {"id": 5, **common},
    )
    assert described["capabilities"] == {"randomize": ["black-box"], "inputs": ["black-box"]}
    assert json.dumps(twice["outputs"]) == json.dumps([[2, float("nan"), "\u3042", {"a": None}]] * 2)
    assert isinstance(both["outputs"], list)
    assert [each[0] for each in both["outputs"]] == [1, 3]
    assert "unsupported" in unknown
    assert "error" in wrong
    assert [each["id"] for each in (described, twice, both, unknown, wrong)] == [1, 2, 3, 4, 5]
    (method,) = asked(
        [*command, "old:box.answer", "mine"], {**common, "id": 1, "mechanism": "mine", "inputs": [7]}
    )
    assert method["outputs"] == [[7, "3", 0]]


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("called", [7, "9"]),
        ("wrapped", [7, "9", 0]),
        ("any_keywords", [7, ["odds=9", "q=2"]]),
        ("partial", [7, ["odds=9", "q=2"]]),
        ("kept", [7, ["odds=9", "q=1"]]),
        ("kept_name", [7, "1", 0]),
    ],
)
def test_parameters_reach_whatever_can_be_called(command: list[str], name: str, output: object) -> None:
    """If not all parameters of it are known, as those of a partial in Python 2, that is an error."""
    parameters = {"odds": "9"} if name in {"wrapped", "kept_name"} else {"odds": "9", "q": "2"}
    given = {"op": "randomize", "mechanism": "black-box", "parameters": parameters, "inputs": [7]}
    (answer,) = asked([*command, f"old:{name}"], {"id": 1, **given})
    if name in {"partial", "kept", "kept_name"} and "2.7" in command[0]:
        assert "the parameters of <functools.partial object" in str(answer["error"])
    else:
        assert answer["outputs"] == [output]


def test_positional_parameters_are_no_parameters_of_the_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is its default taken in silence."""
    monkeypatch.chdir(tmp_path)
    Path("new.py").write_text("def answer(bit, odds='1', /):\n    return odds\n", encoding="utf-8")
    common = {"op": "randomize", "mechanism": "black-box", "inputs": [7]}
    named, others = asked(
        [sys.executable, str(FILE), "new:answer"],
        {"id": 1, **common, "parameters": {"odds": "9"}},
        {"id": 2, **common, "parameters": {"epsilon": "9"}},
    )
    assert "takes odds by position only" in str(named["error"])
    assert others["outputs"] == ["1"]


def test_file_uses_the_standard_library_alone() -> None:
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    names = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
    names |= {
        str(node.module).partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
    assert names <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.AnnAssign)]


@slow
def test_module_serves_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.py").write_text(OLD, encoding="utf-8")
    (answer,) = asked([sys.executable, "-m", "ldproof.serve", "old:told"], {"id": 1, "op": "describe"})
    assert answer["name"] == "old:told"
    done = subprocess.run([sys.executable, "-m", "ldproof.serve"], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"usage: ")


@slow
def test_commands_of_the_page_run(tmp_path: Path) -> None:
    """In Python 2.7, whose `print` the function has."""
    page = PAGE.read_text(encoding="utf-8")
    (code,) = re.findall(r"<!-- mine.py -->\n```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "mine.py").write_text(code)
    (shown,) = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    old, this = interpreter("2.7"), shlex.quote(sys.executable)
    script = "\n".join(re.findall(r"^\$ (.*)", shown, re.MULTILINE)).replace("/old/bin/python", old)
    own = f'ldproof() {{ {this} -m ldproof "$@"; }}\npython() {{ {this} "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", own + script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    (expected,) = re.findall("^(violated: .*)$", shown, re.MULTILINE)
    assert done.stdout.splitlines()[0].replace(old, "/old/bin/python") == expected
    assert (tmp_path / "serve.py").read_bytes() == FILE.read_bytes()
