"""Whether a program that draws from its own coins draws from the exact law: bets on what is read off its outputs.

With each input, each observation has a capital (`law_capital`), and so has the repetition of outputs
(`repetition_capital`). For each observation a quarter of the capital is the product over the inputs, whose draws are
independent, a quarter is their mean, and half is bet on the counts of all inputs together: inputs with the same law of
the observation share their counts (`PooledDraws`), and the capitals of different laws are multiplied. Repetitions, and
an observation with another law for each input, are not pooled: half of their capital is the product, and half the mean.
All observations have the same share.
The average over observations is a supermartingale under the law. So for a right program the probability that it ever
reaches 1/alpha is at most alpha.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import groupby
from math import ceil, inf, log, sqrt
from operator import mul
from typing import NamedTuple

from ldproof import defaults
from ldproof.errors import Refused
from ldproof.evidence.goodness_of_fit import (
    BITS,
    MOST,
    Repetition,
    repetition_capital,
    shared_capital,
)
from ldproof.json_values import shorten_text
from ldproof.mechanisms import from_text, json_from_text, to_text
from ldproof.numbers import Ball, ball, precision
from ldproof.oracle.conformance.mistakes import MISTAKES
from ldproof.oracle.conformance.observations import (
    OWN_COLUMN,
    InRounds,
    Observation,
    has_few_outputs,
    output_observations,
    places_left_out,
    rational_upper_bound,
    state_effect,
)
from ldproof.oracle.conformance.pooling import ALONE, AloneObservation, CellObservation
from ldproof.parameters import format_assignments
from ldproof.programs import DrawnOutput, Parameters, Program, Value
from ldproof.registry import AnyMechanism

ALPHA = Fraction(1, 10**6)
"""The default probability with which a program that draws from the law may be called different."""

DRAWS = defaults.CONFORM_DRAWS
"""The default number of draws, at most."""

DOUBTED = 100
"""An explanation is dropped when the capital against it reaches this."""

FIRST, LARGEST = 16, 1000
"""The draws from each input before the first test, and at most between two tests."""

AT_ONCE = 1000
"""The most inputs in a request."""


AGAIN = "the output as a whole"
"""The name of the observation that tests for repeated outputs."""


@dataclass(slots=True)
class Arm:
    """An input under some parameters: what is observed in its outputs, and the outputs that came."""

    mechanism: AnyMechanism
    name: str
    parameters: Parameters
    secret: str
    observed: Sequence[Observation]
    outputs: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)
    """Two draws in a row, each on a line; every draw is in one pair, and all pairs are whole at a look."""
    first: list[str] = field(default_factory=list)
    """The first outputs, in their order."""
    chances: dict[str, Fraction] = field(default_factory=dict)
    """The probabilities of outputs, as far as they were asked for."""
    impossible: str | None = None
    """The first output that is none of the mechanism's."""
    tallies: dict[str, Counter[str]] = field(init=False)
    """The counts of each observation's values, by its name."""

    def __post_init__(self) -> None:
        self.tallies = {
            each.name: each.count_values(self.pairs if each.twice else self.outputs) for each in self.observed
        }

    @property
    def draw_count(self) -> int:
        """The number of draws so far."""
        return self.outputs.total()

    def draw_more(self, program: Program, count: int) -> None:
        """Draw `count` more outputs from the program."""
        self.note_draws(program.randomize(self.name, self.parameters, self.input_value, count))

    @property
    def input_value(self) -> Value:
        """The input as the JSON value that requests have."""
        return json_from_text(self.mechanism.secrets, self.secret)

    def note_draws(self, draws: Iterable[DrawnOutput]) -> None:
        """Count some drawn outputs, and note the first that is impossible."""
        space, came = self.mechanism.outputs, list[str]()
        for seen in draws:
            try:
                came.append(to_text(space, space.read(seen.output)))
            except Refused:
                self.impossible = self.impossible or shorten_text(repr(seen.output))
        self.first += came[: MOST - len(self.first)]
        one, two = Counter(came), Counter(map("\n".join, zip(came[::2], came[1::2], strict=False)))
        self.outputs.update(one)
        self.pairs.update(two)
        for each in self.observed:
            self.tallies[each.name].update(each.count_values(two if each.twice else one))

    def output_probability(self, output: str) -> Fraction:
        """The probability of an output, or a bound from above that is hardly larger."""
        if output not in self.chances:
            secret = from_text(self.mechanism.secrets, self.secret)
            sent = from_text(self.mechanism.outputs, output)
            self.chances[output] = rational_upper_bound(self.mechanism.likelihood(secret, sent))
        return self.chances[output]

    def __str__(self) -> str:
        words = " ".join(format_assignments(self.parameters))
        return f"with input {self.secret}{' and ' * bool(words)}{words}"


