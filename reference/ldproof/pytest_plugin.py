"""The pytest plugin: options and one fixture. Nothing of the rest is imported before one of them is used."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ldproof.testing.session import SessionAuditor

ALPHA = "1e-6"
EACH = "ldproof_each"
"""The key under which a worker finds how many workers run every test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a session: its alpha, the folder of its evidence, and its seed."""
    group = parser.getgroup("ldproof", "audits of differential privacy")
    group.addoption(
        "--ldproof-alpha",
        metavar="ALPHA",
        default=ALPHA,
        help="How probably any audit of this session fails by chance; all of them share it. [1e-6]",
    )
    group.addoption(
        "--ldproof-state",
        metavar="DIR",
        help="Keep the evidence there: the next session goes on with it, and all of them together share ALPHA.",
    )
    group.addoption(
        "--ldproof-seed",
        metavar="SEED",
        help="Make the `coins` that a function takes from it, and seed `random` and `numpy.random` by it.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse wrong options before any test runs."""
    alpha, state = config.getoption("--ldproof-alpha"), config.getoption("--ldproof-state")
    if (alpha, state) != (ALPHA, None):
        from ldproof.errors import Refused  # noqa: PLC0415  (only where something is asked for)
        from ldproof.testing.sharing import session_sharing  # noqa: PLC0415

        try:
            session_sharing(alpha, frozenset(), state, 1)
        except Refused as refusal:
            raise pytest.UsageError(str(refusal)) from refusal


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tell a worker of pytest-xdist how many of them run every test: with `--dist each`, all."""
    config, given = getattr(node, "config", None), getattr(node, "workerinput", None)
    if isinstance(config, pytest.Config) and isinstance(given, dict):
        given[EACH] = given["workercount"] if config.getoption("dist") == "each" else 1


@pytest.fixture
def ldproof_audit(request: pytest.FixtureRequest) -> "SessionAuditor":
    """Audit a randomizer as `ldproof.testing.assert_private` does, within what the whole session may spend.

    The false alarms of all tests that ask for it share one probability, `--ldproof-alpha`.
    """
    from ldproof.testing.session import auditor_of_test  # noqa: PLC0415  (it is what is slow to import)

    runs: int = getattr(request.config, "workerinput", {}).get(EACH, 1)
    return auditor_of_test(request, runs)
