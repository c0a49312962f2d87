"""Numbers in words: a theorem's, written for a reader, and those that an author typed, found.

Any word for a number is one that somebody typed, except in the few phrases in which it is none: `one` as a pronoun, as a
bit or in a name, and `any two`. They are so narrow that with another number in its place a phrase is none of them.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

WHOLE = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
LARGER = (
    *(f"{head}teen" for head in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
    *(f"{head}ty" for head in ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")),
    *("dozen", "hundred", "thousand", "million", "billion"),
)
PARTS = {
    2: "half",
    3: "third",
    4: "quarter",
    5: "fifth",
    6: "sixth",
    7: "seventh",
    8: "eighth",
    9: "ninth",
    10: "tenth",
    100: "hundredth",
    1000: "thousandth",
}

CARDINAL = "|".join((*WHOLE, *LARGER))
FRACTION = "|".join((*PARTS.values(), "fourth", "millionth"))
OTHERS = (
    "once|twice|thrice|twofold|singl(?:e|es|y)|unity|nought|naught|nil|couples?|halv(?:e|es|ed|ing)|doubl(?:e|es|ed|y|ing)"
    "|tripl(?:e|es|ed|y|ing)|quadrupl(?:e|es|ed|ing)|per ?cent"
)
NUMERAL = re.compile(rf"(?i)(?<![`\w])(?:(?:{CARDINAL})(?:s|fold)?|(?:{FRACTION})s?|{OTHERS})(?![`\w])")
"""A word for a number; in quotes it is a symbol's name."""

NO_NOUN = (
    r"(?=[,.;:)]|$| (?:and|are|arrives|as|at|by|comes|do|elsewhere|for|from|grows|has|have|in|is|it|never|of|than|that|the"
    r"|to|unless|was|with)\b)"
)
"""What follows, so that nothing is counted."""
IDIOMS: Mapping[str, str] = {
    r"one-(?:shot|time)": "a name that a source gives",
    rf"a one{NO_NOUN}|ones": "a bit that is set, in a report or a cell: no other bit is called by its number",
    r"(?:a|an|the|no) (?:first|last|next|right|printed|corrected|linear|even|odd|sampled|more frequent|[a-z]+er) one"
    rf"{NO_NOUN}": "what was spoken of",
    "one of (?:its|the|them|these)": "any of them",
    "one by one|one after another|one and the same|at once": "each for itself, or all together",
    "any two (?:neighbours|people|rounds|states)": "whichever are compared",
    "count(?:s|ed)? (?:the statistic )?as zero": "a convention",
    "a single (?:case|change|item|report|round|row)": "no more than that",
}
"""Phrases in which a word for a number is none, and what they mean."""
IDIOM = re.compile("|".join(rf"(?i:\b(?:{each})(?!\w))" for each in IDIOMS))


def numerals(words: str) -> Iterator[re.Match[str]]:
    """The words for numbers in a text."""
    spans = [each.span() for each in IDIOM.finditer(words)]
    for found in NUMERAL.finditer(words):
        if not any(start <= found.start() and found.end() <= end for start, end in spans):
            yield found


def in_words(value: Fraction) -> str:
    """A whole number up to twelve, or a fraction whose parts have a name."""
    whole, part = value.numerator, PARTS.get(value.denominator)
    if not 0 <= whole < len(WHOLE) or (part is None and value.denominator > 1):
        raise ValueError(f"{value} has no short name")
    if part is None:
        return WHOLE[whole]
    return f"{WHOLE[whole]} {part if whole == 1 else 'halves' if part == 'half' else f'{part}s'}"
