"""Fixtures that tests of audits share with those of programs."""

from tests.reference.programs.conftest import crowd

__all__ = ["crowd"]
