"""The printed sources: numbers agree with a second reading, places with the tables, verdicts with the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ldproof_proofs.kernel.entries import Verdict
from ldproof_proofs.kernel.templates import HOLE, REFERENCE
from ldproof_proofs.kernel.templates import NUMBER as REFERRED
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.contents import CONTENTS
from ldproof_proofs.ledger.places import Place

KIND = re.compile(r"[A-Za-z]+")
ENDING = re.compile(r"(ix|ices|y|ies|s)$")
BARE = ("", "equation", "condition")
"""Equations are named by their numbers alone; a condition is one of them."""
RANGE = re.compile(r"\(([A-Z][.-])?(\d+)\) to \(\1?(\d+)\)")
NUMBER = re.compile(r"\d+(?:,\d{3})+|\d+(?:\.\d+)?")
LABEL = re.compile(r"(.*?) \(?(\d+)\)?")
PRINTED = {entry.name: entry for entry in CLAIMS.values() if not entry.place.startswith("ours")}
NUMBERS = """\
shots: text 1 1 1 0 1; introduction 1; binary-optimal 0 1; thm-1 1 1; threshold 3.1 1 11; def-3.1 1;
naive-order 2; sequential 1; thm-3 0 1 0; thm-5 1 1 2 2 3; a-4 1 1 0 1 1 1 1 1 1 1 1; a-6 0 6; thm-10 2 2 3 0 1; eq-3
0; eq-4 0; g 0 1 1 2 1 1 1; fig-1 0; thm-6 1 1 1 0 1 1; appendix-2 1 2 1 1; thm-7 1 1 1 2 2 1 2 2 0 1;
c-star 0.574; eq-7 1 1; cases-123 1 0.575 1 0.575 0.574 0.574; thm-8 1 1; appendix-4 1 1 1 2 9 2 2; thm-9 0
1 1 1 2 2; eq-11 2 1; expected-m 7 1 2 2 3 1 1 100 6 10; exp-1 10000 100 0.8 0 100 1 0.71 1 6 0.91 10 100
0.99 200; exp-2 100000 0.8 0 100 200 1000 1 10 200; conclusion-1 7
counting: thm-1 1 1; sec-3.2 1; sec-4.1 0; thm-3 1; cor-1 1 0; cor-2 1 1 2 1 1 1 2 0 1 1 2; eq-1 2 3 1 3 1 2 9 2 4 2 9
1 1 1 4; claim-1 4 1 2; claim-2 4 1 1 4 2 1 2; cor-3 1 0; sec-5.1.2-parts 2; sec-5.1.2 0 0; table-1 1 1; table-1-general 1 1;
table-1-small 0 1; sec-5.2 2; cond-2 1 2 2 2 1 1 3 2 0 1 0 1; kl 1 1 1; fig-1 2 10 0.1 100000 10000; thm-4 2
0 1 1 2 1 1 2 1 1 1 1 1 2 1; cor-4 2 2; thm-5 2 4 2 3 1; cor-5 2; cor-5-small 2 0; fig-2 1000000 10 1 2 1 2
8; table 50 10000 0.1 0.9995 2 1 8 0.5 2.5; fig-3 0.9995; sec-6-i 2; sec-6-ii 2; binary-optimal 0 1 0 1
chi2: eq-1 2 2 1 1 2 2 2 1 2 1 2 6; threshold 3.84 0.05; def-2.1 1 2; thm-2.2 1; def-2.3 2 4; def-2.4 2 5;
lem-3.1 2 2 2 2 0 7 2 1 2 1 2 2 8; lem-3.2 7 1 10; thm-3.1 1 10; thm-4.1 2 1 2 2 2 2 1 2 1 2 2; thm-4.2 2;
eq-14 1 2 4 2 14; eq-15 1 2 1 2 1 15 1 2; eq-16 2 2 1 2 2 2 1 16 2; thm-4.3 1 2 13; prop-4.1 1 2 1 2 4 2 17 1
2 2 1 2 18 1 2 1 2 2 2 1 2 2 19 2; a-15 1 4 2 1 15; thm-4.4 2 2 1 1 1 2 1 2 2 2 2 1 2 2 20; table-2 1 2 1 2 2
1; table-2-unbalanced 1 1 2 1 2 1; exp-5.1.1 1 2 2 2 2 25 3.84 0.1 2 1 10 2 10 4 2 24 2 25; exp-5.1.2 1 2 2 2
1 2 1; exp-5.2 311 200 200 63 2 0.1 1 0.1 0.5
sketch: irr 1 1 0 1; irr-source 6; eps 1 1; error 1 1; refs 6
"""
"""The numbers of the printed claims, in order, as they were read in the sources a second time, by somebody else."""


def second_reading() -> Mapping[str, str]:
    """Those numbers, by the claims' names."""
    found, system = dict[str, str](), ""
    for each in re.split(r"; |\n", re.sub(r"\n(?!\w+: )", " ", NUMBERS.strip())):
        before, is_new, rest = each.partition(": ")
        system = before if is_new else system
        name, _, numbers = (rest or each).partition(" ")
        found[f"{system}.{name}"] = numbers
    return found


