"""What tests of audits have in common with those of programs."""

from tests.reference.programs.conftest import crowd

__all__ = ["crowd"]
