"""`plan count`: which mechanism counts best in a deployment, how wrong it is, and what that hangs on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.counting.error import failure_of_each
from ldproof.counting.formulas import empty_round, no_report_probability
from ldproof.counting.mechanism import Which
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Ball, Real, enclose, exp, lift, log, sqrt
from ldproof.numbers.real import ConditionalNumber
from ldproof.planning.counters import Bound, Counter, OneReport, Reporting
from ldproof.planning.deployment import (
    DIGITS,
    Deployment,
    Grounds,
    Promise,
    Rounds,
    Size,
    Tell,
    as_float,
    exact_promise,
    format_rounded_down,
    format_rounded_up,
    ignore_progress,
    is_surely_equal,
    is_surely_smaller,
    json_of,
)
from ldproof.shots.choice import best_m, least_error, least_variance
from ldproof.shots.detection import (
    F_MEASURE,
    INDEPENDENT,
    ChancesFunction,
    expected_f,
    expected_recall,
    mean_recall,
    mean_score,
)
from ldproof.shots.mechanism import Shots

# Who has the least exact variance at each share of active people.
#
# Every mechanism's variance is a quadratic polynomial of the share: three exact values give it in floats, which decide
# where they can. Where two are too near to each other, and on both sides of every change, exact values decide.

NEAR = 1e-9
"""Relatively: a quadratic polynomial from three floats is off by a dozen steps of 2^-53."""

MOST = 64
"""Where floats leave more shares in doubt, two mechanisms are much the same, and nobody is named."""

Named = tuple[str, Callable[[Fraction], Real]]
"""A mechanism, and its variance by the share."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """From so many active people to so many, somebody has the least variance."""

    name: str
    first: int
    last: int

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {"name": self.name, "from": self.first, "to": self.last}


def least_variance_stretches(N: int, named: Sequence[Named]) -> Iterator[Stretch]:
    """The stretches in rising order; none if it is not known."""
    values = np.stack([variance_curve(N, variance) for _, variance in named])
    winners = values.argmin(axis=0)
    ordered = np.sort(values, axis=0)
    doubtful = set[int]()
    if len(named) > 1:
        doubtful |= set(np.flatnonzero(ordered[1] - ordered[0] <= NEAR * ordered[0]).tolist())
    changes = np.flatnonzero(np.diff(winners))
    doubtful |= {*changes.tolist(), *(changes + 1).tolist()}
    if len(doubtful) > MOST:
        return
    for active in doubtful:
        winners[active] = least_variance_index([variance for _, variance in named], Fraction(active, N))
    ends = [*np.flatnonzero(np.diff(winners)).tolist(), N]
    first = 0
    for end in ends:
        yield Stretch(named[int(winners[end])][0], first, end)
        first = end + 1


def variance_curve(N: int, variance: Callable[[Fraction], Real]) -> Array:
    """The variances at 0, 1, ..., N active people, in floats."""
    middle = N // 2
    shares = np.arange(N + 1) / N
    if not middle:
        return np.array([float(variance(Fraction(each))) for each in (0, 1)])
    x = middle / N
    low, half, high = (float(variance(each)) for each in (Fraction(0), Fraction(middle, N), Fraction(1)))
    bend = ((half - low) / x - (high - low)) / (x - 1)
    found: Array = low + shares * ((high - low) - bend) + bend * shares**2
    return found


def least_variance_index(variances: Sequence[Callable[[Fraction], Real]], share: Fraction) -> int:
    """Whose variance is the least; of several the first."""
    best, value = 0, variances[0](share)
    for place, variance in enumerate(variances):
        if place and is_surely_smaller(other := variance(share), value):
            best, value = place, other
    return best


# How well heavy hitters are found: rounds in which a share of theta or more is active, on the stream 1/T, 2/T, ..., 1.

MOST_REPORTERS, MOST_ROUNDS = 500, 1000
"""Of so many people a round in so many rounds, all rounds of Glance take some seconds."""

SLOW = f"recall and F of more than {MOST_REPORTERS} people a round or {MOST_ROUNDS} rounds are not computed"
"""Where NULL is seen."""


@dataclass(frozen=True, slots=True)
class Detections:
    """How well rounds in which a share of theta or more is active are found."""

    at_mu: Real | None
    """The probability that a round with the share mu is detected."""
    recall: Real | None
    """The expected share of heavy hitters that is, on the stream of shares 1/T, 2/T, ..., 1."""
    f_measure: Real | ConditionalNumber | None


def detection_scores(asked: Deployment, counter: Counter) -> Detections:
    """Where a threshold is given: all of it, unless that takes long."""
    theta, mu = asked.theta, asked.mu
    if theta is None:
        return Detections(None, None, None)
    at_mu = None if mu is None else counter.detection(mu, theta)
    if isinstance(counter, Reporting):
        shots = counter.shots
        given = asked.N, shots.m, shots.T, shots.r, theta, shots.budget
        return Detections(at_mu, expected_recall(*given), expected_f(*given))
    if not isinstance(counter, OneReport) or too_long(asked):
        return Detections(at_mu, None, None)
    found = detection_number(asked, counter, theta, lambda hits, alarms: mean_score(hits, alarms, F_MEASURE))
    return Detections(
        at_mu, detection_number(asked, counter, theta, mean_recall), ConditionalNumber(found, INDEPENDENT)
    )


def too_long(asked: Deployment) -> bool:
    """Whether there are too many reporters or rounds for all laws of one report each."""
    return asked.N > MOST_REPORTERS * asked.T or asked.T > MOST_ROUNDS


def detection_number(asked: Deployment, counter: OneReport, theta: Fraction, number: ChancesFunction) -> Real:
    """A number read off the chances that heavy hitters, and that other rounds, are detected."""
    active = [asked.N * t // asked.T for t in range(1, asked.T + 1)]
    rounds = [counter.reaching(each, theta) for each in active]
    others = sum(each < theta * asked.N for each in active)

    def value(excess: Ball, silent: Ball) -> Ball:
        chances = [each - silent for each in failure_of_each(rounds, excess)]
        return number(chances[others:], chances[:others])

    return lift(value, asked.budget.report_excess(), counter.silent(), exactly=False)


TITLES = {Which.GLANCE: "Glance", Which.HARMONY_PUBLISHED: "published Harmony"}


@dataclass(frozen=True, slots=True)
class Row:
    """A mechanism and all that is known of it in a deployment."""

    name: str
    notes: tuple[str, ...]
    """Why it is looked at, and what is left out."""
    counter: Counter
    one_round: Promise
    all_rounds: Promise
    variance: Real
    bounds: tuple[Bound, ...]
    detections: Detections

    def decisive(self, rounds: Rounds) -> Promise:
        """The error that decides."""
        return self.all_rounds if rounds is Rounds.ALL else self.one_round

    @property
    def deviation(self) -> Real:
        """The standard deviation of a round's estimate."""
        return sqrt(self.variance)

    @property
    def as_command(self) -> str:
        """The mechanism as the commands and `ldproof.mechanism` take it."""
        given = (f"{key}={each}" for key, each in self.counter.parameters.items())
        return " ".join([self.counter.mechanism, *given])

    def factor(self, bound: Bound) -> Real | None:
        """How many times the largest error that is promised a bound is."""
        most = self.all_rounds.at_most
        if isinstance(bound.value, Refused) or not isinstance(most, Real) or not most > 0:
            return None
        return bound.value / most

    def to_json(self, whole: Real) -> dict[str, object]:
        """As a JSON object."""
        counter = self.counter
        return {
            "name": self.name,
            "notes": list(self.notes),
            "mechanism": counter.mechanism,
            "parameters": dict(counter.parameters),
            "one_round": self.one_round.to_json(),
            "all_rounds": self.all_rounds.to_json(),
            "variance": json_of(self.variance),
            "user_epsilon": json_of(whole),
            "event_epsilon": json_of(counter.event),
            "messages": counter.messages,
            "bytes": counter.messages,
            "bounds": [self._bound(each) for each in self.bounds],
            **{
                name: None if found is None else format_measure(found)
                for name, found in (
                    ("detection", self.detections.at_mu),
                    ("recall", self.detections.recall),
                    ("f_measure", self.detections.f_measure),
                )
            },
        }

    def _bound(self, bound: Bound) -> dict[str, object]:
        if isinstance(bound.value, Refused):
            return {"name": bound.name, "refused": bound.value.what}
        factor = self.factor(bound)
        return {
            "name": bound.name,
            "value": json_of(bound.value),
            "holds": bound.holds,
            "factor": None if factor is None else json_of(factor),
        }


