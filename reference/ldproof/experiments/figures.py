"""A figure of a source as data: what each of its numbers is exactly, what runs give, and what is printed.

A figure is a list of cases, each of which knows how to measure itself; `reproduce_figure` goes through them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.aes import SeededAesCoins
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, sqrt
from ldproof.parameters import parameter_domain
from ldproof.results import Answer, Value, enclosed_answer, rational_bounds

DIGITS = 12
"""How many digits an irrational number of a figure gets."""

Score = Callable[[Coins], Fraction]
"""One run: the number that it gives."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """The mean of so many runs, and its standard error as the runs' own spread suggests it."""

    runs: int
    mean: Fraction
    error: Value


@dataclass(frozen=True, slots=True)
class Measured:
    """A number of a figure exactly and simulated, and other exact numbers that belong to it, by their names."""

    exact: Answer
    simulated: Simulated | None
    asides: Mapping[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """A place in a figure: a point of a curve, what is printed there, and how it is measured in so many runs."""

    curve: str
    at: int
    measure: Callable[[int, Coins], Measured]
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A case that was measured."""

    curve: str
    at: int
    measured: Measured
    printed: str | None


@dataclass(frozen=True, slots=True)
class Bound:
    """A number that the source prints as the largest at some places."""

    most: str
    at: Sequence[int]


Remarks = Callable[[Sequence[Point]], Iterable[str]]
"""What can be read off the points."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a source, or one of ours that answers a sentence of it."""

    name: str
    """As `system.figure`."""
    place: str
    says: str
    """What the source says of it."""
    axis: str
    quantity: str
    cases: Sequence[Case]
    notes: Sequence[str]
    """What the source leaves open, and what is done about it here."""
    remarks: Remarks
    """What is to be seen first comes first: it is above the picture."""
    unit: int = 1
    """How many of its places make one along a picture's axis: where that is not one, the axis begins with it."""
    bounds: Sequence[Bound] = ()
    logarithmic: bool = False
    """Whether a picture needs a logarithmic scale, as the numbers are of many sizes."""
    region: str = ""
    """What is so below its curves, and above 1 less them, where a picture shows these regions: its axis says so."""
    beside: tuple[str, ...] = ()
    """The names of all asides, in order."""
    of_table: "Callable[[Iterable[str], str], Figure] | None" = None
    """The figure of a person's own table, from its lines and the name of a rule for them, where that makes sense."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure with all that was measured."""

    figure: Figure
    seed: str
    points: Sequence[Point]
    remarks: Sequence[str]


def reproduce_figure(
    figure: Figure, runs: object, seed: str, tell: Callable[[Point], object] = lambda _: None
) -> Reproduction:
    """Measure every case, each with coins of its own, and tell of each one that is done; 0 runs simulate nothing."""
    count = int(parameter_domain("runs").accept("runs", runs))
    if count == 1:
        raise Refused(Reason.OUT_OF_RANGE, "one run has no standard error", "0 for none, or at least 2")
    points: list[Point] = []
    for case in figure.cases:
        own = f"{seed}/{figure.name}/{case.curve}/{case.at}"
        coins = SeededAesCoins(own.encode(errors="surrogateescape"))
        points.append(Point(case.curve, case.at, case.measure(count, coins), case.printed))
        tell(points[-1])
    return Reproduction(figure, seed, points, tuple(figure.remarks(points)))


def simulate_score(score: Score, runs: int, coins: Coins) -> Simulated | None:
    """The mean of so many runs and its standard error; nothing if there are none."""
    if not runs:
        return None
    scores = [score(coins) for _ in range(runs)]
    mean = sum(scores, Fraction(0)) / runs
    squared = sum(((each - mean) ** 2 for each in scores), Fraction(0)) / (runs * (runs - 1))
    return Simulated(runs, mean, enclosed_answer(sqrt(Real(squared)), DIGITS))


def highest_points(points: Sequence[Point]) -> list[Point]:
    """The points whose exact number is the largest, or cannot be told from it."""
    least = max(rational_bounds(each.measured.exact)[0] for each in points)
    return [each for each in points if rational_bounds(each.measured.exact)[1] >= least]
