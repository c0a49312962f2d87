"""Numbers in words: a theorem's, written for a reader, and those that an author typed, found.

Zero and one are left to the language, and so are "the two" and "any two people", for which it has "both": but not what
counts the people, rounds, rows or columns of an example, nor any of them as the value of a parameter.
"""

import re
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

CARDINAL = "|".join((*WHOLE[3:], *LARGER))
FRACTION = "|".join((*PARTS.values(), "fourth", "millionth"))
COUNTED = "rounds|reports|people|intervals|cases|controls|places|bits|columns"
VALUE_OF = "|".join(rf"(?<=\b{name} of )" for name in ("epsilon", "tau", "alpha", "theta", "odds"))
NUMERAL = re.compile(
    rf"(?i)(?<![`\w])(?:(?:{CARDINAL})(?:s|fold)?|(?:{FRACTION})s?|twofold|twice|thrice"
    r"|(?<=\b(?:of|at|is|by|to) )two(?=[,.;:)]|$| (?:and|or|on|is|with|for|the)\b)|(?<=over )two"
    rf"|(?<!\bany )(?<!\bthe )two(?= (?:{COUNTED})\b)|(?<!\bless )(?:zero|one)(?= (?:{COUNTED}|rows)\b)|zero(?= of\b)"
    r"|(?<!\bany )(?<!\bthe )(?<!\bof )two(?= rows\b)"
    rf"|(?:{VALUE_OF})(?:zero|one)\b(?! (?:of|report|bit)\b)"
    r"|halv(?:e|es|ed|ing)|doubl(?:e|es|ed|y|ing)|tripl(?:e|es|ed|y|ing)|quadrupl(?:e|es|ed|ing)|per ?cent)(?![`\w])"
)
"""A number in words; in quotes it is a symbol's name."""


def in_words(value: Fraction) -> str:
    """A whole number up to twelve, or a fraction whose parts have a name."""
    whole, part = value.numerator, PARTS.get(value.denominator)
    if not 0 <= whole < len(WHOLE) or (part is None and value.denominator > 1):
        raise ValueError(f"{value} has no short name")
    if part is None:
        return WHOLE[whole]
    return f"{WHOLE[whole]} {part if whole == 1 else 'halves' if part == 'half' else f'{part}s'}"
