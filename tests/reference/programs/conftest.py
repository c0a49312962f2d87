"""A crowd to watch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reference.programs.children import Crowd


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    crowd = Crowd(tmp_path / "crowd")
    yield crowd
    crowd.leave()