def format_measure(found: Real | ConditionalNumber) -> dict[str, str]:
    """A number, perhaps with what it assumes."""
    if isinstance(found, ConditionalNumber):
        return {**json_of(found.value), "assumes": found.assumption}
    return json_of(found)


@dataclass(frozen=True, slots=True)
class CountPlan:
    """What was asked, all mechanisms by what can be promised of them, the best one first, and what decides."""

    asked: Deployment
    rows: tuple[Row, ...]
    shares: tuple[Stretch, ...]
    """Who has the least exact variance, by the share of active people; nobody is named where that is not known."""
    open: tuple[str, ...]
    """Those that may be better all the same, as their error is only known between two bounds."""
    decides: str
    assumes: tuple[str, ...]

    @property
    def chosen(self) -> Row:
        """The best."""
        return self.rows[0]

    @property
    def alpha(self) -> Size:
        """What can be promised."""
        return self.chosen.decisive(self.asked.rounds).at_most

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "plan": "count",
            "asked": self.asked.to_json(),
            "chosen": self.chosen.name,
            "alpha": json_of(self.alpha),
            "decides": self.decides,
            "assumes": list(self.assumes),
            "open": list(self.open),
            "rows": [each.to_json(self.asked.budget.epsilon()) for each in self.rows],
            "least_variance": [each.to_json() for each in self.shares],
        }


