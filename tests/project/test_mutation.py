"""The mutants: what is changed and what is not, and whom a change can affect."""

import subprocess
import sys
from pathlib import Path

from tests.drivers.mutation.__main__ import MODULES
from tests.drivers.mutation.equivalent import EQUIVALENT
from tests.drivers.mutation.mutants import mutants
from tests.drivers.mutation.reach import ROOT, distances, modules

SOURCE = """
LIMIT = 3

def f(x: int, y: int) -> int:
    if x > LIMIT:
        raise ValueError(x + 1)
    total = x - y
    total += x if 0 <= y < 1 else -x
    return total

class A:
    def g(self) -> int:
        return 2
"""


def test_everything_that_computes_is_changed_and_no_refusal() -> None:
    assert sorted(each.change for each in mutants(SOURCE)) == sorted(
        (
            "x - y  ->  x + y",
            "total += x if 0 <= y < 1 else -x  ->  total -= x if 0 <= y < 1 else -x",
            "x if 0 <= y < 1 else -x  ->  -x if 0 <= y < 1 else x",
            "0 <= y < 1  ->  0 < y < 1",
            "0 <= y < 1  ->  0 <= y <= 1",
            "-x  ->  +x",
            *(f"{number}  ->  {number + step}" for number in (0, 1, 2) for step in (1, -1)),
        )
    )


def test_a_change_affects_those_who_import_the_module_or_their_importers(tmp_path: Path) -> None:
    sources = {
        "a.b": "",
        "a": "from a.b import x",
        "c": "import a.b",
        "d": "from c import y",
        "e": "import f",
        "f": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.b import x",
    }
    found = {name: tmp_path / ("a/__init__.py" if name == "a" else f"{name}.py") for name in sources}
    (tmp_path / "a").mkdir()
    for name, path in found.items():
        path.write_text(sources[name])
    assert distances(found, "a.b") == {"a.b": 0, "a": 1, "c": 1, "d": 2}
    assert distances(found, "f") == {"f": 0, "e": 1}


def test_what_is_promised_on_demand_does_not_make_every_proof_one_that_a_change_affects() -> None:
    found = modules()
    reached = distances(found, "ldproof.chi2.distance")
    assert "ldproof_proofs.chi2.distance.exhaustive" in reached
    assert not [
        each for each in reached if each.startswith(("ldproof_proofs.kernel", "ldproof_proofs.shots"))
    ]


def test_what_is_called_equivalent_is_there() -> None:
    for name, lines in EQUIVALENT.items():
        texts = [each.text for each in mutants(modules()[f"ldproof.{name}"].read_text(encoding="utf-8"))]
        assert all(texts.count(text) >= count for text, (count, _) in lines.items()), name


def test_the_modules_are_there() -> None:
    assert {f"ldproof.{name}" for names in MODULES.values() for name in names} <= modules().keys()


CODE = """
import sys
from tests.drivers.mutation.exchanged import imported
from tests.drivers.mutation.proving import Proofs
from tests.drivers.mutation.reach import SOURCE_ROOTS, modules
from tests.drivers.mutation.trials import Trial, fates

sys.path[:0] = map(str, SOURCE_ROOTS)
proofs = Proofs(imported("ldproof", "ldproof_proofs"), {})
as_it_is = modules()["ldproof.debias"].read_text(encoding="utf-8")
for source, seconds in ((as_it_is, 600), ("1 / 0", 600), ("while True: pass", 1)):
    ((_, why, _),) = fates([Trial("ldproof.debias", source, {}, [], seconds, "a line", "a change")], 1, proofs.run)
    print(why.partition(":")[0] or "survives")
"""


def test_a_module_that_fails_or_does_not_end_is_killed_and_another_survives() -> None:
    # In a process of its own, as a test runner's threads and a fork do not go together.
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["survives", "imports", "ended", "with", "status", "9"]
