"""Small trees to break, and the tree that must be whole."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Grow = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def checkout() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture
def grow(tmp_path: Path) -> Grow:
    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write
