"""The action, the hooks and the recipes: each is what its host takes, and each of its commands is run as it stands."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.project.runner import Ran, put_in, run

ANSWERS = {
    "told": "def answer(bit):\n    return bit\n",
    "fair": "from random import random\n\ndef answer(bit):\n    return bit if random() < 0.75 else 1 - bit\n",
}
AUDIT = "black-box odds=3 --pair 0 1 --alpha 1e-6 --pairs 1000 --python mine:answer"
RECIPE = re.compile(r"^## (.+)$|((?:^    .*\n|^\n)+)", re.MULTILINE)


def read(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository of somebody else's, in which `mine.py` tells everything."""
    folder = tmp_path / "their project"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "mine.py").write_text(ANSWERS["told"])
    return folder


@pytest.fixture
def environment(checkout: Path, tmp_path: Path) -> Mapping[str, str]:
    """`ldproof` and `python` as they are here; what pip is told to install, it writes down."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, script in {
        "ldproof": f'exec {shlex.quote(sys.executable)} -m ldproof "$@"',
        "python": f'[ "$1 $2 $3" = "-m pip install" ] || exec {shlex.quote(sys.executable)} "$@"\n'
        f'printf "%s\\n" "$@" >> {shlex.quote(str(tmp_path))}/pip',
        "pip": f'[ "$1" = install ] || exit 9; printf "%s\\n" "$@" >> {shlex.quote(str(tmp_path))}/pip',
    }.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    return {"PATH": f"{tools}:{os.environ['PATH']}", "ACTION": str(checkout)}


@pytest.fixture
def action(checkout: Path) -> Any:
    return read((checkout / "action.yml").read_text(encoding="utf-8"))


def valid(schema: str, file: Path) -> bool:
    """Whether a file is what its host takes, by the schema that is published for it."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(file)],
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


def test_the_action_is_one(checkout: Path, tmp_path: Path) -> None:
    assert valid("github-actions", checkout / "action.yml")
    spoilt = tmp_path / "action.yml"
    text = (checkout / "action.yml").read_text(encoding="utf-8")
    spoilt.write_text(text.replace("    - name: Install\n      shell: bash\n", "    - name: Install\n"))
    assert not valid("github-actions", spoilt)


ASKED = [
    ({"arguments": AUDIT}, 1, "::error title=privacy%3A black-box odds=3,file=mine.py,line=1::violated"),
    ({"arguments": AUDIT.replace(" --", "\n--"), "format": "json"}, 1, '"verdict": "violated"'),
    ({"arguments": "black-box odds=3"}, 2, "a pair of inputs"),
    ({"arguments": ""}, 2, "MECHANISM"),
    ({"arguments": f"{AUDIT}e"}, 2, "no-such-program"),
    ({"arguments": " \n"}, 2, "Missing argument 'MECHANISM'"),
    ({"arguments": "black-box 'odds=3"}, 2, "No closing quotation"),
    ({"arguments": AUDIT, "file": "no such folder/outcome"}, 2, "No such file or directory"),
    ({"arguments": AUDIT.replace("0 1", r'"\"a\"" "\"b\""')}, 1, "in 0 of"),
    (
        {"arguments": AUDIT.replace("--python mine:answer", "-- sh -c 'read line\necho told; exit 5'")},
        3,
        "told",
    ),
    ({"arguments": 'black-box "odds=3 $(touch hacked)" --pair 0 1 --python mine:answer'}, 2, "not-a-number"),
]


@pytest.mark.parametrize(("given", "status", "said"), ASKED)
def test_what_the_action_does(
    action: Any, project: Path, environment: Mapping[str, str], given: dict[str, str], status: int, said: str
) -> None:
    ran = run(action, {"command": "audit", **given}, project, environment)
    assert (ran.status, said in ran.printed[-1]) == (status, True), ran
    assert not (project / "hacked").exists()
    assert ran.outputs == {"status": str(status)}


def test_nothing_wrong(action: Any, project: Path, environment: Mapping[str, str]) -> None:
    """In another folder, with the outcome in a file."""
    (project / "below").mkdir()
    (project / "below" / "mine.py").write_text(ANSWERS["fair"])
    given = {
        "command": "audit",
        "arguments": AUDIT,
        "working-directory": "below",
        "file": "outcome",
        "format": "json",
    }
    ran = run(action, given, project, environment)
    assert (ran.status, ran.outputs) == (0, {"status": "0"}), ran
    assert '"verdict": "not refuted"' in (project / "below" / "outcome").read_text()


