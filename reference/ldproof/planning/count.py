"""`plan count`: which mechanism counts best in a deployment, how large its error is, and what that assumes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.counting.error import failure_of_each
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Ball, Real, enclose, exp, lift, log, sqrt
from ldproof.numbers.real import ConditionalNumber
from ldproof.planning.counters import (
    FEWEST_MEMOIZED,
    Counter,
    ReportingCounter,
    SilentCounter,
    SourceBound,
    choose_shots,
    deployed_counter,
    describe_choice,
    memoized_counter,
    silent_counters,
)
from ldproof.planning.deployment import (
    DIGITS,
    DecidingRounds,
    Deployment,
    Grounds,
    Promise,
    Size,
    Tell,
    format_command,
    format_quantity,
    format_rounded_down,
    format_rounded_up,
    ignore_progress,
    is_surely_smaller,
    rank_by_size,
    size_to_json,
    smallest_size,
)
from ldproof.planning.future_rand import FutureRandCounter, future_rand_counter
from ldproof.shots.choice import best_m
from ldproof.shots.detection import (
    F_MEASURE,
    INDEPENDENT,
    ChancesFunction,
    expected_f,
    expected_recall,
    mean_recall,
    mean_score,
)
from ldproof.shots.error import MOST_PEOPLE
from ldproof.shots.mechanism import Shots
from ldproof.shots.search import largest_f, least_variance

# The mechanism of the least exact variance for each share of active people.
#
# Every variance is a quadratic polynomial of the share, and three exact values give it in floats. Where two floats are
# too near to each other, and on both sides of every change, exact values decide.

NEAR = 1e-9
"""A relative bound on the error of a quadratic polynomial from three floats, which is about a dozen steps of 2^-53."""

MOST = 64
"""If floats leave more shares in doubt, two mechanisms are much the same, and none is named."""

Named = tuple[str, Callable[[Fraction], Real]]
"""A mechanism's name, and its variance by the share."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The mechanism of the least variance for `first` to `last` active people."""

    name: str
    first: int
    last: int

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {"name": self.name, "from": self.first, "to": self.last}


def least_variance_stretches(N: int, named: Sequence[Named]) -> Iterator[Stretch]:
    """Yield the stretches in rising order; none if too many shares are in doubt."""
    values = np.stack([variance_curve(N, variance) for _, variance in named])
    winners = values.argmin(axis=0)
    least, second, *_ = np.sort(values, axis=0)
    changes = np.flatnonzero(np.diff(winners))
    doubtful = {
        *np.flatnonzero(second - least <= NEAR * least).tolist(),
        *changes.tolist(),
        *(changes + 1).tolist(),
    }
    if len(doubtful) > MOST:
        return
    for active in doubtful:
        variances: list[Size] = [variance(Fraction(active, N)) for _, variance in named]
        winners[active] = variances.index(smallest_size(variances))
    first = 0
    for end in (*np.flatnonzero(np.diff(winners)).tolist(), N):
        yield Stretch(named[int(winners[end])][0], first, end)
        first = end + 1


def variance_curve(N: int, variance: Callable[[Fraction], Real]) -> Array:
    """Return the variances at 0, 1, ..., N active people as floats."""
    middle = N // 2
    shares = np.arange(N + 1) / N
    if not middle:
        return np.array([float(variance(Fraction(each))) for each in (0, 1)])
    x = middle / N
    low, half, high = (float(variance(each)) for each in (Fraction(0), Fraction(middle, N), Fraction(1)))
    bend = ((half - low) / x - (high - low)) / (x - 1)
    found: Array = low + shares * ((high - low) - bend) + bend * shares**2
    return found


# Detection of heavy hitters: rounds in which a share of theta or more is active, on the stream 1/T, 2/T, ..., 1.

MOST_REPORTERS, MOST_ROUNDS = 500, 1000
"""For so many reporters a round and so many rounds, the laws of all rounds of Glance take some seconds."""

