"""An audit on the disk: damage is noticed wherever it is, and nobody else's evidence is taken for one's own."""

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

from ldproof.audit import Pair, Plan, begin, parse_claim
from ldproof.audit.draw.sampling import draw_samples
from ldproof.audit.draw.sources import Command, Function, Source
from ldproof.audit.state_file import (
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
from tests.tiers import run_everything

SOURCE = Function(f"{answers.__name__}:leaning", {})


def plan(
    name: str = "black-box",
    alpha: str = "1/20",
    pair: Pair = Pair(0, 1),  # noqa: B008  (immutable)
    most: int = 1000,
    **parameters: str,
) -> Plan:
    return Plan(parse_claim(name, parameters or {"epsilon": "1/2"}), (pair,), Fraction(alpha), most)


COURSE = begin(plan()).after(draw_samples(SOURCE, begin(plan()).draws(), seed=b"a seed"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an audit is saved."""
    path = tmp_path / "audit"
    save_audit(path, audit_identity(plan(), SOURCE), COURSE)
    return path


def test_what_is_saved_is_what_is_loaded(path: Path) -> None:
    assert load_audit(path, audit_identity(plan(), SOURCE), plan()) == COURSE
    assert load_audit(path.with_name("nothing"), audit_identity(plan(), SOURCE), plan()) is None
    assert [each.name for each in path.parent.iterdir()] == ["audit"]


def test_one_may_go_on_for_longer_and_inputs_may_be_objects(path: Path) -> None:
    found = load_audit(path, audit_identity(plan(most=5000), SOURCE), plan(most=5000))
    assert found is not None
    assert found.plan.most == 5000
    assert found.kept() == COURSE.kept()
    asked = Plan(
        parse_claim("black-box", {"epsilon": "1"}),
        (Pair(parse_value({"a": [1]}), None),),
        Fraction(1, 20),
        500,
    )
    assert json.loads(audit_identity(asked, SOURCE)["pairs"]) == [[{"a": [1]}, None]]
    save_audit(path, audit_identity(asked, SOURCE), begin(asked))
    assert load_audit(path, audit_identity(asked, SOURCE), asked) == begin(asked)


def test_every_byte_and_every_bit_of_the_first_line_matter(path: Path) -> None:
    content, asked, named = path.read_bytes(), plan(), audit_identity(plan(), SOURCE)
    head = content.index(b"\n") + 1
    assert len(content) > 1000
    bits = [(place, place % 8) for place in range(head, len(content), 1 if run_everything() else 23)]
    for place, bit in (*product(range(head), range(8)), *bits):
        damaged = bytearray(content)
        damaged[place] ^= 1 << bit
        path.write_bytes(damaged)
        other = place == len(HEAD) - 1 and damaged[place] in b"0123456789"
        with refused(Reason.WRONG_VERSION if other else Reason.DAMAGED_STATE) as caught:
            load_audit(path, named, asked)
        assert str(path) in caught.value.what


def test_a_state_of_another_version_says_so(path: Path) -> None:
    saved = path.read_bytes()
    for version in (2, 4, 5, 7, 10**8):
        content = saved.replace(HEAD.encode(), f"{NAME} {version}".encode(), 1)
        path.write_bytes(content)
        with refused(Reason.WRONG_VERSION) as caught:
            load_audit(path, audit_identity(plan(), SOURCE), plan())
        assert f"version {version}," in caught.value.what
        assert f"version {VERSION}," in caught.value.accepted
        assert path.read_bytes() == content


def test_a_file_that_was_cut_or_went_on_is_damaged_and_one_that_nobody_saved(path: Path) -> None:
    """Even if its hash is right; a hostile exponent at once, as nobody raises e to that power."""
    content = path.read_bytes()
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
        path.write_bytes(damaged)
        with refused(Reason.DAMAGED_STATE):
            load_audit(path, audit_identity(plan(), SOURCE), plan())
    assert process_time() - began < 5


@pytest.mark.parametrize(
    ("asked", "source", "named"),
    [
        (plan(alpha="1/21"), SOURCE, "alpha"),
        (plan(epsilon="1/3"), SOURCE, "parameters"),
        (plan(epsilon="1/2", T="7"), SOURCE, "parameters"),
        (plan(pair=Pair(1, 0)), SOURCE, "pairs"),
        (plan(pair=Pair(False, 1)), SOURCE, "pairs"),  # noqa: FBT003  (an input)
        (plan("shots.report", pair=Pair("0", "1"), T="1", m="1", epsilon="1/2"), SOURCE, "claim"),
        (plan(), Function(f"{answers.__name__}:fair", {}), "source"),
        (plan(), Command(("python",), "black-box", {}), "source"),
    ],
)
def test_another_audit_is_not_taken_for_this_one(path: Path, asked: Plan, source: Source, named: str) -> None:
    with refused(Reason.FOREIGN_STATE) as caught:
        load_audit(path, audit_identity(asked, source), asked)
    assert f"its {named} is" in caught.value.what


def test_a_program_that_has_changed_is_another_one(path: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = Command((str(program),), "black-box", {})
    program.write_text("one", encoding="utf-8")
    save_audit(path, audit_identity(plan(), source), COURSE)
    assert load_audit(path, audit_identity(plan(), source), plan()) == COURSE
    program.write_text("other", encoding="utf-8")
    with refused(Reason.FOREIGN_STATE):
        load_audit(path, audit_identity(plan(), source), plan())


def test_a_place_that_is_no_file_is_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    for place in (tmp_path, Path(os.devnull)):
        with refused(Reason.NO_SUCH_PLACE):
            load_audit(place, audit_identity(plan(), SOURCE), plan())
    assert not Path(os.devnull).is_file()
    nowhere = tmp_path / "nowhere" / "audit"
    with refused(Reason.NO_SUCH_PLACE):
        save_audit(nowhere, audit_identity(plan(), SOURCE), COURSE)
    with refused(Reason.NO_SUCH_PLACE), lock_file(nowhere):
        pytest.fail("there is no such folder")


def test_what_was_saved_stays_until_the_next_is_on_the_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path.read_bytes()
    sync = Mock(side_effect=[OSError(28, "No space left on device"), KeyboardInterrupt()])
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sync)
        with refused(Reason.NO_SUCH_PLACE) as caught:
            save_audit(path, audit_identity(plan(), SOURCE), begin(plan()))
        assert "No space left" in caught.value.what
        with pytest.raises(KeyboardInterrupt):
            save_audit(path, audit_identity(plan(), SOURCE), begin(plan()))
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["audit"]
    save_audit(path, audit_identity(plan(), SOURCE), begin(plan()))
    assert load_audit(path, audit_identity(plan(), SOURCE), plan()) == begin(plan())


def test_a_link_stays_a_link(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    save_audit(link, audit_identity(plan(), SOURCE), begin(plan()))
    assert link.is_symlink()
    assert load_audit(path, audit_identity(plan(), SOURCE), plan()) == begin(plan())
    with lock_file(link), refused(Reason.IN_USE), lock_file(path):
        pytest.fail("it is held")


def test_one_auditor_at_a_time(path: Path) -> None:
    with lock_file(path):
        with refused(Reason.IN_USE) as caught, lock_file(path):
            pytest.fail("it is held")
        assert str(path) in caught.value.what
        with lock_file(path.with_name("another")):
            pass
    with lock_file(path):
        pass
    assert [each.name for each in path.parent.iterdir()] == ["audit"]


HOLDER = """
import sys
from pathlib import Path
from ldproof.audit.state_file import lock_file as held

with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_also_among_processes_and_also_if_they_are_killed(path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with refused(Reason.IN_USE), lock_file(path):
            pytest.fail("it is held")
        holder.kill()
        holder.wait()
        with lock_file(path):
            pass


def test_a_lock_that_was_just_removed_is_no_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening a lock and locking it, whoever had it may remove it, and a third may have made another."""
    lock = path.with_name("audit.lock")
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
    with lock_file(path):
        assert times == 2
        assert lock.exists()
