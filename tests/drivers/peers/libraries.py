"""The libraries that are audited."""

from importlib import import_module

from tests.drivers.peers.environments import Library
from tests.drivers.peers.targets import Target

LIBRARIES = {
    library.folder: library
    for library in (
        Library("opendp", "opendp"),
        Library("pure-ldp", "pure_ldp"),
        Library("pure-ldp", "pure_ldp_1_1_2", adapter="pure_ldp"),
        Library("multi-freq-ldpy", "multi_freq_ldpy"),
        Library("diffprivlib", "diffprivlib"),
    )
}
"""By their folders here."""


def targets(library: Library) -> tuple[Target, ...]:
    """What is audited of a library."""
    found: tuple[Target, ...] = import_module(f"tests.drivers.peers.{library.folder}.targets").TARGETS
    return found
