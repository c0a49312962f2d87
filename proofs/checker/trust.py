"""What is left to believe, on one page: `python trust.py DIR > TRUST.md`, of a folder that `prove --export` has written.

With `--lists` it lists what the page counts.

Beside the checker, and like it of Python's standard library alone: modules are counted, and not imported.
"""

import ast
import gc
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
CHECKER = HERE / "check.py"
if TYPE_CHECKING:
    from checker import check
else:  # beside this file, also where Python was started with -I
    sys.path.insert(0, str(HERE))
    import check

ROOTS = {"ldproof": HERE.parents[1] / "reference", "ldproof_proofs": HERE.parent}
RULES = (
    *("theorem", "implication", "induction", "instance", "privacy", "failure"),
    *("finite", "ground", "signs", "tracing"),
)
"""The kernel's rules, and what reads back what a formula computes: what they import is what replays a certificate."""


def file(module: str) -> Path | None:
    """Where a module of ours is, if it is one."""
    root = ROOTS.get(module.partition(".")[0])
    places = (
        [] if root is None else [root / (module.replace(".", "/") + end) for end in (".py", "/__init__.py")]
    )
    return next((each for each in places if each.is_file()), None)


def imported(path: Path) -> Iterator[str]:
    """The names that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def closure(wanted: Iterable[str]) -> Mapping[str, Path]:
    """Modules of ours, and all that they import."""
    found: dict[str, Path] = {}
    waiting = [*wanted]
    while waiting:
        module = waiting.pop()
        path = file(module)
        if path is not None and module not in found:
            found[module] = path
            waiting += imported(path)
    return dict(sorted(found.items()))


def about_lines(paths: Iterable[Path]) -> str:
    """Return how many lines some files have, in hundreds, so that the page does not change with every edit."""
    return f"about {round(sum(map(lines, paths)), -2)} lines"


def lines(path: Path) -> int:
    """How long a file is."""
    return path.read_text(encoding="utf-8").count("\n")


def purpose(path: Path) -> str:
    """What a module is, in its own first line."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def anchored(objects: Iterable[check.Data]) -> Mapping[str, set[str]]:
    """The symbols in which each formula is tied to its definition; none, if it is at points alone."""
    found: dict[str, set[str]] = {}
    for each in objects:
        for anchor in each.anchors:
            found.setdefault(anchor.formula, set()).update(anchor.value.symbols)
    return dict(sorted(found.items()))


Rests = Mapping[str, Sequence[str]]
Evidence = Mapping[str, str]
RESTS = {"entries": {"str": [str]}, "sentences": {"str": [str]}, "evidence": {"str": str}}
"""On which theorems each entry's verdict, and each sentence, stands; and how each of both is graded."""
GRADES = {
    "proved": "for all values of all symbols, by a certificate",
    "proved given": "the same, given theorems of others that are named",
    "computed": "a statement without symbols, which is decided as it stands",
    "tested": "every case of a range; our code makes the cases, and our words say what they are",
    "cited": "others have shown it",
    "prose": "no theorem says it",
}
"""The grades of evidence, the strongest first; an entry has the weakest that its verdict needs."""
SHORT = 100
"""How many nodes a record has at most that has a proof in Coq."""


def in_coq(each: check.Data) -> bool:
    """Whether a theorem has a proof in Coq: by its rule, or as a record of few fractions; `make coq` says what it accepts."""
    if each.rule == "ground":
        return len(each.nodes) <= SHORT and not {"symbol", "exp", "log", "sqrt"} & {
            node[0] for node in each.nodes
        }
    return each.rule in {"chain", "induction", "instance", "point"}


def in_check(each: check.Data) -> bool:
    """Whether the checker shows a theorem again, and does not believe it."""
    return each.rule not in check.BELIEVED


def cited(each: check.Data) -> set[str]:
    """The theorems that an object cites."""
    known = [source for _, source in getattr(each, "known", [])]
    lemmas = {source.theorem for source in known if source.object != check.ANALYSIS}
    return lemmas | {*getattr(each, "lemmas", {})} | ({each.theorem} if each.rule == "instance" else set())


def wholly(objects: Sequence[check.Data], own: set[str]) -> set[str]:
    """Those of some theorems that rest on none but these."""
    below = {each.name: cited(each) for each in objects}
    found = {*own}
    while lost := {name for name in found if not below[name] <= found}:
        found -= lost
    return found


