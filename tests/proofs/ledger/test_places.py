"""Places: the numbers by which words and entries refer to a source are places of its table."""

import re
from collections.abc import Iterator, Sequence

import pytest

from ldproof_proofs.kernel.templates import HOLE, NUMBER, REFERENCE
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.contents import CONTENTS
from ldproof_proofs.ledger.places import Place

KIND = re.compile(r"[A-Za-z]+")
ENDING = re.compile(r"(ix|ices|y|ies|s)$")
BARE = ("", "equation", "condition")
"""Equations are named by their numbers alone; a condition is one of them."""
RANGE = re.compile(r"\(([A-Z][.-])?(\d+)\) to \(\1?(\d+)\)")


def referred(words: str) -> Iterator[tuple[str, str]]:
    """The kind and the number of each place that is named."""
    for found in REFERENCE.finditer(HOLE.sub("", words)):
        kind = KIND.match(found[0])
        numbers: list[str] = re.findall(NUMBER, found[0])
        for number in numbers:
            alike = number.startswith("(") == numbers[0].startswith("(")
            yield ENDING.sub("", kind[0].lower()) if kind and alike else "", number.rstrip(".").strip("()[]")


def spelled_out(label: str) -> str:
    """The label with each number that a range of equations stands for."""
    return RANGE.sub(
        lambda found: ", ".join(
            f"({found[1] or ''}{number})" for number in range(int(found[2]), int(found[3]) + 1)
        ),
        label,
    )


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


def test_words_refer_to_places_of_their_source() -> None:
    """Whatever number a sentence gives a theorem or an equation, it is in the table."""
    lost = [
        f"{entry.name}: {kind} {number}"
        for entry in CLAIMS.values()
        for each in entry.sentences
        for kind, number in referred(each.words)
        if not there(CONTENTS.get(entry.name.partition(".")[0], ()), kind, number)
    ]
    assert lost == []


def test_an_entry_s_place_is_where_the_table_has_it() -> None:
    """Every number in its place is that of a row that names the entry."""
    lost = [
        f"{entry.name}: {kind} {number}"
        for entry in CLAIMS.values()
        if not entry.place.startswith("ours")
        for rows in (CONTENTS.get(entry.name.partition(".")[0], ()),)
        for kind, number in referred(entry.place)
        if not there([each for each in rows if entry.name in each.entries], kind, number)
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("by Theorem 8 and (7)", [("theorem", "8"), ("", "7")]),
        ("sections 5.1 and 5.3, (A-4)", [("section", "5.1"), ("section", "5.3"), ("", "A-4")]),
        ("link [6] at {T = 7}.", [("link", "6")]),
        ("appendices 2 to 4", [("append", "2"), ("append", "4")]),
    ],
)
def test_what_is_referred_to(words: str, wanted: Sequence[tuple[str, str]]) -> None:
    """Kinds without their endings."""
    assert [*referred(words)] == wanted


def test_what_is_not_there() -> None:
    """A number that is another's, part of one, or outside a range."""
    rows = (Place("5.1", "Theorem 6", "its order, (5)", reason="-"),)
    assert all(there(rows, *each) for each in (("theorem", "6"), ("section", "5"), ("", "5")))
    assert not any(there(rows, *each) for each in (("theorem", "5"), ("section", "1"), ("", "7")))
    ranges = (Place("A", "equations (A.4) to (A.10), (1) to (3)", "its proof", reason="-"),)
    assert all(there(ranges, "", number) for number in ("A.4", "A.9", "A.10", "1", "2", "3"))
    assert not any(there(ranges, "", number) for number in ("A.3", "A.11", "5", "4", "A.2"))
