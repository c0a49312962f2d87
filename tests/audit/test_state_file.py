"""An audit on the disk: damage is noticed wherever it is, and nobody else's evidence is taken for one's own."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from ldproof.audit import AuditState, Pair, Plan, begin, claim
from ldproof.audit.draw.sampling import draw
from ldproof.audit.draw.sources import Command, Function, Source
from ldproof.audit.state_file import HEAD, NAME, VERSION, about, framed, held, load, save
from ldproof.programs import value
from ldproof.rejections import Reason
from tests.audit.targets import answers
from tests.reference.refusals import refused

SOURCE = Function(f"{answers.__name__}:leaning", {})


def plan(
    name: str = "black-box",
    alpha: str = "1/20",
    pair: Pair = Pair(0, 1),  # noqa: B008  (immutable)
    most: int = 1000,
    **parameters: str,
) -> Plan:
    return Plan(claim(name, parameters or {"epsilon": "1/2"}), (pair,), Fraction(alpha), most)


def course() -> AuditState:
    found = begin(plan())
    return found.after(draw(SOURCE, found.draws(), seed=b"a seed"))


COURSE = course()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an audit is saved."""
    path = tmp_path / "audit"
    save(path, about(plan(), SOURCE), COURSE)
    return path


def test_what_is_saved_is_what_is_loaded(path: Path) -> None:
    assert load(path, about(plan(), SOURCE), plan()) == COURSE
    assert load(path.with_name("nothing"), about(plan(), SOURCE), plan()) is None
    assert [each.name for each in path.parent.iterdir()] == ["audit"]


def test_inputs_may_be_objects(path: Path) -> None:
    asked = Plan(claim("black-box", {"epsilon": "1"}), (Pair(value({"a": [1]}), None),), Fraction(1, 20), 500)
    source = Function(f"{answers.__name__}:leaning", {})
    assert json.loads(about(asked, source)["pairs"]) == [[{"a": [1]}, None]]
    save(path, about(asked, source), begin(asked))
    assert load(path, about(asked, source), asked) == begin(asked)


def test_one_may_go_on_for_longer(path: Path) -> None:
    found = load(path, about(plan(most=5000), SOURCE), plan(most=5000))
    assert found is not None
    assert found.plan.most == 5000
    assert found.kept() == COURSE.kept()


def test_every_byte_matters(path: Path) -> None:
    content = path.read_bytes()
    assert len(content) > 1000
    asked, named = plan(), about(plan(), SOURCE)
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with refused(Reason.DAMAGED_STATE) as caught:
            load(path, named, asked)
        assert str(path) in caught.value.what


def test_every_bit_of_the_first_line_matters(path: Path) -> None:
    content = path.read_bytes()
    asked, named = plan(), about(plan(), SOURCE)
    for place in range(content.index(b"\n") + 1):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[place] ^= 1 << bit
            path.write_bytes(damaged)
            other = place == len(HEAD) - 1 and damaged[place] in b"0123456789"
            with refused(Reason.WRONG_VERSION if other else Reason.DAMAGED_STATE):
                load(path, named, asked)


@pytest.mark.parametrize("version", [2, 4, 5, 7, 10**8])
def test_a_state_of_another_version_says_so(version: int, path: Path) -> None:
    content = path.read_bytes().replace(HEAD.encode(), f"{NAME} {version}".encode(), 1)
    path.write_bytes(content)
    with refused(Reason.WRONG_VERSION) as caught:
        load(path, about(plan(), SOURCE), plan())
    assert f"version {version}," in caught.value.what
    assert f"version {VERSION}," in caught.value.accepted
    assert path.read_bytes() == content


@pytest.mark.parametrize("epsilon", [str(10**9), str(10**3000), "21"])
def test_a_hostile_exponent_is_refused_at_once(epsilon: str, path: Path) -> None:
    """Nobody raises e to that power."""
    saved = json.loads(path.read_bytes().partition(b"\n")[2])
    saved["state"]["bets"]["ladder"]["epsilons"][-1] = epsilon
    path.write_bytes(framed(json.dumps(saved).encode()))
    began = process_time()
    with refused(Reason.DAMAGED_STATE):
        load(path, about(plan(), SOURCE), plan())
    assert process_time() - began < 5