def shares(objects: Sequence[check.Data], entries: Rests, sentences: Rests) -> Iterator[str]:
    """How many theorems, entries and sentences of the ledger are shown again by whom, with all that they rest on."""
    verdicts = [{*names} for names in entries.values() if names]
    standing = [{*names} for names in sentences.values() if names]
    ours = {each.name for each in objects}
    columns = [
        (own, wholly(objects, own))
        for shown in (in_check, in_coq)
        for own in [{each.name for each in objects if shown(each)}]
    ]
    rows = {
        f"theorems, of {len(ours)}": [len(own) for own, _ in columns],
        "and all that they cite": [len(whole) for _, whole in columns],
        f"entries, of the {len(verdicts)} that stand on theorems: all of these": [
            sum(names <= own for names in verdicts) for own, _ in columns
        ],
        f"sentences, of the {len(standing)} that stand on theorems: all of these": [
            sum(names <= own for names in standing) for own, _ in columns
        ],
        "and all that these cite": [sum(names <= whole for names in standing) for _, whole in columns],
        "sentences that stand on some of these, and on others": [
            sum(bool(names & whole) and not names <= whole for names in standing) for _, whole in columns
        ],
    }
    yield from (
        "",
        "## What is shown again",
        "",
        "| | by `check.py` | has a proof in Coq |",
        "|---|---:|---:|",
    )
    yield from (f"| {what} | {one} | {other} |" for what, (one, other) in rows.items())
    yield f"\nThe other {len(sentences) - len(standing)} of {len(sentences)} sentences stand on no theorem."


def grades(entries: Rests, sentences: Rests, evidence: Evidence) -> Iterator[str]:
    """How many entries and sentences have which evidence."""
    yield from (
        "",
        "## How strong the evidence is",
        "",
        "An entry has the weakest evidence that its verdict needs, a theorem the weakest of its own and its lemmas'.",
        "",
        f"| | entries, of {len(entries)} | sentences, of {len(sentences)} | |",
        "|---|---:|---:|---|",
    )
    counts = [Counter(evidence[name] for name in names) for names in (entries, sentences)]
    for grade, meaning in GRADES.items():
        yield f"| {grade} | {' | '.join(str(count[grade]) for count in counts)} | {meaning} |"


def page(library: check.Library, entries: Rests, sentences: Rests, evidence: Evidence) -> Iterator[str]:
    """The page, line by line."""
    objects = sorted((library.theorem(each) for each in library.texts), key=lambda each: each.name)
    rules = Counter(each.rule for each in objects)
    kernel, tied = kernel_modules(), anchored(objects)
    coq = sorted((HERE.parent / "ldproof_proofs" / "book" / "coq").glob("*.py"))
    exporter = f"`coqc`, {about_lines(coq)} of export" if coq else "`coqc`; no export yet"
    enumerations, citations = rules["enumeration"], rules["citation"]
    facts = len(library.trusted.get("facts of analysis", ()))
    yield from (
        "# What is left to believe",
        "",
        "Made by `make trust` from the proof objects and the sources; a test makes it again and compares.",
        f"{len(objects)} theorems: " + ", ".join(f"{rules[rule]} by {rule}" for rule in sorted(rules)) + ".",
        "",
        "| whoever trusts | our kernel | `check.py` | Coq |",
        "|---|---|---|---|",
        f"| believes the program | {len(kernel)} modules, {about_lines(kernel.values())} | {about_lines([CHECKER])} | {exporter} |",
        "| and its arithmetic | Python, FLINT | Python, its `fractions` and `decimal` | the axioms of Coq's reals |",
        f"| facts of analysis | {facts} | {facts} | none: they are theorems there |",
        f"| what others have shown | {citations} | {citations} | {citations}, as axioms |",
        "| that the objects say what the claims say | no | the export | the export |",
        "| that formulas are what runs | anchors compute both sides afresh: a lint | as written | as written |",
        "| that a recurrence is the program's | its text is read and run on symbols | yes | yes |",
        f"| enumerations, by the code that states them | {enumerations}, run | {enumerations} | {enumerations} |",
        "| that a claim of privacy supposes no more than is shown of its mechanism | no | yes | yes |",
        "| what symbols stand for in words | yes | yes | yes |",
        *(grades(entries, sentences, evidence) if sentences else ()),
        *(shares(objects, entries, sentences) if sentences else ()),
        "",
        "## What is on trust",
        "",
        "| what | how many |",
        "|---|---:|",
        *(f"| {kind} | {len({*found})} |" for kind, found in sorted(library.trusted.items())),
        f"| readings beside theorems that hold of any numbers | {len(readings_beside(objects))} |",
        f"| formulas that are tied to their definitions as identities | {sum(map(bool, tied.values()))} |",
        f"| formulas that are tied to their definitions at points alone | {sum(not each for each in tied.values())} |",
        "",
        "Each of these, and the kernel's modules, are listed by `ldproof prove --export DIR` and then `python",
        "proofs/checker/trust.py DIR --lists`. The page on what is trusted of `ldproof book` has the claims that rest on them.",
    )


