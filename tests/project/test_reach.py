"""The run on the built wheel notices when it could import the sources instead."""

from pathlib import Path

from tests.reach import sources_in_reach


def test_sources_in_reach_are_named(tmp_path: Path) -> None:
    places = [
        "",
        str(tmp_path),
        str(tmp_path / "reference"),
        str(tmp_path / "proofs/ldproof_proofs/__init__.py"),
    ]
    assert sources_in_reach(tmp_path, places) == [
        tmp_path / "reference",
        tmp_path / "proofs/ldproof_proofs/__init__.py",
    ]


def test_an_installed_wheel_is_left_alone(tmp_path: Path) -> None:
    site = tmp_path / ".venv-wheel/lib/site-packages"
    assert sources_in_reach(tmp_path, [str(site), str(site / "ldproof/__init__.py")]) == []
