"""The pytest plugin, in suites of its own: what it costs, what it spends, what it keeps, and what it says."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

import ldproof.testing.session  # noqa: F401  (else the first test would be timed for loading it)
from ldproof import pytest_plugin
from tests.tiers import slow

FIVE_LINES = """
    from random import random

    def test_private(ldproof_audit):
        ldproof_audit(lambda bit: bit if random() < {share} else 1 - bit, "odds=3", pairs=[(0, 1)], draws=400)
"""
TESTS = 3
MANY = """
    import json, os
    import pytest
    from pathlib import Path

    def answer(bit, coins):
        return bit if coins.read(1)[0] >= 64 else 1 - bit

    @pytest.mark.parametrize("number", range(3))
    def test_private(number, ldproof_audit, request):
        for audit in range(2):
            found = ldproof_audit(answer, "odds=3", pairs=[(0, 1)], draws={draws})
            seen = [str(found.alpha), found.samples, found.counts and found.counts.likely]
            worker = os.environ.get("PYTEST_XDIST_WORKER", "")
            (Path("seen") / f"{{number}}.{{audit}}.{{worker}}").write_text(json.dumps(seen))
"""
PLAIN = ("-p", "no:cacheprovider", "-q")


@dataclass(frozen=True)
class Suite:
    """A folder with tests of its own."""

    folder: Path

    def run(self, *options: str, code: int = 0) -> str:
        """What pytest prints, here and now."""
        said = StringIO()
        # Garbage would be looked for in all that this process has.
        settings = (*PLAIN, "--import-mode=importlib", "--capture=sys", "-p", "no:unraisableexception")
        # A file that is written again within a second may be as long as before.
        sys.dont_write_bytecode = True
        try:
            with redirect_stdout(said), chdir(self.folder):
                ended = pytest.main([*settings, "-c", "pytest.ini", "--rootdir=.", *options])
        finally:
            sys.dont_write_bytecode = False
            for name in [each for each in sys.modules if each.startswith("test_") and "." not in each]:
                del sys.modules[name]
        assert ended == code, said.getvalue()
        return said.getvalue()

    def apart(self, *options: str, code: int = 0) -> "subprocess.CompletedProcess[str]":
        """Pytest in a process of its own, without Hypothesis, which takes longer than all else to import."""
        plain = {name: each for name, each in os.environ.items() if not name.startswith("PYTEST_")}
        command = [sys.executable, "-m", "pytest", *PLAIN, "-p", "no:hypothesispytest", *options]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.folder, env=plain
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def write(self, content: str, name: str = "test_mine.py") -> None:
        """Write a file."""
        (self.folder / name).write_text(dedent(content), encoding="utf-8")

    def seen(self) -> Mapping[str, Any]:
        """What the tests of `MANY` have written since this was asked before."""
        files = sorted((self.folder / "seen").iterdir())
        found = {each.name: json.loads(each.read_text(encoding="utf-8")) for each in files}
        for each in files:
            each.unlink()
        return found


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "seen").mkdir()
    return Suite(tmp_path)


def alphas(found: Mapping[str, Any]) -> dict[str, Fraction]:
    """The alpha of each audit."""
    return {name[:3]: Fraction(each[0]) for name, each in found.items()}


def test_suite_fails_on_a_broken_randomizer_and_says_why(suite: Suite) -> None:
    suite.write(FIVE_LINES.format(share=0.95), "test_broken.py")
    suite.write(FIVE_LINES.format(share=0.75), "test_right.py")
    said = suite.run("--junitxml=report.xml", code=1)
    for words in (
        "1 failed, 1 passed",
        "does not keep its claim, black-box odds=3",
        "the event output in",
        "lower bound",
        "to repeat: ldproof.audit(test_private.<locals>.<lambda> (",
        "pairs=[(0, 1)], alpha='1/4000000'",
        "or: pytest test_broken.py::test_private --ldproof-alpha 1/1000000",
    ):
        assert words in said
    assert "session.py" not in said
    report = (suite.folder / "report.xml").read_text(encoding="utf-8")
    assert '<property name="ldproof" value="not refuted: 800 samples' in report


def test_audit_ends_after_its_seconds(suite: Suite) -> None:
    """With the pairs that were drawn by then; the number of draws is only a bound."""
    suite.write("""
        from time import perf_counter, sleep

        def answer(bit):
            sleep(0.001)
            return 0

        def test_private(ldproof_audit):
            begun = perf_counter()
            found = ldproof_audit(answer, "odds=3", pairs=[(0, 1)], seconds="0.3", draws=100_000)
            assert 12 <= found.samples < 2000
            assert found.samples == 2 * found.history[-1].pairs
            assert perf_counter() >= begun + 0.3
            assert ldproof_audit(answer, "odds=3", pairs=[(0, 1)], seconds="300", draws=7).samples == 14
            made = ldproof_audit(answer, 1, inputs=[[1, 0]], neighbours="substitute", records=[0, 1], draws=50)
            assert {(1, 0), (1, 1)} in [{*each.both_inputs()} for each in made.pairs]
    """)
    suite.run()


def test_plugin_costs_nothing_where_it_is_not_used(suite: Suite) -> None:
    """Of ourselves, the root and the plugin are imported."""
    suite.write("""
        import sys

        def test_other():
            mine = {each for each in sys.modules if each.partition(".")[0] in ("ldproof", "ldproof_proofs")}
            print("mine:", *sorted(mine))
            assert not {"numpy", "flint", "hypothesis", "click"} & {*sys.modules}
    """)
    (line,) = (each for each in suite.apart("-s").stdout.splitlines() if each.startswith("mine:"))
    assert line == "mine: ldproof ldproof.pytest_plugin"


def test_workers_are_told_how_many_run_every_test(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for dist, count in (("each", 3), ("load", 1)):
        monkeypatch.setattr(request.config.option, "dist", dist)
        given = {"workercount": 3}
        pytest_plugin.pytest_configure_node(SimpleNamespace(config=request.config, workerinput=given))
        assert given[pytest_plugin.EACH] == count


def test_shares_are_equal(suite: Suite) -> None:
    suite.write(MANY.format(draws=10))
    suite.run("--ldproof-alpha=1/1000")
    shares = (Fraction(1, 2000 * TESTS), Fraction(1, 6000 * TESTS))
    expected = {f"{number}.{audit}": shares[audit] for number in range(TESTS) for audit in range(2)}
    assert alphas(suite.seen()) == expected


@slow
def test_workers_have_the_same_shares(suite: Suite) -> None:
    """Each test its own, whoever runs it, exactly; and with a seed they see the same."""
    suite.write(MANY.format(draws=200))
    suite.run("--ldproof-alpha=1/1000", "--ldproof-seed=1")
    alone = suite.seen()
    suite.apart("--ldproof-alpha=1/1000", "--ldproof-seed=1", "-n2", "--dist=load")
    together = suite.seen()
    assert {name[4:] for name in together} <= {"gw0", "gw1"}
    assert {name[:4]: each for name, each in together.items()} == {n[:4]: each for n, each in alone.items()}


@slow
def test_workers_that_all_run_everything_share(suite: Suite) -> None:
    """Where evidence is kept, an audit goes on from worker to worker, at one alpha, and from session to session."""
    suite.write(MANY.format(draws=10))
    suite.apart("--ldproof-alpha=1/1000", "--dist=each", "--tx=2*popen")
    found = suite.seen()
    assert len(found) == 4 * TESTS
    assert {name[4:] for name in found} == {"gw0", "gw1"}
    assert sum(Fraction(each[0]) for each in found.values()) == Fraction(1, 1000) * 2 / 3
    for samples in ({20, 40}, {60, 80}):
        suite.apart("--ldproof-alpha=1/1000", "--ldproof-state=kept", "--dist=each", "--tx=2*popen")
        found = suite.seen()
        assert {name[4:] for name in found} == {"gw0", "gw1"}
        for audit in {name[:3] for name in found}:
            assert {each[1] for name, each in found.items() if name[:3] == audit} == samples
        alone = alphas({name: each for name, each in found.items() if name.endswith("gw0")})
        assert alone == alphas({name: each for name, each in found.items() if name.endswith("gw1")})
        assert sum(alone.values()) == Fraction(1, 1000) * Fraction(1, 2) * Fraction(2, 3) / 2


def test_seed_decides_all_randomness(suite: Suite) -> None:
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
            found = ldproof_audit(function, "odds=3", pairs=[(0, 1)], draws=60)
            assert random.getstate() == before
            print("seen:", function.__name__, found.to_json())
    """)

    def seen(*options: str) -> list[str]:
        return [each for each in suite.run("-s", *options).splitlines() if "seen:" in each]

    one, again, other = seen("--ldproof-seed=1"), seen("--ldproof-seed=1"), seen("--ldproof-seed=2")
    assert len(one) == 3
    assert one == again
    assert all(this != that for this, that in zip(one, other, strict=True))