@dataclass(frozen=True, slots=True)
class LawFit:
    """The result of a test of draws against the law."""

    draws: int
    alpha: Fraction
    logarithm: float
    """The logarithm of the capital, rounded down; infinite after an impossible output."""
    different: bool
    observation: str
    """The one that speaks most against the law, in a sentence."""
    explanation: str | None
    sees: str
    """The deviation that so many draws detect, in words."""
    constant: bool
    """Whether one and the same output came every time, with every input."""
    needed: int
    """The draws, of all inputs together, that detect that an even probability is 0 or 1 instead."""
    left_out: Sequence[str] = ()
    """The sentences on the places of an output that were not tested alone."""

    @property
    def too_few(self) -> bool:
        """Whether nothing is known: the draws do not contradict the law, and are too few to show a deviation."""
        return not self.different and self.draws < self.needed


def fit_law(
    program: Program,
    arms: Sequence[Arm],
    alpha: Fraction = ALPHA,
    most: int = DRAWS,
    watch: Callable[[int], None] = lambda _: None,
    *,
    together: bool = False,
) -> LawFit:
    """Draw from each input in turn until the law is refuted, or there have been `most` draws, or one of each input.

    A program that takes several inputs at once is asked in this way every other time.
    """
    size, at_once, needed = FIRST, False, draws_needed(arms, alpha)
    while True:
        rest = most - sum(each.draw_count for each in arms)
        several = max(1, min(size, rest // len(arms)))
        if at_once:
            for _, alike in groupby(arms, lambda each: each.parameters):
                draw_together(program, [*alike], several)
        else:
            for each in arms:
                each.draw_more(program, several)
        found = current_fit(arms, alpha, needed)
        watch(found.draws)
        if found.different:
            return replace(found, explanation=find_matching_mistake(program, arms)) if found.draws else found
        if found.draws + len(arms) > most:
            left_out = [words for each in arms for words in places_left_out(each.mechanism)]
            left_out += [*unseen_states(arms, alpha), *missing_value_warnings(arms, alpha)]
            return replace(found, left_out=tuple(dict.fromkeys(left_out)))
        size, at_once = min(2 * size, LARGEST), together and not at_once


def draw_together(program: Program, arms: Sequence[Arm], count: int) -> None:
    """Draw more outputs of each input, with the inputs alternating in a request."""
    given, left = [each.input_value for each in arms], count
    while left:
        rounds = min(left, max(1, AT_ONCE // len(arms)))
        draws = program.randomize_each(arms[0].name, arms[0].parameters, given * rounds)
        for place, each in enumerate(arms):
            each.note_draws(draws[place :: len(arms)])
        left -= rounds


def current_fit(arms: Sequence[Arm], alpha: Fraction, needed: int) -> LawFit:
    """The result of the test so far, given the draws that a verdict needs."""
    draws = sum(each.draw_count for each in arms)
    constant = len({output for each in arms for output in each.outputs}) == 1
    with precision(BITS):
        wealth = [each for each in observation_standings(arms) if each is not None]
        total = sum((each.wealth for each in wealth), ball(0))
        impossible = next((each for each in arms if each.impossible or impossible_output(each)), None)
        different = impossible is not None or bool(total.lower() >= ball(1 / alpha).upper())
        logarithm = float("inf") if impossible else float(total.log().lower())
    if impossible is not None:
        words = f"an output that cannot come, {impossible.impossible or impossible_output(impossible)}, came {impossible}"
    else:
        words = largest_standing(wealth).words()
    return LawFit(
        draws,
        alpha,
        logarithm,
        different,
        words,
        None,
        detectable_deviation(arms, alpha),
        constant,
        needed,
    )


class LawEvidence(NamedTuple):
    """A capital against the law, with its evidence in words."""

    wealth: Ball
    words: Callable[[], str]


def largest_standing(standings: Iterable[LawEvidence]) -> LawEvidence:
    """The standing with the largest capital, compared in floats."""
    return max(standings, key=lambda each: float(each.wealth.log().mid()))


def observation_standings(arms: Sequence[Arm]) -> Iterator[LawEvidence | None]:
    """The capital of each observation, divided by their number; None where an impossible value came."""
    by_name: defaultdict[str, list[LawEvidence | None]] = defaultdict(list)
    pooled: defaultdict[str, list[PooledDraws]] = defaultdict(list)
    for arm in arms:
        for each in arm.observed:
            tally = arm.tallies[each.name]
            wealth = each.capital(tally)
            by_name[each.name].append(
                None
                if wealth is None
                else LawEvidence(wealth, partial(describe_deviation, each, tally, str(arm)))
            )
            if wealth is not None:
                pool_draws(pooled[each.name], each, tally, wealth)
        found = repetition_capital(arm.first, arm.output_probability)
        by_name[AGAIN].append(
            None if found is None else LawEvidence(found.wealth, partial(describe_repetition, arm, found))
        )
    for name, places in by_name.items():
        finite = [each for each in places if each is not None]
        if len(finite) < len(places):
            yield None
            continue
        shared = shared_capital([each.wealth for each in finite])
        if len(pooled[name]) < len(finite) and name != AGAIN:
            together = [each.evidence() for each in pooled[name]]
            shared = (shared + reduce(mul, (each.wealth for each in together))) / 2
            finite += together
        yield LawEvidence(shared / len(by_name), largest_standing(finite).words)


@dataclass(slots=True)
class PooledDraws:
    """The counts of an observation with all inputs for which it has the same law."""

    observation: Observation
    tally: Counter[str]
    alone: Ball
    """The capital of bets on the counts with the first input."""
    inputs: int = 1

    def evidence(self) -> LawEvidence:
        """The capital of bets on the counts of all these inputs."""
        found = self.alone if self.inputs == 1 else self.observation.capital(self.tally)
        words = f"with {self.inputs} input{'s together' * (self.inputs > 1)}"
        return LawEvidence(
            ball(0) if found is None else found,  # never None, as no input has an impossible value
            partial(describe_deviation, self.observation, self.tally, words),
        )


def pool_draws(
    pooled: list[PooledDraws], observation: Observation, tally: Counter[str], wealth: Ball
) -> None:
    """Add the counts with one more input to those of the inputs with the same law."""
    for each in pooled:
        if (each.observation.chances, each.observation.tilts) == (observation.chances, observation.tilts):
            each.tally = each.tally + tally
            each.inputs += 1
            return
    pooled.append(PooledDraws(observation, tally, wealth))


def impossible_output(arm: Arm) -> str | None:
    """An output that came although its probability is 0, in words; None if there is none."""
    for each in arm.observed:
        for seen, count in arm.tallies[each.name].items():
            if count and not each.chances.get(each.outcome_of(seen)):
                return f"{each.name} = {seen}"
    twice = (output for output, count in Counter(arm.first).items() if count > 1)
    return next((shorten_text(output) for output in twice if not arm.output_probability(output)), None)


def describe_deviation(observation: Observation, tally: Counter[str], where: str) -> str:
    """The value of an observation that deviates most, or the mean of a number, in words."""
    whole = tally.total()
    if isinstance(observation, CellObservation):
        same, pairs = observation.agreeing_pairs(tally)
        law = sum(chance**2 for chance in observation.chances.values())
        return (
            f"{observation.name}: it is equally right or wrong in {same:,} of {pairs:,} pairs of draws of the same kind "
            f"{where}; the probability of that is {float(law):.4g}"
        )
    if observation.tilts:
        mean = sum(int(value) * count for value, count in tally.items()) / max(1, whole)
        law = sum(int(value) * chance for value, chance in observation.chances.items())
        return f"{observation.name}: {mean:.4g} in {whole:,} draws {where}, and {float(law):.4g} by the law"
    seen = max(
        observation.chances,
        key=lambda each: frequency_divergence(tally[each], whole, float(observation.chances[each])),
    )
    return (
        f"{observation.name} is {seen} in {tally[seen]:,} of {whole:,} {'pairs' if observation.twice else 'draws'} {where}; "
        f"its probability is {float(observation.chances[seen]):.4g}"
    )


def describe_repetition(arm: Arm, found: Repetition) -> str:
    """Return the clause on how often a draw repeats an earlier one."""
    earlier = f"as {found.step} draws before" if found.step else "one that had come before"
    return f"{AGAIN} is {earlier} in {found.times:,} of {found.draws:,} draws {arm}, and they are to be independent"


def frequency_divergence(count: int, draws: int, chance: float) -> float:
    """Return how much a bet on a value gains if its frequency is known beforehand, per draw: a relative entropy."""
    share = count / max(1, draws)
    return sum(
        seen * log(seen / likely) if likely else inf
        for seen, likely in ((share, chance), (1 - share, 1 - chance))
        if seen
    )


def detectable_deviation(arms: Sequence[Arm], alpha: Fraction) -> str:
    """The deviation of an even probability that so many draws detect, in words."""
    draws = max(1, min(each.draw_count for each in arms))
    off = min(0.5, sqrt(evidence_needed(arms, alpha, draws) / (2 * draws)))
    return f"an even chance that is off by {off:.2g} with one input"


def unseen_states(arms: Sequence[Arm], alpha: Fraction) -> Iterator[str]:
    """The sentences on mechanisms with too few draws to detect that one round reports the state of another."""
    draws = max(1, min(each.draw_count for each in arms))
    for each in arms:
        if isinstance(each.mechanism, InRounds):
            chance, effect = map(float, state_effect(each.mechanism))
            seen = sqrt(2 * chance * (1 - chance) * evidence_needed(arms, alpha, draws) / draws)
            if effect < seen:
                yield (
                    f"a round's state changes what it sends by {effect:.2g}, and so many draws show {seen:.2g}: "
                    "it was not tested whether a single round reports the state of another one"
                )


def missing_value_warnings(arms: Sequence[Arm], alpha: Fraction) -> Iterator[str]:
    """Warn of mechanisms with too few draws to detect that one value of many is missing or replaced.

    A value with probability p is missing from n draws with probability (1 - p)^n, and that of n draws for another input
    is the likelihood ratio of a program that ignores its input.
    """
    observed: dict[tuple[str, int], Observation] = {}
    counts: Counter[tuple[str, int]] = Counter()
    for arm in arms:
        by_law = {(each.name, len(each.chances)): each for each in arm.observed}
        observed |= by_law
        counts.update(dict.fromkeys(by_law, arm.draw_count))
    for law, each in observed.items():
        draws = counts[law]
        needed = evidence_needed(arms, alpha, draws)
        if isinstance(each, AloneObservation) and not each.shifted:
            count = len(each.chances)
            if -draws * log(1 - 1 / count) < needed + log(count):
                yield (
                    f"so few draws do not show whether one of {count:,} values of {each.name.removesuffix(ALONE)} never comes; "
                    f"--draws {ceil(-1.1 * (needed + log(count)) / log(1 - 1 / count))}, or more, can"
                )
        elif each.name == OWN_COLUMN and min(map(float, each.chances.values())) * draws < needed:
            yield "so few draws do not show whether a report is about its own column more often than about others"


def draws_needed(arms: Sequence[Arm], alpha: Fraction) -> int:
    """The draws, of all inputs together, after which `detectable_deviation` is an even probability that is 0 or 1.

    Each step is at most the least solution of draws >= 2 evidence(draws), as the evidence increases with the draws.
    """
    draws, before = 1, 0
    while draws > before:
        before, draws = draws, ceil(2 * evidence_needed(arms, alpha, draws))
    return draws * len(arms)


def evidence_needed(arms: Sequence[Arm], alpha: Fraction, draws: int) -> float:
    """The logarithm that the capital of one observation needs after some draws of each input."""
    share = 4 * len({AGAIN, *(each.name for arm in arms for each in arm.observed)}) * len(arms)
    return log(share / alpha) + log(draws) / 2 + log(3)


def find_matching_mistake(program: Program, arms: Sequence[Arm]) -> str | None:
    """The first known mistake whose law the draws, and some more of them, do not contradict; None if there is none.

    None is sought where outputs are too many to list, as its law would be too.
    """
    if not all(has_few_outputs(each.mechanism) for each in arms):
        return None
    while min(each.draw_count for each in arms) < LARGEST:
        for each in arms:
            each.draw_more(program, FIRST)
    for mistake in MISTAKES:
        others: list[Arm] = []
        for arm in arms:
            texts = {name: each for name, each in arm.parameters.items() if isinstance(each, str)}
            chances = next(mistake.mistaken_laws(arm.name, texts, arm.secret), None)
            if chances is None:
                others.append(arm)
                continue
            known = {output: chances.get(output, Fraction(0)) for output in arm.first}
            others.append(replace(arm, observed=tuple(output_observations(chances)), chances=known))
        changed = any(other is not arm for other, arm in zip(others, arms, strict=True))
        if changed and not is_refuted(others):
            return f"the draws fit a program that {mistake.words}"
    return None


def is_refuted(arms: Sequence[Arm]) -> bool:
    """Whether the draws contradict the laws of an explanation, at a lower threshold than for a verdict."""
    with precision(BITS):
        wealth = [*observation_standings(arms)]
        whole = [each.wealth for each in wealth if each is not None]
        odd = len(whole) < len(wealth) or any(each.impossible for each in arms)
        return odd or bool(sum(whole, ball(0)) >= DOUBTED)