MOST_ROUNDS_OF_F_SEARCH = 100
"""The most rounds for which the m and r of the largest E[F] are searched; it takes some seconds."""

UNDETECTED = f"the detection of more than {MOST_PEOPLE} people is not computed"
"""The note on all mechanisms of so many people."""

SLOW = f"recall and F of more than {MOST_REPORTERS} people a round or {MOST_ROUNDS} rounds are not computed"
"""The note on mechanisms in which NULL is visible."""

UNCOMPUTED = "its detection is not computed"
"""The note on FutureRand."""


@dataclass(frozen=True, slots=True)
class Detections:
    """How well heavy hitters are detected; None where theta or mu is not given, or where it takes too long."""

    at_mu: Real | None = None
    """The probability that a round with the share mu is detected."""
    recall: Real | None = None
    """The expected share of heavy hitters that are detected, on the stream 1/T, 2/T, ..., 1."""
    f_measure: Real | ConditionalNumber | None = None


def detection_scores(asked: Deployment, counter: Counter) -> Detections:
    """Return how well a mechanism detects heavy hitters."""
    theta = asked.theta
    if theta is None:
        return Detections()
    if asked.N > MOST_PEOPLE or isinstance(counter, FutureRandCounter):
        return Detections()
    at_mu = None if asked.mu is None else counter.detection_chance(asked.mu, theta)
    if isinstance(counter, ReportingCounter):
        shots = counter.shots
        given = asked.N, shots.m, shots.T, shots.r, theta, shots.budget
        f_measure = expected_f(*given)
        if isinstance(f_measure, Real) and not counter.independent:
            f_measure = ConditionalNumber(f_measure, INDEPENDENT)
        return Detections(at_mu, expected_recall(*given), f_measure)
    if is_detection_slow(counter):
        return Detections(at_mu)
    found = evaluate_detections(
        asked, counter, theta, lambda hits, alarms: mean_score(hits, alarms, F_MEASURE)
    )
    recall = evaluate_detections(asked, counter, theta, mean_recall)
    return Detections(at_mu, recall, ConditionalNumber(found, INDEPENDENT))


def is_detection_slow(counter: SilentCounter) -> bool:
    """Return whether the laws of all rounds would take too long."""
    return MOST_REPORTERS * counter.period < counter.asked.N or counter.asked.T > MOST_ROUNDS


def detection_notes(asked: Deployment, counter: Counter) -> tuple[str, ...]:
    """Return the note on what of detection is not computed, if it is asked for."""
    if asked.theta is None:
        return ()
    if asked.N > MOST_PEOPLE:
        return (UNDETECTED,)
    if isinstance(counter, FutureRandCounter):
        return (UNCOMPUTED,)
    return (SLOW,) if isinstance(counter, SilentCounter) and is_detection_slow(counter) else ()


