"""The file of an audit: every damage is detected, and the evidence of another audit is refused."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from time import process_time
from unittest.mock import Mock

import pytest

from ldproof.auditor import AuditPlan, Pair, begin_audit, parse_claim
from ldproof.auditor.draw.executor import draw_samples
from ldproof.auditor.draw.sources import CommandSource, FunctionSource, Source
from ldproof.auditor.state_file import (
    HEAD,
    NAME,
    VERSION,
    add_checksum,
    audit_identity,
    load_audit,
    lock_file,
    save_audit,
)
from ldproof.errors import Reason
from ldproof.programs import parse_value
from tests.audit.targets import answers
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

SOURCE = FunctionSource(f"{answers.__name__}:leaning", {})


def make_plan(
    name: str = "black-box",
    alpha: str = "1/20",
    pair: Pair = Pair(0, 1),  # noqa: B008  (immutable)
    most: int = 1000,
    **parameters: str,
) -> AuditPlan:
    return AuditPlan(parse_claim(name, parameters or {"epsilon": "1/2"}), (pair,), Fraction(alpha), most)


FIRST_DRAW = begin_audit(make_plan()).next_draw()
assert FIRST_DRAW is not None
COURSE = begin_audit(make_plan()).after_draw(draw_samples(SOURCE, FIRST_DRAW, seed=b"a seed"))


@pytest.fixture
def state_path(tmp_path: Path) -> Path:
    """Return the path of a saved audit."""
    path = tmp_path / "audit"
    save_audit(path, audit_identity(make_plan(), SOURCE), COURSE)
    return path


def test_loaded_audit_equals_the_saved_one(state_path: Path) -> None:
    assert load_audit(state_path, audit_identity(make_plan(), SOURCE), make_plan()) == COURSE
    assert (
        load_audit(state_path.with_name("nothing"), audit_identity(make_plan(), SOURCE), make_plan()) is None
    )
    assert [each.name for each in state_path.parent.iterdir()] == ["audit"]


def test_limit_may_grow_and_inputs_may_be_objects(state_path: Path) -> None:
    found = load_audit(state_path, audit_identity(make_plan(most=5000), SOURCE), make_plan(most=5000))
    assert found is not None
    assert found.plan.most == 5000
    assert found.saved_part() == COURSE.saved_part()
    asked = AuditPlan(
        parse_claim("black-box", {"epsilon": "1"}),
        (Pair(parse_value({"a": [1]}), None),),
        Fraction(1, 20),
        500,
    )
    assert json.loads(audit_identity(asked, SOURCE)["pairs"]) == [[{"a": [1]}, None]]
    save_audit(state_path, audit_identity(asked, SOURCE), begin_audit(asked))
    assert load_audit(state_path, audit_identity(asked, SOURCE), asked) == begin_audit(asked)


@slow
def test_changed_byte_is_detected(state_path: Path) -> None:
    content, asked, named = state_path.read_bytes(), make_plan(), audit_identity(make_plan(), SOURCE)
    head = content.index(b"\n") + 1
    assert len(content) > 1000
    bits = [(place, place % 8) for place in range(head, len(content), 1 if run_everything() else 23)]
    for place, bit in (*product(range(head), range(8)), *bits):
        damaged = bytearray(content)
        damaged[place] ^= 1 << bit
        state_path.write_bytes(damaged)
        other = len(NAME) < place < len(HEAD) and damaged[place] in b"0123456789"
        with refused(Reason.WRONG_VERSION if other else Reason.DAMAGED_STATE) as caught:
            load_audit(state_path, named, asked)
        assert str(state_path) in caught.value.what


def test_state_of_another_version_is_refused_by_its_version(state_path: Path) -> None:
    saved = state_path.read_bytes()
    for version in (2, 4, 5, 6, 10**8):
        content = saved.replace(HEAD.encode(), f"{NAME} {version}".encode(), 1)
        state_path.write_bytes(content)
        with refused(Reason.WRONG_VERSION) as caught:
            load_audit(state_path, audit_identity(make_plan(), SOURCE), make_plan())
        assert f"version {version}," in caught.value.what
        assert f"version {VERSION}," in caught.value.accepted
        assert state_path.read_bytes() == content


def test_truncated_extended_and_forged_files_are_refused(state_path: Path) -> None:
    """Also if the hash is right. A huge exponent is refused at once, without computing its power."""
    content = state_path.read_bytes()
    ends = (0, 1, len(HEAD), content.index(b"\n"), content.index(b"\n") + 1, len(content) - 1)
    bodies = [b"", b"[]", b"{}", b"[" * 10**5, b"\xff", b'{"version": 2, "parameters": 7, "state": {}}']
    saved = json.loads(content.partition(b"\n")[2])
    for name in saved["state"]:
        wrong = {**saved, "state": {**saved["state"], name: {"nothing": 0}}}
        bodies.append(json.dumps(wrong).encode())
    for epsilon in (str(10**9), str(10**3000), "21"):
        saved["state"]["bets"]["ladder"]["epsilons"][-1] = epsilon
        bodies.append(json.dumps(saved).encode())
    cut, longer = [content[:end] for end in ends], [content + more for more in (b"\n", b" ", b"\0", content)]
    began = process_time()
    for damaged in (*cut, *longer, *map(add_checksum, bodies)):
        state_path.write_bytes(damaged)
        with refused(Reason.DAMAGED_STATE):
            load_audit(state_path, audit_identity(make_plan(), SOURCE), make_plan())
    assert process_time() - began < 5


@pytest.mark.parametrize(
    ("asked", "source", "named"),
    [
        (make_plan(alpha="1/21"), SOURCE, "alpha"),
        (make_plan(epsilon="1/3"), SOURCE, "parameters"),
        (make_plan(epsilon="1/2", T="7"), SOURCE, "parameters"),
        (make_plan(pair=Pair(1, 0)), SOURCE, "pairs"),
        (make_plan(pair=Pair(False, 1)), SOURCE, "pairs"),  # noqa: FBT003  (an input)
        (make_plan("shots.report", pair=Pair("0", "1"), T="1", m="1", epsilon="1/2"), SOURCE, "claim"),
        (make_plan(), FunctionSource(f"{answers.__name__}:fair", {}), "source"),
        (make_plan(), CommandSource(("python",), "black-box", {}), "source"),
    ],
)
def test_state_of_another_audit_is_refused(
    state_path: Path, asked: AuditPlan, source: Source, named: str
) -> None:
    with refused(Reason.FOREIGN_STATE) as caught:
        load_audit(state_path, audit_identity(asked, source), asked)
    what = caught.value.what
    assert f"its {named} is" in what
    there, _, here = what.partition(f"its {named} is ")[2].partition(", here ")
    assert there != here


def test_state_of_a_changed_program_is_refused(state_path: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = CommandSource((str(program),), "black-box", {})
    program.write_text("one", encoding="utf-8")
    save_audit(state_path, audit_identity(make_plan(), source), COURSE)
    assert load_audit(state_path, audit_identity(make_plan(), source), make_plan()) == COURSE
    program.write_text("other", encoding="utf-8")
    with refused(Reason.FOREIGN_STATE):
        load_audit(state_path, audit_identity(make_plan(), source), make_plan())


def test_path_that_is_no_file_is_refused_and_unchanged(state_path: Path, tmp_path: Path) -> None:
    for place in (tmp_path, Path(os.devnull)):
        with refused(Reason.NO_SUCH_PLACE):
            load_audit(place, audit_identity(make_plan(), SOURCE), make_plan())
    assert not Path(os.devnull).is_file()
    nowhere = tmp_path / "nowhere" / "audit"
    with refused(Reason.NO_SUCH_PLACE):
        save_audit(nowhere, audit_identity(make_plan(), SOURCE), COURSE)
    with refused(Reason.NO_SUCH_PLACE), lock_file(nowhere):
        pytest.fail("there is no such folder")


def test_old_state_stays_until_the_new_one_is_written(
    state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = state_path.read_bytes()
    sync = Mock(side_effect=[OSError(28, "No space left on device"), KeyboardInterrupt()])
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sync)
        with refused(Reason.NO_SUCH_PLACE) as caught:
            save_audit(state_path, audit_identity(make_plan(), SOURCE), begin_audit(make_plan()))
        assert "No space left" in caught.value.what
        with pytest.raises(KeyboardInterrupt):
            save_audit(state_path, audit_identity(make_plan(), SOURCE), begin_audit(make_plan()))
    assert state_path.read_bytes() == content
    assert [each.name for each in state_path.parent.iterdir()] == ["audit"]
    save_audit(state_path, audit_identity(make_plan(), SOURCE), begin_audit(make_plan()))
    assert load_audit(state_path, audit_identity(make_plan(), SOURCE), make_plan()) == begin_audit(
        make_plan()
    )


def test_symbolic_link_is_kept(state_path: Path) -> None:
    link = state_path.with_name("link")
    link.symlink_to(state_path)
    save_audit(link, audit_identity(make_plan(), SOURCE), begin_audit(make_plan()))
    assert link.is_symlink()
    assert load_audit(state_path, audit_identity(make_plan(), SOURCE), make_plan()) == begin_audit(
        make_plan()
    )
    with lock_file(link), refused(Reason.IN_USE), lock_file(state_path):
        pytest.fail("it is held")


def test_lock_admits_one_audit(state_path: Path) -> None:
    with lock_file(state_path):
        with refused(Reason.IN_USE) as caught, lock_file(state_path):
            pytest.fail("it is held")
        assert str(state_path) in caught.value.what
        with lock_file(state_path.with_name("another")):
            pass
    with lock_file(state_path):
        pass
    assert [each.name for each in state_path.parent.iterdir()] == ["audit"]


HOLDER = """
import sys
from pathlib import Path
from ldproof.auditor.state_file import lock_file as held

with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_lock_holds_between_processes_and_ends_with_them(state_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(state_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with refused(Reason.IN_USE), lock_file(state_path):
            pytest.fail("it is held")
        holder.kill()
        holder.wait()
        with lock_file(state_path):
            pass


def test_removed_lock_is_not_held(state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening and locking, its owner may remove the file, and a third process may create another."""
    lock = state_path.with_name("audit.lock")
    times = 0
    samestat = os.path.samestat

    def replaced(one: os.stat_result, other: os.stat_result) -> bool:
        nonlocal times
        times += 1
        if times == 1:
            lock.unlink()
            lock.touch()
            return samestat(one, lock.stat())
        return samestat(one, other)

    monkeypatch.setattr(os.path, "samestat", replaced)
    with lock_file(state_path):
        assert times == 2
        assert lock.exists()