@pytest.mark.parametrize("wanted", [{}, {"install": "ldproof==0.1.0"}])
def test_what_the_action_installs(
    action: Any, project: Path, environment: Mapping[str, str], checkout: Path, wanted: dict[str, str]
) -> None:
    run(action, {"command": "audit", **wanted}, project, environment)
    asked = (project.parent / "pip").read_text().splitlines()
    assert asked[-1] == wanted.get("install", str(checkout))


def test_what_the_action_installs_can_be_installed(checkout: Path, tmp_path: Path) -> None:
    """Built from the sources as pip builds them, but with what is here already."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    alone = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(tmp_path / "made")]
    subprocess.run([*pip, *alone, str(checkout)], check=True, cwd=tmp_path)
    assert (tmp_path / "made" / "ldproof" / "cli" / "main.py").is_file()


# the hooks


def test_the_hooks(checkout: Path, project: Path, environment: Mapping[str, str]) -> None:
    """Run as pre-commit does: the entry's words, then those of `args`, in the repository's folder."""
    hooks = {
        each["id"]: each for each in read((checkout / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    }
    assert set(hooks) == {"ldproof-audit", "ldproof-conform"}
    asked = {
        "ldproof-audit": (
            ["black-box", "odds=3", "--pair", "0", "1", "--python", "mine:answer"],
            1,
            "violated",
        ),
        "ldproof-conform": (["shots.report", "--python", "mine:nobody"], 2, "no-such-program"),
    }
    for name, (arguments, status, said) in asked.items():
        hook = hooks[name]
        assert (hook["language"], hook["pass_filenames"]) == ("python", False)
        done = hooked(hook["entry"], arguments, project, environment)
        assert (done.returncode, said in done.stdout + done.stderr) == (status, True)


def hooked(
    entry: str, arguments: list[str], project: Path, environment: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    """A hook's run."""
    return subprocess.run(
        [*shlex.split(entry), *arguments],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


# the recipes


def recipes(checkout: Path) -> Iterator[tuple[str, Any, str]]:
    """Whose each is, what it means, and its text."""
    whose = ""
    for heading, text in RECIPE.findall((checkout / "docs" / "ci.md").read_text(encoding="utf-8")):
        whose = heading or whose
        if text.strip():
            yield whose, read(dedent(text)), dedent(text)


def test_every_recipe_is_what_its_host_takes(checkout: Path, tmp_path: Path) -> None:
    found = [*recipes(checkout)]
    assert [whose for whose, _, _ in found] == ["GitHub", "GitHub", "GitLab", "pre-commit"]
    for number, (whose, _, text) in enumerate(found):
        file = tmp_path / f"{number}.yml"
        match whose:
            case "GitHub":
                file.write_text(f"on: push\n{text}")
                assert valid("github-workflows", file)
            case "GitLab":
                file.write_text(text)
                assert valid("gitlab-ci", file)
            case _:  # pre-commit publishes no schema
                pass


def test_every_recipe_runs(
    checkout: Path, action: Any, project: Path, environment: Mapping[str, str]
) -> None:
    """What tells everything is found by all of them."""
    seen = [
        (whose, status)
        for whose, recipe, _ in recipes(checkout)
        for status in each(whose, recipe, action, project, environment, checkout)
    ]
    assert seen == [("GitHub", 1), ("GitHub", 1), ("GitLab", 1), ("pre-commit", 1)]
    assert '"ruleId": "privacy"' in (project / "ldproof.sarif").read_text()
    assert "<failure" in (project / "privacy.xml").read_text()


def each(
    whose: str, recipe: Any, action: Any, project: Path, environment: Mapping[str, str], checkout: Path
) -> Iterator[int]:
    """The exit status of each step of ours."""
    match whose:
        case "GitHub":
            for step in recipe["jobs"]["privacy"]["steps"]:
                if step["uses"].startswith("OWNER/ldproof@"):
                    ran: Ran = run(
                        action,
                        {name: put_in(str(text), {}) for name, text in step["with"].items()},
                        project,
                        environment,
                    )
                    yield ran.status
        case "GitLab":
            script = "\n".join(["set -e", *recipe["privacy"]["script"]])
            yield subprocess.run(
                ["bash", "-c", script], cwd=project, env={**os.environ, **environment}, check=False
            ).returncode
        case "pre-commit":
            (repository,) = recipe["repos"]
            hooks = read((checkout / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
            for hook in repository["hooks"]:
                (entry,) = (known["entry"] for known in hooks if known["id"] == hook["id"])
                assert re.search(hook["files"], "mine.py")
                yield hooked(entry, hook["args"], project, environment).returncode
        case _:
            raise LookupError(whose)
