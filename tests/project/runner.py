"""A composite action, run step by step as GitHub's runner does: expressions are put in, and a shell runs what is left."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
SHELLS = {"bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail"), "python": ("python",)}
"""What runs a script, by what `shell` says."""

Yaml = Mapping[str, Any]
"""A mapping as it was read."""


@dataclass(slots=True)
class Ran:
    """What came of an action: the exit status of the step that failed, or 0; what was printed; its outputs."""

    status: int = 0
    printed: list[str] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)


def put_in(text: str, known: Mapping[str, str]) -> str:
    """A text with the value of each expression: the first name of an alternative that has one."""

    def value(found: re.Match[str]) -> str:
        return next(filter(None, (known[name.strip()] for name in found[1].split("||"))), "")

    return EXPRESSION.sub(value, text)


def run(action: Yaml, given: Mapping[str, str], folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run an action with inputs, in a checkout; no step after one that failed."""
    unknown = given.keys() - action["inputs"].keys()
    missing = [name for name, each in action["inputs"].items() if each["required"] and name not in given]
    if unknown or missing:
        raise LookupError(f"unknown: {unknown}, missing: {missing}")
    known = {
        f"inputs.{name}": str(given.get(name, each.get("default"))) for name, each in action["inputs"].items()
    }
    known["github.action_path"] = environment["ACTION"]
    ran, output, script = Ran(), folder.parent / "output", folder.parent / "script"
    for step in action["runs"]["steps"]:
        output.write_text("")
        script.write_text(put_in(step["run"], known))
        done = subprocess.run(
            [*SHELLS[step["shell"]], str(script)],
            cwd=folder / put_in(step.get("working-directory", "."), known),
            env={
                **os.environ,
                **environment,
                "GITHUB_OUTPUT": str(output),
                **{name: put_in(text, known) for name, text in step.get("env", {}).items()},
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        ran.printed.append(done.stdout + done.stderr)
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            known[f"steps.{step.get('id')}.outputs.{name}"] = value
        if done.returncode:
            ran.status = done.returncode
            break
    ran.outputs = {
        name: put_in(each["value"], {**dict.fromkeys(names_in(each["value"]), ""), **known})
        for name, each in action["outputs"].items()
    }
    return ran


def names_in(text: str) -> list[str]:
    """The names in the expressions of a text."""
    return [name.strip() for found in EXPRESSION.findall(text) for name in found.split("||")]