def evaluate_detections(
    asked: Deployment, counter: SilentCounter, theta: Fraction, measure: ChancesFunction
) -> Real:
    """Return `measure` of the probabilities with which heavy hitters, and other rounds, are detected."""
    active = [asked.N * t // asked.T for t in range(1, asked.T + 1)]
    rounds = [counter.round_reaching(each, theta) for each in active]
    others = sum(each < theta * asked.N for each in active)

    def number_at(excess: Ball, silent: Ball) -> Ball:
        chances = [each - silent for each in failure_of_each(rounds, excess)]
        return measure(chances[others:], chances[:others])

    return lift(number_at, counter.budget.report_excess(), counter.silence_probability(), exactly=False)


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A mechanism and all that is known of it in a deployment."""

    counter: Counter
    notes: tuple[str, ...]
    """Why it is a candidate, and what is left out."""
    one_round: Promise
    all_rounds: Promise
    variance: Real
    bounds: tuple[SourceBound, ...]
    detections: Detections

    @property
    def name(self) -> str:
        """The mechanism's name in the sources."""
        return self.counter.source_name

    def decisive_error(self, rounds: DecidingRounds) -> Promise:
        """Return the error that decides."""
        return self.all_rounds if rounds is DecidingRounds.ALL else self.one_round

    @property
    def standard_deviation(self) -> Real:
        """The standard deviation of a round's estimate."""
        return sqrt(self.variance)

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        return format_command(self.counter.mechanism, self.counter.parameters)

    def bound_factor(self, bound: SourceBound) -> Real | None:
        """Return a bound as a multiple of the largest error that is promised; None if either is missing."""
        most = self.all_rounds.at_most
        if isinstance(bound.value, Refused) or not isinstance(most, Real) or not most > 0:
            return None
        return bound.value / most

    def to_json(self, whole: Real) -> dict[str, object]:
        """Return a JSON object; the whole budget is the same in all rows."""
        counter, found = self.counter, self.detections
        return {
            "name": self.name,
            "notes": list(self.notes),
            "mechanism": counter.mechanism,
            "parameters": dict(counter.parameters),
            "one_round": self.one_round.to_json(),
            "all_rounds": self.all_rounds.to_json(),
            "variance": size_to_json(self.variance),
            "user_epsilon": size_to_json(whole),
            "event_epsilon": size_to_json(counter.event_epsilon),
            "messages": counter.messages,
            "bytes": counter.messages,
            "bounds": [self._bound_to_json(each) for each in self.bounds],
            "detection": measure_to_json(found.at_mu),
            "recall": measure_to_json(found.recall),
            "f_measure": measure_to_json(found.f_measure),
        }

    def _bound_to_json(self, bound: SourceBound) -> dict[str, object]:
        if isinstance(bound.value, Refused):
            return {"name": bound.name, "refused": bound.value.what}
        return {
            "name": bound.name,
            "value": size_to_json(bound.value),
            "holds": bound.holds,
            "factor": measure_to_json(self.bound_factor(bound)),
        }


def measure_to_json(found: Real | ConditionalNumber | None) -> dict[str, str] | None:
    """Return a number with what it assumes, or null."""
    if isinstance(found, ConditionalNumber):
        return {**size_to_json(found.value), "assumes": found.assumption}
    return None if found is None else size_to_json(found)


@dataclass(frozen=True, slots=True)
class CountPlan:
    """All mechanisms, ranked by the error that can be promised."""

    asked: Deployment
    rows: tuple[CounterRow, ...]
    shares: tuple[Stretch, ...]
    """The mechanism of the least exact variance, by the share of active people; empty if it is not known."""
    open: tuple[str, ...]
    """Mechanisms that may be better all the same, as their errors are only bounded."""
    decides: str
    assumes: tuple[str, ...]

    @property
    def chosen(self) -> CounterRow:
        """The best mechanism."""
        return self.rows[0]

    @property
    def alpha(self) -> Size:
        """The error that can be promised."""
        return self.chosen.decisive_error(self.asked.rounds).at_most

    error = alpha

    def to_json(self) -> dict[str, object]:
        """Return a JSON object."""
        return {
            "plan": "count",
            "asked": self.asked.to_json(),
            "chosen": self.chosen.name,
            "alpha": size_to_json(self.alpha),
            "decides": self.decides,
            "assumes": list(self.assumes),
            "open": list(self.open),
            "rows": [each.to_json(self.asked.budget.epsilon()) for each in self.rows],
            "least_variance": [each.to_json() for each in self.shares],
        }


def plan_count(asked: Deployment, tell: Tell = ignore_progress) -> CountPlan:
    """Choose the mechanism of which the least error can be promised."""
    rows = [assess_counter(asked, counter, notes, tell) for counter, notes in candidate_counters(asked, tell)]
    ranked = tuple(rank_by_size(rows, lambda row: row.decisive_error(asked.rounds).at_most))
    first, *others = ranked
    mine = first.decisive_error(asked.rounds).at_most
    rivals = tuple(
        each.name for each in others if is_surely_smaller(each.decisive_error(asked.rounds).at_least, mine)
    )
    shares: tuple[Stretch, ...] = ()
    if asked.mu is not None and asked.N <= MOST_PEOPLE and others:
        shares = tuple(
            least_variance_stretches(asked.N, [(each.name, each.counter.round_variance) for each in rows])
        )
    decides = "".join(explain_count_choice(asked, ranked, rivals, shares))
    return CountPlan(asked, ranked, shares, rivals, decides, tuple(list_assumptions(asked, first)))


def candidate_counters(asked: Deployment, tell: Tell) -> Iterator[tuple[Counter, tuple[str, ...]]]:
    """Yield the candidates with notes: with NULL, L-GRR, FutureRand if `changes` is given, and m-shot by some m and r."""
    N, T, whole = asked.N, asked.T, asked.budget
    if asked.deployed is not None:
        counter = deployed_counter(asked, asked.deployed)
        own = counter.notes if isinstance(counter, FutureRandCounter) else ()
        yield counter, ("as given; nothing else is compared", *own, *detection_notes(asked, counter))
        return
    tell("all m and r")
    for counter in silent_counters(asked):
        slow = detection_notes(asked, counter)
        yield counter, slow if counter.messages == 1 else ("least variance of all m", *slow)
    if T >= FEWEST_MEMOIZED:
        memoized = memoized_counter(asked)
        yield memoized, ("about the least variance of all odds", *detection_notes(asked, memoized))
    if asked.changes is not None:
        future_rand = future_rand_counter(asked)
        yield future_rand, (*future_rand.notes, *detection_notes(asked, future_rand))
    tell("the least error of all r")
    best, why_best = choose_shots(asked, every_r=True)
    steady = least_variance(N, T, whole, asked.active_people)
    notes: dict[Shots, tuple[str, ...]] = {}
    if asked.theta is not None and N <= MOST_PEOPLE and T <= MOST_ROUNDS_OF_F_SEARCH:
        tell("the largest E[F] of all r")
        detecting = largest_f(N, T, asked.theta, whole)
        why_detecting = describe_choice("largest E[F]", detecting, up=True)
        notes[detecting.shots] = (f"{why_detecting}, if rounds are independent",)
    for m, r, *why in (
        (best.m, best.r, why_best),
        (steady.m, steady.r, "least variance of all m and r"),
        (best_m(T, whole.epsilon()), Fraction(0), "m* of source 1"),
        (1, Fraction(0)),
        (T, Fraction(0)),
    ):
        shots = Shots(T, m, r if m < T else Fraction(0), whole.over(m))
        notes[shots] = (*notes.get(shots, ()), *why)
    for shots, found in notes.items():
        counter = ReportingCounter(asked, shots)
        yield counter, (*found, *detection_notes(asked, counter))


def assess_counter(asked: Deployment, counter: Counter, notes: tuple[str, ...], tell: Tell) -> CounterRow:
    """Compute all numbers of one mechanism."""
    tell(counter.source_name)
    one = counter.one_round(asked.beta)
    spread = counter.largest_variance() if asked.mu is None else counter.round_variance(asked.mu)
    every = all_rounds_error(asked, counter, one)
    return CounterRow(
        counter, notes, one, every, spread, tuple(counter.source_bounds()), detection_scores(asked, counter)
    )


def all_rounds_error(asked: Deployment, counter: Counter, one: Promise) -> Promise:
    """Promise the largest error over all rounds: exactly if rounds are independent, otherwise between bounds."""
    if asked.T == 1:
        return one
    if not counter.independent:
        most = counter.at_most(asked.beta / asked.T)
        return Promise(one.at_least, most, Grounds.UNION)
    # No round exceeds the error with probability (1 - tail)^T = 1 - beta.
    tail = enclose(1 - exp(log(Real(1 - asked.beta)) / asked.T), 4 * DIGITS)
    low = counter.one_round(Fraction(tail.upper)).at_least
    most = counter.at_most(Fraction(tail.lower))
    same = (
        isinstance(low, Real) and isinstance(most, Real) and low.exact is not None and low.exact == most.exact
    )
    return Promise(low, low if same else most, Grounds.INDEPENDENT if one.is_exact else one.grounds)


def explain_count_choice(
    asked: Deployment, ranked: tuple[CounterRow, ...], rivals: tuple[str, ...], shares: tuple[Stretch, ...]
) -> Iterator[str]:
    """Yield the parts of the sentence that explains the choice."""
    first, *others = ranked
    mine = first.decisive_error(asked.rounds)
    if not isinstance(mine.at_most, Real):
        raise Refused(
            Reason.TOO_FEW_PEOPLE,
            "no mechanism has an error that can be promised"
            if asked.deployed is None
            else f"{first.name} has no error that can be promised",
            "more people, or a larger beta",
        )
    when = {
        DecidingRounds.FIRST: f"in a round with a share of {asked.mu} active",
        DecidingRounds.WORST: "in any one round, whoever is active,",
        DecidingRounds.ALL: f"in some of the {asked.T} rounds",
    }[asked.rounds]
    yield f"{first.name}: its error exceeds {format_rounded_up(mine.at_most)} {when} with probability {asked.beta} at most"
    if others:
        theirs = others[0].decisive_error(asked.rounds)
        verb = "it is" if theirs.is_exact else "no more than"
        yield f"; of the next, {others[0].name}, {verb} {format_rounded_up(theirs.at_most)}"
    if rivals:
        yield f" (open: {', '.join(rivals)} may be better, as their errors are only bounded)"
    yield "."
    yield from explain_variance(asked, first.name, shares)


def explain_variance(asked: Deployment, name: str, shares: tuple[Stretch, ...]) -> Iterator[str]:
    """Yield where on either side of mu another mechanism has the least variance, or that one has it at mu."""
    here = next((each for each in shares if each.first <= (asked.active_people or 0) <= each.last), None)
    if here is None:
        return
    if here.name != name:
        yield f" The least variance at mu = {asked.mu} is {here.name}'s."
        return
    place = shares.index(here)
    said = []
    if place:
        share = format_rounded_up(Real(Fraction(here.first, asked.N)))
        said.append(f"mu is at least {share} (below, {shares[place - 1].name}'s is)")
    if place + 1 < len(shares):
        share = format_rounded_down(Real(Fraction(here.last, asked.N)))
        said.append(f"mu is at most {share} (above, {shares[place + 1].name}'s is)")
    because = f"because {' and '.join(said)}" if said else "for every mu"
    yield f" Its variance is the least {because}."


def list_assumptions(asked: Deployment, first: CounterRow) -> Iterator[str]:
    """Yield what the promise assumes."""
    yield "everybody's coins are independent and exact"
    if asked.mu is None:
        yield "nothing about who is active"
    elif asked.rounds is DecidingRounds.ALL:
        yield f"in every round a share of {asked.mu} is active"
    else:
        yield f"in the round a share of {asked.mu} is active"
    counter = first.counter
    if asked.changes is not None:
        most = format_quantity(min(asked.changes, asked.T), "change")
        yield f"for FutureRand, at most {most} of anybody's state; a first state of 1 counts as one"
    if isinstance(counter, SilentCounter | FutureRandCounter):
        yield "it may be seen who reports in which round"
    if isinstance(counter, SilentCounter) and counter.null_value is None and asked.T > 1:
        every = asked.rounds is DecidingRounds.ALL
        chance = counter.any_silence_probability() if every else counter.silence_probability()
        yield f"a round without reports has no estimate; that counts as an error, with probability {format_rounded_up(chance)} at most"
    if asked.rounds is DecidingRounds.ALL and first.all_rounds.grounds is not Grounds.INDEPENDENT:
        yield "nothing about how rounds hang together: the union bound holds for all streams"
