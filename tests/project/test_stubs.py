"""The trusted surface is small: a name in a stub that nothing uses has no business there."""

from pathlib import Path

from tests.project.conftest import Grow
from tests.project.stubs import unused

STUB = """
from typing import Self
__version__: str
exp: int
class Base: ...
class Solver(Base):
    limit: int
    def __new__(cls) -> Self: ...
    def check(self) -> Answer: ...
class Answer: ...
class Forgotten: ...
def parse(text: str) -> Solver: ...
"""


def test_every_stubbed_name_is_used(checkout: Path) -> None:
    assert unused(checkout) == {}


def test_a_name_that_nothing_uses_is_named(grow: Grow) -> None:
    root = grow(
        {
            "typestubs/z3/__init__.pyi": STUB,
            "proofs/smt.py": "from z3 import parse\nprint(parse('').check())\n",
            "tests/test_else.py": "import other\nother.limit, other.exp, other.Forgotten, other.__version__\n",
        }
    )
    assert unused(root) == {"z3": ["__version__", "exp", "Solver.limit", "Forgotten"]}


def test_a_stub_that_is_used_is_left_alone(grow: Grow) -> None:
    use = "import z3\nz3.parse('').check(), z3.Solver().limit, z3.exp, z3.Forgotten, z3.__version__\n"
    assert unused(grow({"typestubs/z3/__init__.pyi": STUB, "tests/test_z3.py": use})) == {}
