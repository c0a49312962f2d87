"""The action, the hooks and the recipes are valid for their hosts, and each of their commands is run."""

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

from tests.project.conftest import child_environment
from tests.tiers import slow

CHECKOUT = Path(__file__).parents[2]
ANSWERS = {
    "told": "def answer(bit):\n    return bit\n",
    "fair": "from random import random\n\ndef answer(bit):\n    return bit if random() < 0.75 else 1 - bit\n",
}
AUDIT = "black-box odds=3 --pair 0 1 --alpha 1e-6 --pairs 1000 --python mine:answer"
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
RECIPE = re.compile(r"^## (.+)$|((?:^    .*\n|^\n)+)", re.MULTILINE)
SHELLS = {"bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail"), "python": ("python",)}
"""What runs a script, by what `shell` says."""


def read_yaml(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


ACTION = read_yaml((CHECKOUT / "action.yml").read_text(encoding="utf-8"))
HOOKS = read_yaml((CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of somebody else's, in which `mine.py` tells everything.

    `ldproof` and `python` are as they are here; what pip is told to install, it writes down.
    """
    tools, folder = tmp_path / "tools", tmp_path / "their project"
    tools.mkdir()
    folder.mkdir()
    python, asked = shlex.quote(sys.executable), shlex.quote(f"{tmp_path}/pip")
    for name, script in {
        "ldproof": f'exec {python} -m ldproof "$@"',
        "python": f'[ "$1 $2 $3" = "-m pip install" ] || exec {python} "$@"\nprintf "%s\\n" "$@" >> {asked}',
        "pip": f'[ "$1" = install ] || exit 9; printf "%s\\n" "$@" >> {asked}',
    }.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    (folder / ".git").mkdir()
    (folder / "mine.py").write_text(ANSWERS["told"])
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return folder


def run_command(command: list[str], folder: Path, more: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Return the exit status of a command, and its output."""
    environment = {**child_environment(), **(more or {})}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def substitute(text: str, known: Mapping[str, str]) -> str:
    """Replace each expression by its value: the first name of an alternative that has one."""
    return EXPRESSION.sub(
        lambda found: next(filter(None, (known.get(name.strip(), "") for name in found[1].split("||"))), ""),
        text,
    )


def run_action(given: Mapping[str, str], project: Path) -> tuple[int, str, dict[str, str]]:
    """Run the action as GitHub's runner does, up to the first failing step; return status, output and outputs."""
    assert given.keys() <= ACTION["inputs"].keys()
    assert all(name in given for name, each in ACTION["inputs"].items() if each["required"])
    known = {
        f"inputs.{name}": given.get(name, each.get("default")) for name, each in ACTION["inputs"].items()
    }
    known["github.action_path"] = str(CHECKOUT)
    output, script, status, printed = project.parent / "output", project.parent / "script", 0, ""
    for step in ACTION["runs"]["steps"]:
        output.write_text("")
        script.write_text(substitute(step["run"], known))
        environment = {name: substitute(text, known) for name, text in step.get("env", {}).items()}
        folder = project / substitute(step.get("working-directory", "."), known)
        status, printed = run_command(
            [*SHELLS[step["shell"]], str(script)], folder, {"GITHUB_OUTPUT": str(output), **environment}
        )
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            known[f"steps.{step.get('id')}.outputs.{name}"] = value
        if status:
            break
    outputs = {name: substitute(each["value"], known) for name, each in ACTION["outputs"].items()}
    return status, printed, outputs


def is_valid(schema: str, *files: Path) -> bool:
    """Return whether files match the schema that their host publishes."""
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    return run_command([*check, *map(str, files)], CHECKOUT)[0] == 0


def test_action_is_valid() -> None:
    assert is_valid("github-actions", CHECKOUT / "action.yml")


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        ("black-box 'odds=3", 2, "No closing quotation"),
        ('black-box "odds=3 $(touch hacked)" --pair 0 1 --python mine:answer', 2, "not-a-number"),
        *(
            pytest.param(given, status, said, marks=slow)
            for given, status, said in (
                (
                    AUDIT,
                    1,
                    "::error title=privacy%3A mine%3Aanswer%3A black-box odds=3,file=mine.py,line=1::violated",
                ),
                (AUDIT.replace(" --", "\n--"), 1, "violated"),
                ("black-box odds=3", 2, "a pair of inputs"),
                ("", 2, "MECHANISM"),
                (f"{AUDIT}e", 2, "no-such-program"),
                (" \n", 2, "Missing argument 'MECHANISM'"),
                (AUDIT.replace("0 1", r'"\"a\"" "\"b\""'), 1, "in 0 of"),
                (AUDIT.replace("--python mine:answer", "-- sh -c 'read line\necho told; exit 5'"), 3, "told"),
            )
        ),
    ],
)
def test_action_has_the_exit_status_of_the_command(project: Path, given: str, status: int, said: str) -> None:
    found, printed, outputs = run_action({"command": "audit", "arguments": given}, project)
    assert (found, said in printed) == (status, True), printed
    assert outputs == {"status": str(status)}
    assert not (project / "hacked").exists()


def test_action_installs_the_named_version_and_reports_unwritable_files(project: Path) -> None:
    given = {"command": "audit", "arguments": AUDIT, "file": "no such folder/outcome"}
    status, printed, _ = run_action({**given, "install": "ldproof==0.1.0"}, project)
    assert (status, "No such file or directory" in printed) == (2, True)
    assert (project.parent / "pip").read_text().splitlines()[-1] == "ldproof==0.1.0"


@slow
def test_action_installs_itself_and_passes(project: Path) -> None:
    """In another folder, with the outcome in a file."""
    (project / "below").mkdir()
    (project / "below" / "mine.py").write_text(ANSWERS["fair"])
    given = {"command": "audit", "arguments": AUDIT, "working-directory": "below", "format": "json"}
    assert run_action({**given, "file": "outcome"}, project)[::2] == (0, {"status": "0"})
    assert '"verdict": "not refuted"' in (project / "below" / "outcome").read_text()
    assert (project.parent / "pip").read_text().splitlines()[-1] == str(CHECKOUT)


@slow
def test_action_can_be_installed(tmp_path: Path) -> None:
    """Built from the sources as pip builds them, with the build tools of this environment."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    alone = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(tmp_path / "made")]
    subprocess.run([*pip, *alone, str(CHECKOUT)], check=True, cwd=tmp_path)
    assert (tmp_path / "made" / "ldproof" / "cli" / "main.py").is_file()


@slow
def test_hooks_run_as_in_pre_commit(project: Path) -> None:
    """The words of `entry`, then those of `args`, in the repository's folder."""
    asked = {
        "ldproof-audit": ("black-box odds=3 --pair 0 1 --python mine:answer", 1, "violated"),
        "ldproof-conform": ("shots.report --python mine:nobody", 2, "no-such-program"),
    }
    assert [hook["id"] for hook in HOOKS] == [*asked]
    for hook in HOOKS:
        arguments, status, said = asked[hook["id"]]
        assert (hook["language"], hook["pass_filenames"]) == ("python", False)
        found, printed = run_command([*shlex.split(hook["entry"]), *arguments.split()], project)
        assert (found, said in printed) == (status, True)


def all_recipes() -> Iterator[tuple[str, Any, str]]:
    """Return each recipe's host, its parsed content, and its text."""
    whose = ""
    for heading, text in RECIPE.findall((CHECKOUT / "docs" / "ci.md").read_text(encoding="utf-8")):
        whose = heading or whose
        if text.strip():
            yield whose, read_yaml(dedent(text)), dedent(text)


@slow
def test_recipe_is_valid_for_its_host(tmp_path: Path) -> None:
    """Pre-commit publishes no schema."""
    files: dict[str, list[Path]] = {"GitHub": [], "GitLab": [], "pre-commit": []}
    for number, (whose, _, text) in enumerate(all_recipes()):
        files[whose].append(tmp_path / f"{number}.yml")
        files[whose][-1].write_text(f"on: push\n{text}" if whose == "GitHub" else text)
    assert [*map(len, files.values())] == [2, 1, 1]
    assert is_valid("github-workflows", *files["GitHub"])
    assert is_valid("gitlab-ci", *files["GitLab"])


def step_statuses(whose: str, recipe: Any, project: Path) -> Iterator[int]:
    """Return the exit status of each of our steps."""
    if whose == "GitHub":
        for step in recipe["jobs"]["privacy"]["steps"]:
            if step["uses"] == "./.ldproof":
                yield run_action(
                    {name: substitute(str(text), {}) for name, text in step["with"].items()}, project
                )[0]
    elif whose == "GitLab":
        script = "\n".join(["set -e", *recipe["privacy"]["script"]])
        yield run_command(["bash", "-c", script], project)[0]
    else:
        (repository,) = recipe["repos"]
        for hook in repository["hooks"]:
            (entry,) = (known["entry"] for known in HOOKS if known["id"] == hook["id"])
            assert re.search(hook["files"], "mine.py")
            yield run_command([*shlex.split(entry), *hook["args"]], project)[0]


@slow
def test_recipe_finds_a_violation(project: Path) -> None:
    found = [
        (whose, status)
        for whose, recipe, _ in all_recipes()
        for status in step_statuses(whose, recipe, project)
    ]
    assert found == [("GitHub", 1), ("GitHub", 1), ("GitLab", 1), ("pre-commit", 1)]
    assert '"ruleId": "privacy"' in (project / "ldproof.sarif").read_text()
    assert "<failure" in (project / "privacy.xml").read_text()
