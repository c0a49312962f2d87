"""The outcome of an audit for other programs: JUnit's XML, and results as code hosts show them."""

from collections.abc import Iterator, Mapping

from ldproof.cli.junit import Case, junit
from ldproof.cli.places import Place
from ldproof.cli.results import Level, Result, Rule
from ldproof.rendering.findings import Finding, said
from ldproof.rendering.verdicts import about, in_numbers, sentences

TOOL = "ldproof audit"
RULES: Mapping[str, Rule] = {
    "privacy": Rule(
        "A program keeps the privacy that it claims.",
        "An output was seen so much more often with one input than with another that the claimed epsilon is refuted.",
    ),
    "constant": Rule(
        "A program reports something.",
        "The same output came every time: privacy is kept, and nothing is reported. Is it the program that was meant?",
    ),
    "unreadable": Rule(
        "What a program gives is an output of the mechanism that it claims to be.",
        "Some samples are no output of the mechanism; they count as one more output.",
    ),
}


def as_junit(found: Finding) -> str:
    """One test case for each pair of inputs; the one that shows most fails for all if the claim is violated."""
    failed = found.sightings[0].pair if found.violated else None
    lines = list(sentences(found))
    cases = []
    for index, pair in enumerate(found.pairs):
        one, other = (said(found.claim, each) for each in pair.sides())
        seen = [in_numbers(found, each, full=True) for each in found.sightings if each.pair == index]
        cases.append(
            Case(
                found.subject,
                f"{one} and {other}",
                "\n".join([str(found.verdict), *seen]),
                (lines[1], "\n".join(lines)) if index == failed else None,
            )
        )
    return junit(TOOL, about(found), cases)


def results(found: Finding, place: Place | None) -> Iterator[Result]:
    """What is wrong with it."""
    subject = about(found)
    if found.violated:
        yield Result("privacy", subject, "\n".join(sentences(found)), place)
    if found.constant:
        words = "only one output was ever seen: privacy is trivially kept, and nothing is reported"
        yield Result("constant", subject, words, place, Level.WARNING)
    if found.unreadable:
        words = f"{found.unreadable:,} of the samples are no output of {found.claim.name}"
        yield Result("unreadable", subject, words, place, Level.WARNING)