def kernel_modules() -> Mapping[str, Path]:
    """The modules that replay a certificate."""
    return closure(f"ldproof_proofs.kernel.{rule}" for rule in RULES)


def readings_beside(objects: Iterable[check.Data]) -> list[check.Data]:
    """The theorems that hold of any numbers, and have words for what the numbers stand for."""
    return [each for each in objects if getattr(each, "reading", "") and not getattr(each, "said", [])]


def lists(library: check.Library) -> Iterator[str]:
    """All that the page counts, line by line."""
    objects = sorted((library.theorem(each) for each in library.texts), key=lambda each: each.name)
    tied = anchored(objects)
    at_points = [formula for formula, symbols in tied.items() if not symbols]
    as_identities = {formula: symbols for formula, symbols in tied.items() if symbols}
    yield from (
        "# What is on trust, as lists",
        "",
        "## Modules that replay a certificate",
        "",
        "| module | lines | what one believes to be right |",
        "|---|---:|---|",
        *(f"| `{module}` | {lines(path)} | {purpose(path)} |" for module, path in kernel_modules().items()),
        "",
        f"## Formulas that are tied to their definitions at points alone: {len(at_points)} of {len(tied)}",
        "",
        "An anchor is a lint against mistakes of an author, and no check against an author: both sides are computed by code "
        "that the author writes, and a definition that hides a call of the formula may pass. What vanishes at these points "
        "would not be noticed by the anchors. Each takes whole numbers alone, or gives one, or "
        "says yes or no; or it is a root that is looked for, or a number that is multiplied out of polynomials or told from "
        "others by more than a term says: " + ", ".join(f"`{formula}`" for formula in at_points) + ".",
        "",
        f"## Formulas that are tied to their definitions as identities: {len(as_identities)} of {len(tied)}",
        "",
        "For all values of what is named, as far as the theorems are about them; what else a formula takes is fixed there, as "
        "numbers of people that are counted through are. One whose theorem ends in `in-symbols` was run on ranges of numbers; "
        "on fractions it may take another way to the same: "
        + ", ".join(
            f"`{formula}` ({', '.join(sorted(symbols))})" for formula, symbols in as_identities.items()
        )
        + ".",
    )
    for kind, found in sorted(library.trusted.items()):
        yield from ("", f"## On trust: {len({*found})} {kind}", "")
        yield from (f"- {escaped(what)}" for what in sorted(found))
    worded = readings_beside(objects)
    yield from ("", f"## Said in words beside theorems that hold of any numbers: {len(worded)} readings", "")
    yield from (f"- {each.name}: {escaped(each.reading)}" for each in worded)


def escaped(text: str) -> str:
    """A text in which Markdown sees no marks."""
    return "".join(f"\\{each}" if each in "\\*_`<|" else each for each in text)


if __name__ == "__main__":
    gc.disable()  # as in the checker
    folder = Path(sys.argv[1])
    paths = sorted(path for path in folder.glob("*.json") if len(path.stem) == check.ADDRESS)
    rests = folder / "rests.json"
    listed = check.read(RESTS, check.parsed(rests.read_text("utf-8"))) if rests.is_file() else None
    library = check.Library({path.stem: path.read_bytes() for path in paths})
    groups = (getattr(listed, each, {}) for each in RESTS)
    written = lists(library) if "--lists" in sys.argv else page(library, *groups)
    sys.stdout.writelines(f"{line}\n" for line in written)
