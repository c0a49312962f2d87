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
class SimulatedMean:
    """The mean of so many runs, and its standard error, estimated from their spread."""

    runs: int
    mean: Fraction
    error: Value


@dataclass(frozen=True, slots=True)
class Measured:
    """A number of a figure, exact and simulated, and other exact numbers beside it, by name."""

    exact: Answer
    simulated: SimulatedMean | None
    asides: Mapping[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FigureCase:
    """A point of a curve, what is printed there, and what measures it with a number of runs and coins."""

    curve: str
    at: int
    measure: Callable[[int, Coins], Measured]
    printed: str | None = None
    is_random: bool = True
    """Whether runs differ."""


@dataclass(frozen=True, slots=True)
class MeasuredCase:
    """A measured case."""

    curve: str
    at: int
    measured: Measured
    printed: str | None


@dataclass(frozen=True, slots=True)
class PrintedBound:
    """A number that the source prints as the largest at some places."""

    most: str
    at: Sequence[int]


Remarks = Callable[[Sequence[MeasuredCase]], Iterable[str]]
"""Returns sentences about the points."""


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
    cases: Sequence[FigureCase]
    notes: Sequence[str]
    """What the source leaves open, and what is done about it here."""
    remarks: Remarks
    """What is seen in the numbers, below the table."""
    unit: int = 1
    """How many places are 1 on a picture's axis; if not 1, the axis's name begins with this number."""
    bounds: Sequence[PrintedBound] = ()
    logarithmic: bool = False
    """Whether a picture has a logarithmic scale."""
    region: str = ""
    """The axis of a picture that shows the regions below the curves and above 1 minus them, if it does."""
    beside: tuple[str, ...] = ()
    """The names of all asides, in order."""
    panels: tuple[str, ...] = ()
    """How the names of the curves end that a picture draws in axes of their own, if it has several."""
    part_of: str = ""
    """The figure of which it is a part, if it is one."""
    data: str = ""
    """What a picture calls the data in its heading, if they are not the source's."""
    of_table: "Callable[[Iterable[str], str], Figure] | None" = None
    """Returns the figure of a user's own table, from its lines and the name of a rule, if there is one."""

    def is_random(self) -> bool:
        """Return whether there is something to simulate."""
        return any(each.is_random for each in self.cases)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A figure with all that was measured."""

    figure: Figure
    seed: str
    points: Sequence[MeasuredCase]
    remarks: Sequence[str]


def reproduce_figure(
    figure: Figure, runs: object, seed: str, tell: Callable[[MeasuredCase], object] = lambda _: None
) -> Reproduction:
    """Measure every case, each with its own coins, and report each point to `tell`; 0 runs simulate nothing."""
    count = int(parameter_domain("runs").accept("runs", runs))
    if count == 1:
        raise Refused(Reason.OUT_OF_RANGE, "one run has no standard error", "0 for none, or at least 2")
    points: list[MeasuredCase] = []
    for case in figure.cases:
        own = f"{seed}/{figure.name}/{case.curve}/{case.at}"
        coins = SeededAesCoins(own.encode(errors="surrogateescape"))
        points.append(MeasuredCase(case.curve, case.at, case.measure(count, coins), case.printed))
        tell(points[-1])
    return Reproduction(figure, seed, points, tuple(figure.remarks(points)))


def simulate_score(score: Score, runs: int, coins: Coins) -> SimulatedMean | None:
    """Return the mean of so many runs and its standard error; None if there are no runs."""
    if not runs:
        return None
    scores = [score(coins) for _ in range(runs)]
    mean = sum(scores, Fraction(0)) / runs
    squared = sum(((each - mean) ** 2 for each in scores), Fraction(0)) / (runs * (runs - 1))
    return SimulatedMean(runs, mean, enclosed_answer(sqrt(Real(squared)), DIGITS))


def exact_case(curve: str, at: int, measure: Callable[[], Measured]) -> FigureCase:
    """Return a case without runs, as nothing in it is random."""
    return FigureCase(curve, at, lambda _runs, _coins: measure(), is_random=False)


def smaller_places(points: Sequence[MeasuredCase], one: str, other: str) -> list[int]:
    """Return the places at which one curve is certainly below another."""
    bounds = {(each.curve, each.at): rational_bounds(each.measured.exact) for each in points}
    places = [at for curve, at in bounds if curve == other and (one, at) in bounds]
    return [at for at in places if bounds[one, at][1] < bounds[other, at][0]]


def format_places(places: Iterable[int]) -> str:
    """Format places on the axis."""
    return ", ".join(map(str, sorted(places))) or "none of these"


def highest_points(points: Sequence[MeasuredCase]) -> list[MeasuredCase]:
    """Return the points whose exact number is the largest, or may be."""
    least = max(rational_bounds(each.measured.exact)[0] for each in points)
    return [each for each in points if rational_bounds(each.measured.exact)[1] >= least]
