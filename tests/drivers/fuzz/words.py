"""Words as people write them: mostly right, with typing errors and difficult values."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from ldproof.parameters import Between, Domain, Whole, Words

NASTY = (
    "", " ", "-", "--", "=", "0", "-0", "-1", "1", "1.", ".5", "nan", "NaN", "inf", "-inf", "Infinity", "1e999", "1e-999",
    "1e99999", "1/0", "0/0", "1/3", "ln(3)", "ln(0)", "ln(-1)", "ln()", "ln(ln(3))", "[]", "[", "]", "[1", "[1,2]", "[,]",
    "[[1]]", "9" * 50, "9" * 1001, "-" * 50, "1_000", "0x10", "1,5", "٣", "½", "∞", "ε=1", "\0", "\x1b[31m", "\n", "\r\n",
    "\ud800", "\U0001f600", "a\u0301", "é" * 200, "None", "null", "true", "{}", '{"a":1}', "../..", "~", "$HOME",
    "`id`", "%s%n", "'", '"', "\\", "10^6", "1e6", "1000001", "1 2", "3 ", "+3", "²",
)  # fmt: skip
SLIPS: Sequence[Callable[[Random, str], str]] = (
    lambda random, word: word[: random.randrange(len(word) + 1)],
    lambda random, word: word + random.choice(NASTY),
    lambda random, word: random.choice(NASTY) + word,
    lambda _, word: word.swapcase(),
    lambda _, word: word[::-1],
    lambda _, word: word * 2,
    lambda _, word: word.replace("=", "", 1),
    lambda _, word: word.replace("=", "==", 1),
    lambda _, word: word.replace(".", "", 1),
    lambda random, word: word.partition("=")[0] + "=" + random.choice(NASTY),
    lambda random, _: random.choice(NASTY),
)


def mistype(random: Random, word: str) -> str:
    if word and random.random() < 0.4:
        place = random.randrange(len(word))
        letter = chr(random.choice((random.randrange(32, 127), random.randrange(0x500))))
        return word[:place] + letter + word[place + 1 :]
    return random.choice(SLIPS)(random, word)


def disturb_words(random: Random, words: Sequence[str]) -> list[str]:
    """Apply up to three typing errors, often none."""
    found = list(words)
    for _ in range(random.choice((0, 0, 0, 0, 1, 1, 2, 3))):
        place = random.randrange(len(found) + 1)
        match random.randrange(6):
            case 0 if found:
                del found[place - 1]
            case 1:
                found.insert(place, random.choice(NASTY))
            case 2 if found:
                found.insert(place, found[place - 1])
            case 3 if found:
                found.append(found.pop(place - 1))
            case _ if found:
                found[place - 1] = mistype(random, found[place - 1])
            case _:
                pass
    return found


def draw_value(random: Random, domain: Domain) -> str:
    """Draw a value of a domain: mostly small, sometimes an end of it, sometimes just outside."""
    match domain:
        case Whole(low, high):
            small = (random.randrange(low, min(high, low + 12) + 1) for _ in range(12))
            edges = high, high + 1, low - 1, min(high, 1000)
            return str(random.choice([low, low + 1, low + 2, *small, random.choice(edges)]))
        case Between(low, high):
            shares = Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)
            inside = [low + share * (min(high, low + 3) - low) for share in shares]
            ends = low, high, high + 1, low - Fraction(1, 7), Fraction(1, 10**9)
            return str(random.choice([*inside, *inside, *ends]))
        case Words(words):
            return random.choice(words)