def test_a_file_that_was_cut_or_went_on_is_damaged(path: Path) -> None:
    content = path.read_bytes()
    for size in (0, 1, len(HEAD), content.index(b"\n"), content.index(b"\n") + 1, len(content) - 1):
        path.write_bytes(content[:size])
        with refused(Reason.DAMAGED_STATE):
            load(path, about(plan(), SOURCE), plan())
    for more in (b"\n", b" ", b"\0", content):
        path.write_bytes(content + more)
        with refused(Reason.DAMAGED_STATE):
            load(path, about(plan(), SOURCE), plan())


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b"[" * 10**5, b"\xff", b'{"version": 2, "parameters": 7, "state": {}}']
)
def test_what_nobody_saved_is_damaged_even_if_its_hash_is_right(path: Path, body: bytes) -> None:
    path.write_bytes(framed(body))
    with refused(Reason.DAMAGED_STATE):
        load(path, about(plan(), SOURCE), plan())


def test_a_course_that_is_none_is_damaged(path: Path) -> None:
    saved = json.loads(path.read_bytes().partition(b"\n")[2])
    for name in saved["state"]:
        damaged = {**saved, "state": {**saved["state"], name: {"nothing": 0}}}
        path.write_bytes(framed(json.dumps(damaged).encode()))
        with refused(Reason.DAMAGED_STATE):
            load(path, about(plan(), SOURCE), plan())


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
        load(path, about(asked, source), asked)
    assert f"its {named} is" in caught.value.what


def test_a_program_that_has_changed_is_another_one(path: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = Command((str(program),), "black-box", {})
    program.write_text("one", encoding="utf-8")
    save(path, about(plan(), source), COURSE)
    assert load(path, about(plan(), source), plan()) == COURSE
    program.write_text("other", encoding="utf-8")
    with refused(Reason.FOREIGN_STATE):
        load(path, about(plan(), source), plan())


def test_a_place_that_is_no_file_is_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    for place in (tmp_path, Path(os.devnull)):
        with refused(Reason.NO_SUCH_PLACE):
            load(place, about(plan(), SOURCE), plan())
    assert not Path(os.devnull).is_file()
    nowhere = tmp_path / "nowhere" / "audit"
    with refused(Reason.NO_SUCH_PLACE):
        save(nowhere, about(plan(), SOURCE), COURSE)
    with refused(Reason.NO_SUCH_PLACE), held(nowhere):
        pytest.fail("there is no such folder")


def test_what_was_saved_stays_until_the_next_is_on_the_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, refused(Reason.NO_SUCH_PLACE) as caught:
        patched.setattr(os, "fsync", full)
        save(path, about(plan(), SOURCE), begin(plan()))
    assert "No space left" in caught.value.what
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["audit"]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            save(path, about(plan(), SOURCE), begin(plan()))
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["audit"]
    save(path, about(plan(), SOURCE), begin(plan()))
    assert load(path, about(plan(), SOURCE), plan()) == begin(plan())


def test_a_link_stays_a_link(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    save(link, about(plan(), SOURCE), begin(plan()))
    assert link.is_symlink()
    assert load(path, about(plan(), SOURCE), plan()) == begin(plan())
    with held(link), refused(Reason.IN_USE), held(path):
        pytest.fail("it is held")


def test_one_auditor_at_a_time(path: Path) -> None:
    with held(path):
        with refused(Reason.IN_USE) as caught, held(path):
            pytest.fail("it is held")
        assert str(path) in caught.value.what
        with held(path.with_name("another")):
            pass
    with held(path):
        pass
    assert [each.name for each in path.parent.iterdir()] == ["audit"]


HOLDER = """
import sys
from pathlib import Path
from time import process_time
from ldproof.audit.state_file import held

with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_also_among_processes_and_also_if_they_are_killed(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with refused(Reason.IN_USE), held(path):
            pytest.fail("it is held")
        holder.kill()
        holder.wait()
        with held(path):
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
    with held(path):
        assert times == 2
        assert lock.exists()
