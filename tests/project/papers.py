"""`python -m tests.project.papers`: write docs/papers.md, from the sources' statements to functions, ledger and tests."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from ldproof.registry import all_formulas
from ldproof_proofs.book.explained import Words, stored
from ldproof_proofs.book.pages.contents import SOURCES, heading
from ldproof_proofs.ledger.contents import CONTENTS
from ldproof_proofs.ledger.places import Place

PAGE, TESTS = (Path(__file__).parents[2] / each for each in ("docs/papers.md", "tests/reference"))

LITERAL: Mapping[str, Mapping[str, str]] = {
    "shots": {"Algorithm 1": "m_shot_reporting", "the display of Phi": "Phi"},
    "counting": {
        "Algorithm 1": "glance",
        "Harmony sends 0 for NULL": "harmony harmony_published",
        "Basic One-time RAPPOR: a T-th of epsilon per round, O(T sqrt(log T))": "borappor",
    },
    "chi2": {
        "Algorithm 1": "algorithm_1",
        "Algorithm 2": "algorithm_2",
        "equation (1)": "chi_squared",
        "equation (10)": "T",
        "equation (12)": "Delta_T",
    },
    "sketch": {
        "step 1: d hash functions name a row and a column": "client",
        "step 2: instantaneous randomized response": "client",
        "step 3: pairs of row and column": "client",
        "step 1: reports are added up": "server",
        "step 2: a counter over N as the rate of ones": "estimate",
        "step 3: the inversion": "estimate",
        "step 3: the minimum": "estimate",
    },
}
"""The functions of `algorithms` that are a place's own text: by its number there, or by what is there."""

NUMBERED = re.compile(r"\(A-\d+\)")
"""An equation's number in the words of a place that has no label."""

HEAD = """\
# From the papers to the code

The numbered statements of the four sources, and the other places that have functions, in the sources' order. `make
papers` writes this page. Of each place it names

- the functions that print it, in `ldproof/<system>/algorithms.py`, and the formulas, of the catalogue or of
  `ldproof/<system>/formulas.py`, that name it or that a theorem about it ties to a law or a definition;
- the ledger's entries that judge it, with their verdicts: `ldproof explain shots.thm-4` has the theorems;
- the files below `tests/reference/` that name one of the functions.
"""


def page() -> str:
    """The whole page."""
    parts, words = [HEAD], stored()
    for system, places in CONTENTS.items():
        rows = [" | ".join(cells) for place in places if (cells := row(system, place, words))]
        heads = ["Place | What | Functions | Ledger | Tests", " | ".join(["---"] * 5)]
        parts += [f"## {SOURCES[system]}\n", *(f"| {each} |" for each in heads + rows), ""]
    return "\n".join(parts)


def row(system: str, place: Place, words: Words) -> Sequence[str] | None:
    """The cells of a place that has a number or functions."""
    claims = {name: words["claims"][name] for name in place.entries}
    theorems = {each for claim in claims.values() for each in (*claim["theorems"], *claim["checks"])}
    tied = {formula for each in theorems for formula in words["theorems"][each]["anchors"]}
    found = functions(system, place, tied)
    if not found and not (claims and (place.label or NUMBERED.search(place.words))):
        return None
    names = {f"{each.__module__}.{each.__name__}" for each in found.values()}
    names |= {f"ldproof.{name}" for name in found}  # where the system's package exports it
    tests = sorted(test for test, named in names_by_test().items() if names & named)
    return (
        ", ".join(filter(None, (heading(place), place.label))),
        place.words.replace("|", "\\|"),
        ", ".join(f"`{name}`" for name in found),
        ", ".join(f"`{name}` ({claim['verdict']})" for name, claim in claims.items()),
        ", ".join(f"`{test}`" for test in tests),
    )


def functions(system: str, place: Place, tied: set[str]) -> Mapping[str, Callable[..., object]]:
    """The functions that print a place, and the formulas that belong to it."""
    room, texts = (vars(import_module(f"ldproof.{system}.{each}")) for each in ("formulas", "algorithms"))
    literal = LITERAL[system].get(place.label) or LITERAL[system].get(place.words, "")
    known = {name: each.function for name, each in all_formulas().items() if name.split(".")[0] == system}
    known |= {
        f"{system}.formulas.{name}": room[name] for name in room if f"{system}.{name}" in tied - known.keys()
    }
    number = re.compile(rf"(?<!\w){re.escape(place.label.removeprefix('equation '))}(?!\w|\.\d)")
    by_name = {name for name, each in known.items() if place.label and number.search(each.__doc__ or "")}
    shown = by_name | tied | {name for name in known if ".formulas." in name}
    own = {name: known[name] for name in sorted(known) if name in shown}
    return {f"{system}.algorithms.{name}": texts[name] for name in literal.split()} | own


@cache
def names_by_test() -> Mapping[str, frozenset[str]]:
    """Return each test file's imports from the reference, and the attributes of these that it names."""
    found = {}
    for file in TESTS.rglob("*.py"):
        nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
        imports = [each for each in nodes if isinstance(each, ast.ImportFrom) and each.module]
        known = {
            own.asname or own.name: f"{each.module}.{own.name}" for each in imports for own in each.names
        }
        attributes = [each for each in nodes if isinstance(each, ast.Attribute)]
        pairs = {(each.value.id, each.attr) for each in attributes if isinstance(each.value, ast.Name)}
        named = {f"{known[name]}.{attribute}" for name, attribute in pairs if name in known}
        found[str(file.relative_to(TESTS))] = frozenset(named | {*known.values()})
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
