"""User-supplied executors: an audit is the same on each, even if a worker is killed meanwhile."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from ldproof.auditor.draw.executor import executor_at
from ldproof.cli import audit as audit_command
from ldproof.cli.main import app
from ldproof.errors import Reason
from tests.audit.targets import crews
from tests.reference.refusals import refused
from tests.tiers import slow

CREWS = crews.__name__
ROOT = Path(__file__).parents[3]
AUDIT = (sys.executable, "-m", "ldproof", "audit", "black-box", "odds=2", "--pair", "0", "1")
ASKED = ("--pairs", "250", "--json")
"""Few enough to be quick; many enough for tasks of several batches."""


def audit_in_child(function: str, *options: str, fatal: Path | None = None) -> tuple[object, str]:
    """Return the JSON output and standard error of an audit in a child process."""
    known = os.environ | ({} if fatal is None else {crews.FATAL: str(fatal)})
    done = subprocess.run(
        [*AUDIT, *ASKED, "--seed", "a seed", "--python", f"{CREWS}:{function}", *options],
        cwd=ROOT,
        env=known,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode in {0, 1}, done.stderr
    return json.loads(done.stdout), done.stderr


def audit_here(function: str, *options: str) -> tuple[object, str]:
    """Return the JSON output and all output of an audit in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit_command, "Pool", lambda _: nullcontext())
        asked = (*AUDIT[3:], *ASKED, "--seed", "a seed", "--python", f"{CREWS}:{function}", *options)
        done = CliRunner().invoke(app, asked, catch_exceptions=False)
    return json.loads(done.stdout[done.stdout.index("{") :]), done.output


@pytest.mark.parametrize(
    ("crew", "draw"), [("threads", audit_here), pytest.param("processes", audit_in_child, marks=slow)]
)
def test_audit_is_the_same_on_every_executor(crew: str, draw: Callable[..., tuple[object, str]]) -> None:
    found, said = draw("printing", "--executor", f"{CREWS}:{crew}")
    assert found == audit_here("printing")[0]
    assert "noise" in said
    assert ("threads" in said) == (crew == "threads")


@slow
def test_audit_is_the_same_on_dask_if_a_worker_is_killed(tmp_path: Path) -> None:
    fatal = tmp_path / "fatal"
    found, _ = audit_in_child("once", "--executor", f"{CREWS}:dask", fatal=fatal)
    assert fatal.exists()
    assert found == audit_here("once")[0]


@slow
def test_function_of_the_page_connects_to_a_cluster(tmp_path: Path) -> None:
    """In a child process, as Dask leaves threads behind; the cluster is on this machine."""
    page = (ROOT / "docs/cluster.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^    from dask.*\n\n    def .*\n        .*\n", page, re.MULTILINE)
    assert '"tcp://scheduler:8786"' in code
    (tmp_path / "where.py").write_text(dedent(code).replace('"tcp://scheduler:8786"', "ADDRESS"))
    (tmp_path / "run.py").write_text(
        "import where\nfrom distributed import LocalCluster\nif __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, dashboard_address=None) as here:\n"
        "        where.ADDRESS = here.scheduler_address\n"
        "        with where.cluster() as client:\n            print(client.submit(int, '7').result())\n"
    )
    done = subprocess.run(
        [sys.executable, "run.py"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, "7\n"), done.stderr


def test_invalid_executor_is_refused_and_a_valid_one_is_closed() -> None:
    for place, reason, words in (
        ("no_executor", Reason.NO_SUCH_PROGRAM, "int"),
        ("nothing", Reason.NO_SUCH_PROGRAM, "nothing"),
        ("unready", Reason.PROGRAM_ENDED, "not yet"),
        ("broken", Reason.PROGRAM_ENDED, "ZeroDivisionError"),
        ("no_dask", Reason.NOT_INSTALLED, "distributed"),
    ):
        with refused(reason) as caught, executor_at(f"{CREWS}:{place}"):
            pass
        assert words in caught.value.what
    with executor_at(f"{CREWS}:threads") as executor:
        assert executor.submit(int, "7").result() == 7
    with pytest.raises(RuntimeError):
        executor.submit(int, "7")
    with pytest.raises(ZeroDivisionError), executor_at(f"{CREWS}:threads") as executor:
        raise ZeroDivisionError
    with pytest.raises(RuntimeError):
        executor.submit(int, "7")