def plan_count(asked: Deployment, tell: Tell = ignore_progress) -> CountPlan:
    """All mechanisms side by side; the one of which the least error can be promised is chosen."""
    rows = [assess_counter(asked, counter, notes, tell) for counter, notes in candidate_counters(asked, tell)]
    ranked = tuple(sorted(rows, key=lambda row: as_float(row.decisive(asked.rounds).at_most)))
    ranked = tuple(certified_ranking(ranked, asked.rounds))
    first, *others = ranked
    mine = first.decisive(asked.rounds).at_most
    rivals = tuple(
        each.name for each in others if is_surely_smaller(each.decisive(asked.rounds).at_least, mine)
    )
    shares = (
        ()
        if asked.mu is None
        else tuple(least_variance_stretches(asked.N, [(each.name, each.counter.variance) for each in rows]))
    )
    return CountPlan(
        asked,
        ranked,
        shares,
        rivals,
        explain_decision(asked, ranked, rivals, shares),
        tuple(list_assumptions(asked, first)),
    )


def certified_ranking(ranked: tuple[Row, ...], rounds: Rounds) -> list[Row]:
    """The order by floats, its neighbours compared by certified numbers until none is before a smaller one."""
    found: list[Row] = []
    for row in ranked:
        place = len(found)
        while place and is_surely_smaller(
            row.decisive(rounds).at_most, found[place - 1].decisive(rounds).at_most
        ):
            place -= 1
        found.insert(place, row)
    return found


def candidate_counters(asked: Deployment, tell: Tell) -> Iterator[tuple[Counter, tuple[str, ...]]]:
    """The mechanisms: m-shot by three rules and at both ends, and the two in which NULL is seen."""
    N, T, whole = asked.N, asked.T, asked.budget
    tell("all m and r")
    tail = asked.beta / T if asked.rounds is Rounds.ALL else asked.beta
    notes: dict[Shots, list[str]] = {}

    def reporting(m: int, r: Fraction) -> Shots:
        return Shots(T, m, r if m < T else Fraction(0), whole.over(m))

    found = least_error(N, T, whole, tail, asked.active).shots
    notes.setdefault(reporting(found.m, found.r), []).append("least error of all m and r")
    steady = least_variance(N, T, whole, asked.active)
    notes.setdefault(reporting(steady.m, steady.r), []).append("least variance of all m and r")
    notes.setdefault(reporting(best_m(T, whole.epsilon()), Fraction(0)), []).append("m* of source 1")
    for m in (1, T):
        notes.setdefault(reporting(m, Fraction(0)), [])
    slow = (SLOW,) if asked.theta is not None and too_long(asked) else ()
    yield OneReport(asked, Which.GLANCE), slow
    yield OneReport(asked, Which.HARMONY_PUBLISHED), slow
    for shots, why in notes.items():
        yield Reporting(asked, shots), tuple(why)


