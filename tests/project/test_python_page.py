"""What the page about Python shows is run as it stands there, and every public name is on it."""

import re
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import ldproof
from ldproof import interface

NAMES = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)

DOCUMENTED = ("ldproof", *(f"ldproof.interface.{each.name}" for each in iter_modules(interface.__path__)))


def failures(text: str, place: str, names: dict[str, object]) -> tuple[int, int]:
    """How many examples of a text fail, and how many there are."""
    test = DocTestParser().get_doctest(text, names, place, place, 0)
    found = DocTestRunner(optionflags=ELLIPSIS, verbose=False).run(test)
    return found.failed, found.attempted


@pytest.fixture
def page(checkout: Path) -> str:
    return (checkout / "docs/python.md").read_text(encoding="utf-8")


def test_the_page_runs(page: str) -> None:
    failed, attempted = failures(page, "docs/python.md", {})
    assert (failed, attempted > 20) == (0, True)


def test_another_answer_is_noticed(page: str) -> None:
    first = page.partition("What can be audited")[0]
    assert failures(first, "docs/python.md", {})[0] == 0
    assert failures(first.replace("likely=158,", "likely=0,"), "docs/python.md", {})[0] == 1


def test_every_name_is_on_the_page(page: str) -> None:
    assert sorted(NAMES.findall(page)) == sorted(ldproof.__all__)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings_run(name: str) -> None:
    module = import_module(name)
    texts = [module.__doc__ or ""]
    texts += [
        each.__doc__ or ""
        for each in vars(module).values()
        if callable(each) and getattr(each, "__module__", "") == name
    ]
    assert [failures(text, name, {**vars(module)})[0] for text in texts] == [0] * len(texts)