def test_the_numbers_of_printed_claims_are_those_of_the_sources() -> None:
    found = {name: NUMBER.findall(entry.printed) for name, entry in PRINTED.items()}
    told = {name: " ".join(each).replace(",", "") for name, each in found.items() if each}
    assert told == second_reading()


def rows_of(name: str) -> Sequence[Place]:
    """The places of a claim's source."""
    return CONTENTS.get(name.partition(".")[0], ())


def referred(words: str) -> Iterator[tuple[str, str]]:
    """The kind and the number of each place that is named."""
    for found in REFERENCE.finditer(HOLE.sub("", words)):
        kind = KIND.match(found[0])
        numbers: list[str] = re.findall(REFERRED, found[0])
        for number in numbers:
            alike = number.startswith("(") == numbers[0].startswith("(")
            yield ENDING.sub("", kind[0].lower()) if kind and alike else "", number.rstrip(".").strip("()[]")


def spelled_out(label: str) -> str:
    """The label with each number that a range of equations stands for."""

    def numbers(found: re.Match[str]) -> str:
        return ", ".join(f"({found[1] or ''}{each})" for each in range(int(found[2]), int(found[3]) + 1))

    return RANGE.sub(numbers, label)


def there(places: Sequence[Place], kind: str, number: str) -> bool:
    """Whether one of these is the place."""
    exactly = re.compile(rf"(?<![\w.-]){re.escape(number)}(?![\w-]|\.\d)")
    within = re.compile(rf"(?<![\w.-]){re.escape(number)}(?![\w-])")
    for place in places:
        if kind == "section":
            found = within.search(place.section)
        elif kind in BARE:
            found = exactly.search(f"{spelled_out(place.label)} {place.words}")
        else:
            parts = (place.section, place.label, place.words)
            found = exactly.search(" ".join(each for each in parts if kind in each.lower()))
        if found:
            return True
    return False


def unknown_references(words: str, places: Sequence[Place]) -> list[tuple[str, str]]:
    """Return the references in words that are none of these places."""
    return [each for each in referred(words) if not there(places, *each)]


def test_words_and_entries_refer_to_places_of_their_source() -> None:
    """Whatever number a sentence gives a theorem or an equation; an entry's own place is in a row that names it."""
    words = {
        entry.name: missing
        for entry in CLAIMS.values()
        for each in entry.sentences
        if (missing := unknown_references(each.words, rows_of(entry.name)))
    }
    assert words == {}
    own = {
        name: missing
        for name, entry in PRINTED.items()
        if (
            missing := unknown_references(
                entry.place, [each for each in rows_of(name) if name in each.entries]
            )
        )
    }
    assert own == {}


def moved(place: str) -> Iterator[str]:
    """The place with each number by which it refers to the source one larger."""
    for reference in REFERENCE.finditer(place):
        for number in re.finditer(r"\d+(?!.*\d)", reference[0]):
            start, end = reference.start() + number.start(), reference.start() + number.end()
            yield f"{place[:start]}{int(number[0]) + 1}{place[end:]}"


AT_BOTH = {"counting.orders", "counting.fig-3", "counting.sec-6-i"}
"""The table has these in a section and in the next one."""


def test_a_claim_that_is_moved_is_noticed() -> None:
    tried, survivors = 0, set()
    for name, entry in PRINTED.items():
        rows = [each for each in rows_of(name) if name in each.entries]
        for place in moved(entry.place):
            tried += 1
            survivors |= set() if unknown_references(place, rows) else {name}
    assert tried > 100
    assert survivors == AT_BOTH


def test_every_place_is_judged_by_entries_of_the_ledger_and_none_is_left_out() -> None:
    """Theorems, equations, figures, tables: from the first to the last; every printed entry is in its table."""
    for system, places in CONTENTS.items():
        named = {name for place in places for name in place.entries}
        assert named <= {*CLAIMS}
        assert {name for name in PRINTED if name.startswith(f"{system}.")} <= named, system
        kinds: dict[str, set[int]] = {}
        for place in places:
            if found := LABEL.fullmatch(place.label):
                kinds.setdefault(found[1], set()).add(int(found[2]))
        for kind, numbers in kinds.items():
            assert numbers == set(range(1, max(numbers) + 1)), f"{system}: {kind}"


RULES = Path(__file__).parents[3] / "docs" / "verdicts.md"
PART = re.compile(r"^## (.*)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
EXAMPLE = re.compile(r"`([a-z0-9]+\.[\w.*-]+)`")


def test_examples_of_a_verdict_have_it() -> None:
    """Those of each verdict in its rules; what is refuted or loose is few, and each is an example."""
    parts = PART.findall(RULES.read_text(encoding="utf-8"))
    examples = {head.split(",")[0]: {*EXAMPLE.findall(words)} for head, words in parts}
    assert {*examples} == {str(each) for each in Verdict if each is not Verdict.OURS}
    for verdict, names in examples.items():
        assert len(names) > 2, verdict
        assert {name: str(CLAIMS[name].verdict) for name in names} == dict.fromkeys(names, verdict)
    for few in (Verdict.REFUTED, Verdict.LOOSE):
        assert {entry.name for entry in CLAIMS.values() if entry.verdict is few} == examples[str(few)]
