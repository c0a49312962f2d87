"""The pytest plugin, in suites of its own: what it costs, what it spends, what it keeps, and what it says."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest

FIVE_LINES = """
    from random import random

    def test_private(ldproof_audit):
        ldproof_audit(lambda bit: bit if random() < {share} else 1 - bit, "odds=3", pairs=[(0, 1)], draws=2000)
"""

MANY = """
    import json, os
    import pytest
    from pathlib import Path

    def answer(bit, coins):
        return bit if coins.read(1)[0] >= 64 else 1 - bit

    @pytest.mark.parametrize("number", range(6))
    def test_private(number, ldproof_audit, request):
        for audit in range(2):
            found = ldproof_audit(answer, "odds=3", pairs=[(0, 1)], draws={draws})
            seen = [str(found.alpha), found.samples, found.counts and found.counts.likely]
            (Path("seen") / f"{{number}}.{{audit}}.{{os.environ.get('PYTEST_XDIST_WORKER', '')}}").write_text(json.dumps(seen))
"""


@dataclass(frozen=True)
class Suite:
    """A folder with tests of its own."""

    folder: Path

    def run(self, *options: str, code: int = 0) -> str:
        """What pytest prints, here and now."""
        said = StringIO()
        settings = (
            "-p",
            "no:cacheprovider",
            "-q",
            "--import-mode=importlib",
            "--capture=sys",
            "-p",
            "no:unraisableexception",  # it would look for cycles in all that this process has
            "-c",
            "pytest.ini",
        )
        sys.dont_write_bytecode = (
            True  # a file that is written again within a second may be as long as before
        )
        try:
            with redirect_stdout(said), chdir(self.folder):
                ended = pytest.main([*settings, "--rootdir=.", *options])
        finally:
            sys.dont_write_bytecode = False
            for name in [each for each in sys.modules if each.startswith("test_") and "." not in each]:
                del sys.modules[name]
        assert ended == code, said.getvalue()
        return said.getvalue()

    def apart(self, *options: str, code: int = 0) -> str:
        """What pytest prints in a process of its own, without Hypothesis, which takes longer than all else to import."""
        return self._apart(options, code).stdout

    def refused(self, *options: str) -> str:
        """What pytest says there instead of running anything."""
        done = self._apart(options, pytest.ExitCode.USAGE_ERROR)
        assert done.stdout.strip() == ""
        return done.stderr

    def _apart(self, options: Sequence[str], code: int) -> subprocess.CompletedProcess[str]:
        plain = {name: each for name, each in os.environ.items() if not name.startswith("PYTEST_")}
        without = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
        command = [sys.executable, "-m", "pytest", *without, "-q", *options]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.folder, env=plain
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def write(self, content: str, name: str = "test_mine.py") -> None:
        """A file in it."""
        (self.folder / name).write_text(dedent(content), encoding="utf-8")

    def seen(self) -> Mapping[str, list[object]]:
        """What the tests of `MANY` have written."""
        files = sorted((self.folder / "seen").iterdir())
        return {each.name: json.loads(each.read_text(encoding="utf-8")) for each in files}


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "seen").mkdir()
    return Suite(tmp_path)


def test_five_lines(suite: Suite) -> None:
    """One fails on what is broken, and says why; the other passes on what is right."""
    suite.write(FIVE_LINES.format(share=0.95), "test_broken.py")
    suite.write(FIVE_LINES.format(share=0.75), "test_right.py")
    said = suite.run("--junitxml=report.xml", code=1)
    assert "1 failed, 1 passed" in said
    assert "Violated: violated: this program does not keep what it claims, black-box odds=3" in said
    assert "the event output in" in said
    assert "lower bound" in said
    assert "to repeat: ldproof.audit(test_private.<locals>.<lambda> (" in said
    assert "pairs=[(0, 1)], alpha='1/4000000'" in said
    assert "or: pytest test_broken.py::test_private --ldproof-alpha 1/1000000" in said
    assert "session.py" not in said
    assert '<property name="ldproof" value="not refuted: 4,000 samples' in (
        suite.folder / "report.xml"
    ).read_text(encoding="utf-8")


def test_it_costs_nothing_where_it_is_not_used(suite: Suite) -> None:
    """Of ourselves, the root and the plugin are imported."""
    suite.write("""
        import sys

        def test_other():
            mine = {each for each in sys.modules if each.partition(".")[0] in ("ldproof", "ldproof_proofs")}
            print("mine:", *sorted(mine))
            assert not {"numpy", "flint", "hypothesis", "typer"} & {*sys.modules}
    """)
    said = suite.apart("-s")
    (line,) = (each for each in said.splitlines() if each.startswith("mine:"))
    assert {*line.split()[1:]} == {
        "ldproof",
        "ldproof.interface",
        "ldproof.interface.root",
        "ldproof.pytest_plugin",
    }


def alphas(found: Mapping[str, list[object]]) -> dict[str, Fraction]:
    """The alpha of each audit."""
    return {name[:3]: Fraction(str(each[0])) for name, each in found.items()}


def test_workers_have_the_same_shares(suite: Suite) -> None:
    """Each test its own, whoever runs it, exactly; and with a seed they see the same."""
    suite.write(MANY.format(draws=200))
    suite.run("--ldproof-alpha=1/1000", "--ldproof-seed=1")
    alone = suite.seen()
    first, second = Fraction(1, 12000), Fraction(1, 36000)
    assert alphas(alone) == {
        f"{number}.{audit}": (first, second)[audit] for number in range(6) for audit in range(2)
    }
    for each in (suite.folder / "seen").iterdir():
        each.unlink()
    suite.apart("--ldproof-alpha=1/1000", "--ldproof-seed=1", "-n2", "--dist=load")
    together = suite.seen()
    assert {name[4:] for name in together} <= {"gw0", "gw1"}
    assert {name[:4]: each for name, each in together.items()} == {n[:4]: each for n, each in alone.items()}


def test_workers_that_all_run_everything_share(suite: Suite) -> None:
    suite.write(MANY.format(draws=10))
    suite.apart("--ldproof-alpha=1/1000", "--dist=each", "--tx=2*popen")
    found = suite.seen()
    assert len(found) == 24
    assert {name[4:] for name in found} == {"gw0", "gw1"}
    assert sum(Fraction(str(each[0])) for each in found.values()) == Fraction(1, 1000) * 2 / 3


def test_workers_that_all_run_everything_keep_evidence_together(suite: Suite) -> None:
    """An audit goes on from worker to worker, at one alpha, and from session to session."""
    suite.write(MANY.format(draws=10))
    for samples in ({20, 40}, {60, 80}):
        suite.apart("--ldproof-alpha=1/1000", "--ldproof-state=kept", "--dist=each", "--tx=2*popen")
        found = suite.seen()
        assert {name[4:] for name in found} == {"gw0", "gw1"}
        for audit in {name[:3] for name in found}:
            assert {each[1] for name, each in found.items() if name[:3] == audit} == samples
        alone = alphas({name: each for name, each in found.items() if name.endswith("gw0")})
        assert alone == alphas({name: each for name, each in found.items() if name.endswith("gw1")})
        assert sum(alone.values()) == Fraction(1, 1000) * Fraction(1, 2) * Fraction(2, 3) / 2


def test_a_seed_decides_everything(suite: Suite) -> None:
    """The coins that a function takes, and what it draws from Python's and NumPy's own generators."""
    suite.write("""
        import random
        import numpy as np
        import pytest

        def coins(bit, coins):
            return bit if coins.read(1)[0] >= 64 else 1 - bit

        def python(bit):
            return bit if random.random() < .75 else 1 - bit

        def numpys(bit, count):
            return np.where(np.random.random(count) < .75, bit, 1 - bit)

        @pytest.mark.parametrize("function", [coins, python, numpys])
        def test_private(function, ldproof_audit):
            before = random.getstate()
            found = ldproof_audit(function, "odds=3", pairs=[(0, 1)], draws=300)
            assert random.getstate() == before or SEED is None
            print("seen:", function.__name__, found.to_json())

        SEED = True
    """)

    def seen(*options: str) -> list[str]:
        return [each for each in suite.run("-s", *options).splitlines() if "seen:" in each]

    one, again, other = seen("--ldproof-seed=1"), seen("--ldproof-seed=1"), seen("--ldproof-seed=2")
    assert len(one) == 3
    assert one == again
    assert all(this != that for this, that in zip(one, other, strict=True))


def test_evidence_is_kept_from_session_to_session(suite: Suite) -> None:
    """It goes on at the same alpha; what has changed begins anew."""
    suite.write(MANY.format(draws=100))
    options = ("--ldproof-state=kept", "--ldproof-alpha=1/1000", "--ldproof-seed=1")
    suite.run(*options)
    first = {name[:3]: each for name, each in suite.seen().items()}
    assert {each[1] for each in first.values()} == {200}
    for each in (suite.folder / "seen").iterdir():
        each.unlink()
    suite.run(*options, "-k", "private and not 5")
    second = {name[:3]: each for name, each in suite.seen().items()}
    assert {each[1] for each in second.values()} == {400}
    assert alphas(second) == {name: each for name, each in alphas(first).items() if name[0] != "5"}
    suite.write(MANY.format(draws=100).replace(">= 64", ">= 66"))
    said = suite.run(*options)
    third = {name[:3]: each for name, each in suite.seen().items()}
    assert {each[1] for each in third.values()} == {200}, said
    assert alphas(third) == {name: each / 3 for name, each in alphas(first).items()}


def test_a_violation_is_kept(suite: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """The next session says so without a draw, and where the evidence is; another alpha is refused."""
    suite.write(FIVE_LINES.format(share=0.95))
    assert "its evidence is kept in kept/" in suite.run("--ldproof-state=kept", code=1)
    suite.write(FIVE_LINES.format(share=0.95))
    said = suite.run("--ldproof-state=kept", code=1)
    assert "violated: this program" in said
    capsys.readouterr()
    suite.run("--ldproof-state=kept", "--ldproof-alpha=.001%", code=4)
    said = capsys.readouterr().err
    assert said.count("ERROR: kept was begun with an alpha of 1/1000000, and this is 1/100000") == 1


def test_sessions_at_once_wait_for_each_other(suite: Suite) -> None:
    """The second goes on with the evidence of the first; nothing is refused, and nothing begun anew."""
    suite.write("""
        import os, time
        from pathlib import Path

        Path(f"begun.{os.getpid()}").touch()
        later = []

        def answer(bit):
            while len([*Path().glob("begun.*")]) < 2:
                time.sleep(0.01)
            if not later:
                later.append(time.sleep(2))
            return 0

        def test_private(ldproof_audit):
            found = ldproof_audit(answer, "odds=3", pairs=[(0, 1)], draws=100)
            Path(f"seen/{os.getpid()}").write_text(f"[{found.samples}, \\"{found.alpha}\\"]")
    """)
    with ThreadPoolExecutor() as both:
        for each in [both.submit(suite.apart, "--ldproof-state=kept") for _ in range(2)]:
            each.result()
    share = "1/8000000"  # half of 10^-6 for who was met first, half of it for the first audit, and half of that as it is
    assert sorted(suite.seen().values(), key=str) == [[200, share], [400, share]]


def test_who_asks_only_while_it_runs_has_no_share(suite: Suite) -> None:
    suite.write("""
        def test_late(request):
            request.getfixturevalue("ldproof_audit")(lambda bit: bit, 1, pairs=[(0, 1)])

        def test_known(ldproof_audit):
            ldproof_audit(lambda bit: 0, 1, pairs=[(0, 1)], draws=1)
    """)
    said = suite.run(code=1)
    assert "1 failed, 1 passed" in said
    assert "asks for ldproof_audit while it runs, and has no share" in said


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_options_that_mean_nothing_end_the_session(suite: Suite, workers: str) -> None:
    """Not test by test."""
    suite.write(MANY.format(draws=50))
    said = suite.refused("--ldproof-alpha=2", workers)
    assert said.startswith("ERROR: --ldproof-alpha = 2 is out of range (out-of-range); accepted: ")
    assert "pytest.ini: File exists" in suite.refused("--ldproof-state=pytest.ini", workers)
    assert "a folder without a name" in suite.refused("--ldproof-state=", workers)


def test_a_refusal_is_told_without_our_own_lines(suite: Suite) -> None:
    """Of an error in the function that is audited its own are shown."""
    suite.write("""
        def test_no_claim(ldproof_audit):
            ldproof_audit(lambda bit: bit, 0.5, pairs=[(0, 1)])

        def test_no_answer(ldproof_audit):
            def failing(bit):
                raise LookupError("no sensor")

            ldproof_audit(failing, "odds=3", pairs=[(0, 1)])
    """)
    said = suite.run("--tb=short", code=1)
    assert "Refused: epsilon = 0.5 is a float" in said
    assert "Refused: test_no_answer.<locals>.failing" in said
    assert "E   LookupError: no sensor" in said
    assert "--failures-are-outputs" not in said
    assert [line for line in said.splitlines() if "/ldproof/" in line] == []
