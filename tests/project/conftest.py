"""The checkout, and the environment of programs that tests of the project start."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest


@pytest.fixture
def checkout() -> Path:
    return Path(__file__).parents[2]


def child_environment() -> Mapping[str, str]:
    """Return this process's environment without what a pytest in a child process would take from this run."""
    return {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "LDPROOF_"))}