def counter_title(counter: Counter) -> str:
    """What people call it."""
    if isinstance(counter, OneReport):
        return TITLES[counter.which]
    if not isinstance(counter, Reporting):
        return counter.mechanism
    shots = counter.shots
    if shots.m == shots.T:
        return "BORAPPOR"
    if shots.m == 1 and not shots.r:
        return "Harmony"
    return f"{shots.m}-shot, r = {shots.r}"


def assess_counter(asked: Deployment, counter: Counter, notes: tuple[str, ...], tell: Tell) -> Row:
    """Everything of one mechanism."""
    name = counter_title(counter)
    tell(name)
    one = counter.one_round(asked.beta)
    spread = counter.largest_variance() if asked.mu is None else counter.variance(asked.mu)
    every = all_rounds_error(asked, counter, one)
    return Row(
        name, notes, counter, one, every, spread, tuple(counter.printed()), detection_scores(asked, counter)
    )


def all_rounds_error(asked: Deployment, counter: Counter, one: Promise) -> Promise:
    """The largest error over all rounds: exactly where rounds are independent, else it is between two numbers."""
    if asked.T == 1:
        return one
    if not counter.independent:
        most = counter.at_most(asked.beta / asked.T)
        return Promise(one.at_least, most, Grounds.UNION if one.exact else one.grounds)
    # No round is off with probability (1 - tail)^T = 1 - beta.
    each = 1 - exp(log(Real(1 - asked.beta)) / asked.T)
    around = enclose(each, 4 * DIGITS)
    low, high = (counter.at_most(Fraction(end)) for end in (around.upper, around.lower))
    return (
        exact_promise(low, Grounds.INDEPENDENT)
        if is_surely_equal(low, high)
        else Promise(low, high, Grounds.INDEPENDENT)
    )


def explain_decision(
    asked: Deployment, ranked: tuple[Row, ...], rivals: tuple[str, ...], shares: tuple[Stretch, ...]
) -> str:
    """What decides, in words."""
    first, *others = ranked
    mine = first.decisive(asked.rounds)
    if not isinstance(mine.at_most, Real):
        raise Refused(
            Reason.TOO_FEW_PEOPLE,
            "no mechanism has an error that can be promised",
            "more people, or a larger beta",
        )
    when = {
        Rounds.FIRST: f"in a round with a share of {asked.mu} active",
        Rounds.WORST: "in any one round, whoever is active,",
        Rounds.ALL: f"in some of the {asked.T} rounds",
    }[asked.rounds]
    said = [
        f"{first.name}: its error exceeds {format_rounded_up(mine.at_most)} {when} with probability {asked.beta} at most"
    ]
    if others:
        second = others[0]
        theirs = second.decisive(asked.rounds)
        verb = "it is" if theirs.exact else "no more than"
        said.append(f"; of the next, {second.name}, {verb} {format_rounded_up(theirs.at_most)}")
        said.append(
            f" (open: {', '.join(rivals)} may be better, as their errors are only bounded)."
            if rivals
            else "."
        )
    else:
        said.append(".")
    said.extend(explain_variance(asked, first.name, shares))
    return "".join(said)


def explain_variance(asked: Deployment, name: str, shares: tuple[Stretch, ...]) -> Iterator[str]:
    """Where the least variance changes hands on either side of mu, or that it is another's."""
    here = next((each for each in shares if each.first <= (asked.active or 0) <= each.last), None)
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


def list_assumptions(asked: Deployment, first: Row) -> Iterator[str]:
    """What the promise hangs on."""
    yield "everybody's coins are independent and exact"
    if asked.mu is None:
        yield "nothing about who is active"
    elif asked.rounds is Rounds.ALL:
        yield f"in every round a share of {asked.mu} is active"
    else:
        yield f"in the round a share of {asked.mu} is active"
    counter = first.counter
    if isinstance(counter, OneReport):
        yield "it may be seen who reports in which round"
        if counter.fill is None and asked.T > 1:
            empty = empty_round if asked.rounds is Rounds.ALL else no_report_probability
            chance = format_rounded_up(empty(asked.N, asked.T))
            yield f"a round without reports has no estimate; that counts as an error, with probability {chance} at most"
    if asked.rounds is Rounds.ALL and first.all_rounds.grounds is not Grounds.INDEPENDENT:
        yield "nothing about how rounds hang together: the union bound holds for all streams"
