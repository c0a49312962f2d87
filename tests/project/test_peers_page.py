"""The page's table: every target is in it with what it truly amounts to, and the page's counts are the table's."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.drivers.peers import __main__ as peers
from tests.drivers.peers import environments
from tests.drivers.peers.audits import Row
from tests.drivers.peers.environments import Library, Missing, NothingHere, make
from tests.drivers.peers.libraries import LIBRARIES, targets
from tests.drivers.peers.page import merged, page, table, told
from tests.drivers.peers.writing import key, shortly


def wanted() -> Iterator[tuple[tuple[str, ...], str, Row]]:
    """Every audit that there is to be, as if nothing had been noticed in it."""
    for library in LIBRARIES.values():
        for each in targets(library):
            for epsilon in each.epsilons:
                row = Row(
                    library.package,
                    library.version,
                    each.randomizer,
                    dict(each.parameters),
                    each.promise,
                    epsilon,
                    each.delta,
                    each.one,
                    each.other,
                    pairs=0,
                    violated=False,
                    together=False,
                    bound=None,
                    truth=each.truth(float(epsilon)) if each.truth else None,
                    event="",
                    command="",
                )
                yield key(row), epsilon, row


def test_every_target_is_there_with_its_truth() -> None:
    found = {(each.key, each.epsilon): each.truth for each in told()}
    assert found == {(key, epsilon): shortly(row).partition("; ")[2] for key, epsilon, row in wanted()}


def test_the_counts_are_those_of_the_table() -> None:
    broken = {(key, epsilon) for key, epsilon, row in wanted() if row.expected}
    seen = {(each.key, each.epsilon) for each in told() if each.violated}
    assert seen <= broken, "nothing is called violated that is not"
    assert f"{len(told())} audits, {len(seen)} violations" in page()
    assert (
        f"Of the {len(broken)} audits of what is, {len(seen)} say so. The other {len(broken - seen)}"
        in " ".join(page().split())
    )


def test_the_page_with_nothing_new_is_the_page() -> None:
    assert merged(page(), []) == page()


def test_what_is_found_later_is_brought_into_the_table(rows: dict[bool, Row]) -> None:
    """A verdict in the line that there is, and a line that is new after the last one of its library."""
    changed = replace(rows[False], violated=True, bound=7.5, pairs=321)
    new = replace(rows[True], randomizer="a | b", epsilon="3", delta="0.25", violated=False)
    before, after = table(page()), table(merged(page(), [changed, new]))
    assert after[key(changed)][changed.epsilon].startswith("**violated** in 321: 7.5 or more")
    assert after[key(new)] == {"0.5": "", "1": "", "3": shortly(new)}
    assert "delta=0.25" in " ".join(key(new))
    ours = [each for each in after if each[0] == key(new)[0]]
    assert ours[-1] == key(new)
    assert [each for each in after if each != key(new)] == [*before]
    kept = {each: texts for each, texts in after.items() if each not in (key(new), key(changed))}
    assert all(before[each] == texts for each, texts in kept.items())
    audits = len(told()) + 1, sum(each.violated for each in told()) + 1
    assert "{} audits, {} violations".format(*audits) in merged(page(), [changed, new])


@pytest.fixture
def rows() -> dict[bool, Row]:
    """An audit of the table that is violated, and one that is not."""
    verdicts = {(each.key, each.epsilon): each.violated for each in told()}
    return {
        verdicts[key, epsilon]: replace(row, violated=verdicts[key, epsilon])
        for key, epsilon, row in wanted()
    }


@pytest.mark.parametrize("changed", [None, True, False])
def test_what_is_held_against_the_table(
    changed: bool | None,
    rows: dict[bool, Row],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A verdict that has changed either way ends in a failure; one that is as it was does not."""
    if changed is not None:
        rows[changed] = replace(rows[changed], violated=not changed)
    monkeypatch.setattr(peers, "audits", lambda *_: iter(rows.values()))
    monkeypatch.setattr(sys, "argv", ["peers", "opendp", "--page"])
    assert peers.main() == (changed is not None)
    assert capsys.readouterr().out.count("the page says otherwise") == (changed is not None)


def test_an_audit_that_is_not_in_the_table_differs(
    rows: dict[bool, Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "audits", lambda *_: iter([replace(rows[False], epsilon="2")]))
    monkeypatch.setattr(sys, "argv", ["peers", "opendp", "--page"])
    assert peers.main() == 1


def test_what_no_registry_has_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where all is asked for, or there is a registry and the pins are wrong, it is a failure."""
    for kind, options, status in (
        (NothingHere, ("--page",), 0),
        (NothingHere, (), 1),
        (Missing, ("--page",), 1),
    ):

        def make(library: Library, kind: type[Missing] = kind) -> None:
            raise kind(f"no environment for {library.package}: nobody answers")

        monkeypatch.setattr(peers, "make", make)
        monkeypatch.setattr(sys, "argv", ["peers", "opendp", *options])
        assert peers.main() == status
        said = capsys.readouterr()
        assert ("skipped: no environment for opendp: nobody answers" in said.out) == (not status)


def test_a_wrong_pin_is_not_taken_for_no_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry, folder = tmp_path / "registry", tmp_path / "tiny"
    registry.mkdir()
    folder.mkdir()
    monkeypatch.setattr(environments, "HERE", tmp_path)
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(environments, "interpreter", lambda: sys.executable)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(registry))
    (folder / "requirements.txt").write_text("tiny==2\n")
    with pytest.raises(NothingHere, match=r"no environment for tiny: .*tiny==2"):
        make(Library("tiny", "tiny"))
    with ZipFile(registry / "tiny-1-py3-none-any.whl", "w") as wheel:
        about = "tiny-1.dist-info"
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    with pytest.raises(Missing, match=r"no environment for tiny: .*tiny==2") as wrong:
        make(Library("tiny", "tiny"))
    assert not isinstance(wrong.value, NothingHere)
    (folder / "requirements.txt").write_text("tiny==1\n")
    make(Library("tiny", "tiny"))


def test_nothing_to_audit_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "make", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["peers", "opendp", "--only", "no such randomizer"])
    assert peers.main() == 1
