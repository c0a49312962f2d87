"""What is looked at in an output, each with its exact law: the output, its places, pairs of these, and their sum."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

from ldproof.catalogue import AnyMechanism, answer
from ldproof.mechanisms import from_text, to_text
from ldproof.numbers import Enclosure, Real

DIGITS = 30
"""To which irrational probabilities are bounded from above."""

MOST_OUTPUTS = 1 << 12
"""So many are listed."""

MOST_TOGETHER = 64
"""So many are looked at one by one."""

MOST_PAIRED = 8
"""Of so many places, all pairs are looked at; of more, the neighbouring ones."""

MOST_IN_A_ROW, MOST_VALUES = 4, 8
"""So many things that take so few values are looked at in two draws together."""

Look = Callable[[str], str]

Chances = Mapping[str, Fraction]
"""Upper bounds of probabilities, exact where these are rational."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that is read off an output, and the law of it."""

    name: str
    look: Look
    chances: Chances
    twice: bool = False
    """Whether it is read off two draws in a row, each on a line."""

    def tally(self, outputs: Mapping[str, int]) -> Counter[str]:
        """How often each value came."""
        found: Counter[str] = Counter()
        for output, often in outputs.items():
            found[self.look(output)] += often
        return found


def law(mechanism: AnyMechanism, secret: str) -> Chances:
    """The law of the outputs as texts; refused where these are too many."""
    person, space = from_text(mechanism.secrets, secret), mechanism.outputs
    bound = cache(above)  # many outputs have the same probability
    return {to_text(space, each): bound(mechanism.likelihood(person, each)) for each in space}


def above(chance: Real) -> Fraction:
    """A probability if it is rational, or else a bound that is hardly larger."""
    found = answer(chance, DIGITS)
    if isinstance(found, Enclosure):
        return min(Fraction(found.upper), Fraction(1))
    return Fraction(str(found))


def observations(chances: Chances) -> Iterator[Observation]:
    """Everything that is looked at, of outputs with this law."""
    if len(chances) <= MOST_TOGETHER:
        yield Observation("the output", str, chances)
    wide = {len(parts(output)) for output in chances}
    if len(wide) == 1 and (places := min(wide)) > 1:
        for look, name in looks(places):
            yield Observation(name, look, pushed(chances, look))


def in_a_row(observed: Sequence[Observation]) -> Iterator[Observation]:
    """Some of the same in two draws: they are independent, so that their probabilities are multiplied."""
    few = [each for each in observed if len(each.chances) <= MOST_VALUES]
    for each in [*few[: MOST_IN_A_ROW - 1], *few[MOST_IN_A_ROW - 1 :][-1:]]:
        both = {
            f"{one} then {other}": first * second
            for one, first in each.chances.items()
            for other, second in each.chances.items()
        }
        yield Observation(f"{each.name} of two draws in a row", then(each.look), both, twice=True)


def then(look: Look) -> Look:
    """What is read off each of two outputs."""
    return lambda both: " then ".join(map(look, both.split("\n")))


def looks(places: int) -> Iterator[tuple[Look, str]]:
    """Each place, pairs of them, and how many ones there are."""
    for index in range(places):
        yield place(index), f"place {index + 1}"
    pairs: Iterable[tuple[int, int]] = combinations(range(places), 2)
    if places > MOST_PAIRED:
        pairs = ((index, index + 1) for index in range(places - 1))
    for one, other in pairs:
        yield pair(one, other), f"places {one + 1} and {other + 1}"
    yield ones, "the number of ones"


@lru_cache(1 << 10)
def parts(output: str) -> Sequence[str]:
    """The parts of an output: between its separators, or the characters; the brackets of a list are none."""
    inside = output.strip("[]")
    return re.split("[:,;]", inside) if ":" in inside or "," in inside or ";" in inside else inside


def place(index: int) -> Look:
    """The part at an index."""
    return lambda output: parts(output)[index]


def pair(one: int, other: int) -> Look:
    """Two parts."""
    return lambda output: f"{parts(output)[one]} {parts(output)[other]}"


def ones(output: str) -> str:
    """How many parts are 1."""
    return str(parts(output).count("1"))


def pushed(chances: Chances, look: Look) -> Chances:
    """The law of what is read off an output."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for output, chance in chances.items():
        found[look(output)] += chance
    return {seen: min(chance, Fraction(1)) for seen, chance in found.items()}