@slow
def test_evidence_is_kept_from_session_to_session(suite: Suite) -> None:
    """It goes on at the same alpha; what has changed begins anew."""
    suite.write(MANY.format(draws=20))
    options = ("--ldproof-state=kept", "--ldproof-alpha=1/1000", "--ldproof-seed=1")
    suite.run(*options)
    first = suite.seen()
    assert {each[1] for each in first.values()} == {40}
    suite.run(*options, "-k", "private and not 2")
    second = suite.seen()
    assert {each[1] for each in second.values()} == {80}
    assert alphas(second) == {name: each for name, each in alphas(first).items() if name[0] != "2"}
    suite.write(MANY.format(draws=20).replace(">= 64", ">= 66"))
    said = suite.run(*options)
    third = suite.seen()
    assert {each[1] for each in third.values()} == {40}, said
    assert alphas(third) == {name: each / 3 for name, each in alphas(first).items()}


def test_violation_is_kept(suite: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    """The next session says so without a draw, and where the evidence is; another alpha is refused."""
    suite.write(FIVE_LINES.format(share=0.95))
    assert "its evidence is kept in kept/" in suite.run("--ldproof-state=kept", code=1)
    assert "does not keep its claim" in suite.run("--ldproof-state=kept", code=1)
    capsys.readouterr()
    suite.run("--ldproof-state=kept", "--ldproof-alpha=.001%", code=4)
    said = capsys.readouterr().err
    assert said.count("ERROR: kept was begun with an alpha of 1/1000000, and this is 1/100000") == 1


@slow
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


OPTIONS = {
    "--ldproof-alpha=2": "ERROR: --ldproof-alpha = 2 is out of range (out-of-range); accepted: ",
    "--ldproof-state=pytest.ini": "pytest.ini: File exists",
    "--ldproof-state=": "a folder without a name",
}


@pytest.mark.parametrize("workers", [False, pytest.param(True, marks=slow)])
def test_options_that_mean_nothing_end_the_session(
    workers: bool, suite: Suite, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not test by test."""
    suite.write(MANY.format(draws=50))
    for option, words in OPTIONS.items():
        if workers:
            done = suite.apart(option, "-n2", code=pytest.ExitCode.USAGE_ERROR)
            output, errors = done.stdout.strip(), done.stderr
        else:
            output, errors = suite.run(option, code=pytest.ExitCode.USAGE_ERROR), capsys.readouterr().err
        assert (output, words in errors) == ("", True)


def test_fixture_asked_for_while_a_test_runs_has_no_share(suite: Suite) -> None:
    """A refusal is told without our own lines; of an error in the function that is audited its own are shown."""
    suite.write("""
        def test_late(request):
            request.getfixturevalue("ldproof_audit")(lambda bit: bit, 1, pairs=[(0, 1)])

        def test_known(ldproof_audit):
            ldproof_audit(lambda bit: 0, 1, pairs=[(0, 1)], draws=1)

        def test_no_claim(ldproof_audit):
            ldproof_audit(lambda bit: bit, 0.5, pairs=[(0, 1)])

        def test_no_answer(ldproof_audit):
            def failing(bit):
                raise LookupError("no sensor")

            ldproof_audit(failing, "odds=3", pairs=[(0, 1)])
    """)
    said = suite.run("--tb=short", code=1)
    assert "3 failed, 1 passed" in said
    assert "asks for ldproof_audit while it runs, and has no share" in said
    assert "Refused: epsilon = 0.5 is a float" in said
    assert "Refused: test_no_answer.<locals>.failing" in said
    assert "E   LookupError: no sensor" in said
    assert "--failures-are-outputs" not in said
    assert [line for line in said.splitlines() if "/ldproof/" in line] == []
