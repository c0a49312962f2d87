"""The alpha of a session: never exceeded, whatever audits run, in whatever order and workers."""

import json
from fcntl import LOCK_EX, LOCK_NB, flock
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.testing.sharing import (
    LEDGER,
    EqualSharing,
    StoredSharing,
    hold_lock,
    session_sharing,
    telescoping_share,
)
from tests.reference.refusals import refused

ALPHA = Fraction(1, 10**6)
NAMES = "abcdef"


def test_telescoping_sum_stays_below_1() -> None:
    sums = Fraction(0)
    for number in range(1, 1001):
        sums += telescoping_share(number)
        assert sums == Fraction(number, number + 1)


def test_shares_of_a_session_add_up_to_its_alpha() -> None:
    """Of five hundred audits in a test each, all in one, or some in each, too."""
    for tests, runs in product((1, 2, 500), (1, 3)):
        names = frozenset(map(str, range(tests)))
        shared = EqualSharing(ALPHA, names, runs)
        assert sum(shared.share_of_test(each) for each in names) * runs == ALPHA
        with refused(Reason.MISSING):
            shared.share_of_test("another")
    for tests, audits in ((500, 1), (1, 500), (50, 10)):
        share = EqualSharing(ALPHA, frozenset(map(str, range(tests)))).share_of_test("0")
        spent = tests * sum(share * telescoping_share(number) for number in range(1, audits + 1))
        assert ALPHA / 2 <= spent < ALPHA


sessions = st.lists(
    st.tuples(
        st.sets(st.sampled_from(NAMES), min_size=1),
        st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 3), st.sampled_from(("x", "y", None)))),
    ),
    min_size=1,
    max_size=6,
)


@given(sessions)
def test_all_sessions_together_keep_it(
    course: list[tuple[set[str], list[tuple[str, int, str | None]]]],
) -> None:
    """Whatever subsets of tests are run, however often, and whatever changes: each audit that was begun is paid for once."""
    with TemporaryDirectory() as folder:
        begun: dict[tuple[str, int, int], Fraction] = {}
        for tests, audits in course:
            shared = StoredSharing(ALPHA, frozenset(tests), Path(folder))
            for test, number, identity in audits:
                if test not in tests:
                    continue
                version, file = shared.claim_version(test, number, identity, goes_on=True)
                file.touch()
                alpha = shared.share_of_test(test) * telescoping_share(number) * telescoping_share(version)
                assert begun.setdefault((test, number, version), alpha) == alpha
        assert sum(begun.values()) < ALPHA


def test_known_tests_keep_their_share(tmp_path: Path) -> None:
    first = StoredSharing(ALPHA, frozenset("ab"), tmp_path)
    assert [first.share_of_test(each) for each in "ab"] == [ALPHA / 4] * 2
    second = StoredSharing(ALPHA, frozenset("bcd"), tmp_path)
    assert [second.share_of_test(each) for each in "bcd"] == [ALPHA / 4, ALPHA / 12, ALPHA / 12]
    assert first.share_of_test("a") == ALPHA / 4
    with refused(Reason.MISSING):
        second.share_of_test("a")


def test_changed_audits_begin_a_version(tmp_path: Path) -> None:
    """The same goes on; what has changed, what cannot be told again and what was lost begins anew."""
    shared = StoredSharing(ALPHA, frozenset("a"), tmp_path)

    def version(identity: str | None, *, goes_on: bool = True, saved: bool = True) -> int:
        number, file = shared.claim_version("a", 1, identity, goes_on=goes_on)
        if saved:
            file.touch()
        return number

    assert [version("x"), version("x"), version("y"), version("x")] == [1, 1, 2, 3]
    assert [version("x", saved=False), version("z", saved=False), version("z")] == [3, 4, 5]
    assert [version(None), version(None)] == [6, 7]
    assert [version("t", goes_on=False, saved=False), version("t", goes_on=False, saved=False)] == [8, 8]
    assert shared.claim_version("a", 2, "x", goes_on=True)[0] == 1


def test_ledger_can_be_read_and_is_of_one_alpha(tmp_path: Path) -> None:
    """One that is damaged is refused."""
    StoredSharing(ALPHA, frozenset("ab"), tmp_path).share_of_test("a")
    ledger = tmp_path / LEDGER
    assert json.loads(ledger.read_text(encoding="utf-8")) == {"alpha": "1/1000000", "tests": [["a", "b"]]}
    with refused(Reason.FOREIGN_STATE):
        StoredSharing(ALPHA / 2, frozenset("a"), tmp_path).share_of_test("a")
    tests = '"tests": [["a"]]'
    for content in (
        *("", "{", "[]", f"{{{tests}}}", '{"alpha": "1/1000000", "tests": 3}'),
        f'{{"alpha": "2/2000000", {tests}}}',
        f'{{"alpha": "1/1000000", {tests}, "more": 1}}',
    ):
        ledger.write_text(content, encoding="utf-8")
        with refused(Reason.DAMAGED_STATE):
            StoredSharing(ALPHA, frozenset("a"), tmp_path).share_of_test("a")


def test_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    place = tmp_path / "lock"
    with hold_lock(place), place.open() as other, pytest.raises(BlockingIOError):
        flock(other, LOCK_EX | LOCK_NB)
    with place.open() as other:
        flock(other, LOCK_EX | LOCK_NB)


def test_session_shares_equally_or_keeps(tmp_path: Path) -> None:
    tests = frozenset("a")
    assert session_sharing("1e-6", tests, None, 2) == EqualSharing(ALPHA, tests, 2)
    folder = tmp_path / "deep" / "down"
    assert {session_sharing("1e-6", tests, str(folder), runs) for runs in (1, 2)} == {
        StoredSharing(ALPHA, tests, folder)
    }
    (tmp_path / "file").touch()
    for alpha, place, runs, reason in (
        ("0", None, 1, Reason.OUT_OF_RANGE),
        ("x", None, 1, Reason.NOT_A_NUMBER),
        ("1e-6", str(tmp_path / "file"), 1, Reason.NO_SUCH_PLACE),
    ):
        with refused(reason):
            session_sharing(alpha, tests, place, runs)
