"""Errata of a source, in English and in the source's language: place, printed, correct, and where that is proved."""

from collections.abc import Iterator, Mapping, Sequence

from ldproof_proofs.book.explained import ClaimInWords, Words
from ldproof_proofs.book.styles import Writing
from ldproof_proofs.kernel.writing import typeset

PREFIX = "errata."
WRONG = ("corrected", "refuted", "loose")
"""The verdicts on claims that a reader of the source should change."""


def errata(system: str, words: Words) -> dict[str, ClaimInWords]:
    """The claims of a source that are to be changed, by name, in the source's order."""
    claims = words["claims"].items()
    return {name: each for name, each in claims if name.startswith(f"{system}.") and each["verdict"] in WRONG}


def place_in_source(claim: ClaimInWords) -> str:
    """Where in its source a claim is: the place without the source's authors and title."""
    place = claim["place"]
    _, found, rest = place.partition(", section")
    return f"section{rest}" if found else place.partition(": ")[2].partition(", ")[2] or place


def systems_with_errata(words: Words) -> Sequence[str]:
    """The systems of which some claim is to be changed."""
    systems = dict.fromkeys(name.partition(".")[0] for name in words["claims"])
    return [each for each in systems if errata(each, words)]


def errata_json(claims: Mapping[str, ClaimInWords]) -> list[dict[str, str]]:
    """Errata as JSON."""
    return [
        {
            "claim": name,
            "place": place_in_source(claim),
            "verdict": claim["verdict"],
            "evidence": claim["evidence"],
            **{key: typeset(text, "text") for key, text in corrected(claim).items()},
        }
        for name, claim in claims.items()
    ]


def corrected(claim: ClaimInWords) -> dict[str, str]:
    """What is printed and what is correct, in both languages."""
    return {
        "printed": claim["printed"],
        "printed_in_japanese": claim["original"],
        "correct": claim["answer"],
        "correct_in_japanese": claim["answer_in_japanese"],
    }


def errata_parts(system: str, words: Words, writing: Writing) -> Iterator[str]:
    """The errata of a source as parts of an explanation."""
    found = errata(system, words)
    yield writing.title(f"{PREFIX}{system}", f"{len(found)} claims")
    for name, claim in found.items():
        facts = {
            **dict(
                zip(("printed", "original", "correct", "in Japanese"), corrected(claim).values(), strict=True)
            ),
            "proof": f"{claim['evidence']}: ldproof prove --check {name}",
        }
        yield writing.section(
            f"{name}, {claim['verdict']}",
            place_in_source(claim),
            writing.facts({label: each for label, each in facts.items() if each}),
        )
