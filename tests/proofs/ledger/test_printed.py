"""What the sources print: the claims' numbers are held against a second reading, their places against the tables."""

import re
from collections.abc import Iterator

from ldproof_proofs.kernel.templates import REFERENCE
from ldproof_proofs.ledger import CLAIMS
from ldproof_proofs.ledger.contents import CONTENTS
from tests.proofs.ledger.printed import NUMBERS
from tests.proofs.ledger.test_places import referred, there

NUMBER = re.compile(r"\d+(?:,\d{3})+|\d+(?:\.\d+)?")
PRINTED = {entry.name: entry for entry in CLAIMS.values() if not entry.place.startswith("ours")}


def numbers(printed: str) -> str:
    """In order, without the commas of thousands."""
    return " ".join(each.replace(",", "") for each in NUMBER.findall(printed))


def test_the_numbers_of_printed_claims_are_those_of_the_sources() -> None:
    """One that is changed, or left out, is noticed."""
    found = {name: numbers(entry.printed) for name, entry in PRINTED.items()}
    assert {name: each for name, each in found.items() if each} == NUMBERS


def changed(place: str) -> Iterator[str]:
    """The place with each number by which it refers to the source one larger."""
    for reference in REFERENCE.finditer(place):
        for number in re.finditer(r"\d+(?!.*\d)", reference[0]):
            start, end = reference.start() + number.start(), reference.start() + number.end()
            yield f"{place[:start]}{int(number[0]) + 1}{place[end:]}"


AT_BOTH = {"counting.orders", "counting.fig-3", "counting.sec-6-i", "sketch.cms"}
"""The table has these in a section and in the next one."""


def test_a_claim_that_is_moved_is_noticed() -> None:
    """By one, to a place where the table does not have it."""
    tried, survivors = 0, set()
    for name, entry in PRINTED.items():
        rows = [each for each in CONTENTS[name.partition(".")[0]] if name in each.entries]
        for place in changed(entry.place):
            tried += 1
            survivors |= {name} if all(there(rows, *each) for each in referred(place)) else set()
    assert tried > 100
    assert survivors == AT_BOTH
