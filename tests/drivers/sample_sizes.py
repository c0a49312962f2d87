"""Compare the sample sizes of audits with fixed seeds with those that were recorded.

`python -m tests.drivers.sample_sizes [--record] [NAME ...]` runs each audit once per seed, prints the median number of
pairs to a verdict, and exits with status 1 where a verdict has changed or a median is more than 3% larger than the
recorded one. It also counts the audits whose whole course is as recorded: a change that is meant to restructure code
keeps all of them.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import combinations
from math import exp
from pathlib import Path
from statistics import median
from typing import TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from ldproof.auditor import AuditPlan, AuditState, Drawn, Pair, begin_audit, parse_claim
from ldproof.programs import DrawnOutput, parse_value
from tests.audit.laws import ALPHA

RECORD = Path(__file__).with_suffix(".json")
SEEDS = range(5)
WORSE = 1.03
"""The largest accepted ratio of a median to the recorded one."""

Inputs: TypeAlias = NDArray[np.intp]
Randomizer: TypeAlias = Callable[[Generator, Inputs], list[DrawnOutput]]
"""The outputs of a mechanism for some inputs, one after the other."""
Course: TypeAlias = tuple[str, int, str]
"""The verdict, the number of pairs, and a hash of the course."""


def from_laws(likelihoods: Callable[[int], list[float]]) -> Randomizer:
    """Return a mechanism with outputs 0, 1, ... by their likelihoods, up to a factor, for each input."""

    def draw(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
        laws = [np.array(likelihoods(side)) for side in range(int(inputs.max()) + 1)]
        drawn = [random.choice(len(laws[side]), p=laws[side] / laws[side].sum()) for side in inputs.tolist()]
        return [DrawnOutput(int(each)) for each in drawn]

    return draw


def kary_response(size: int, epsilon: float) -> Randomizer:
    return from_laws(lambda side: [exp(epsilon) if each == side else 1.0 for each in range(size)])


def hadamard_response(size: int, epsilon: float) -> Randomizer:
    return from_laws(lambda side: [exp(epsilon) if each >> side & 1 else 1.0 for each in range(size)])


def rare_output(among: int, epsilon: float) -> Randomizer:
    return from_laws(lambda side: [exp(epsilon * side), among - exp(epsilon * side)])


def laplace_noise(epsilon: float, grid: float) -> Randomizer:
    """Laplace noise, rounded to a grid; as floats are added, if the grid is 0."""

    def draw(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
        noise = random.laplace(0, 1 / epsilon, len(inputs))
        return [*map(DrawnOutput, (inputs + (grid * np.rint(noise / grid) if grid else noise)).tolist())]

    return draw


def answer_and_last_input(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Randomized response at odds 2, beside the input of the draw before."""
    answers = np.where(random.random(len(inputs)) < 2 / 3, inputs, 1 - inputs)
    pairs = zip(answers.tolist(), np.roll(inputs, 1).tolist(), strict=True)
    return [*map(DrawnOutput, pairs)]


def repeated_answers(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Randomized response at odds 3 with coins that begin again after 16 draws."""
    truths = np.resize(random.random(16) < 3 / 4, len(inputs))
    return [*map(DrawnOutput, np.where(truths, inputs, 1 - inputs).tolist())]


def xor_of_two_bits(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Twenty-four fair bits, two of which differ as randomized response at odds 6 says."""
    bits = random.integers(0, 2, (len(inputs), 24))
    answers = np.where(random.random(len(inputs)) < 6 / 7, inputs, 1 - inputs)
    bits[:, 17] = bits[:, 5] ^ answers
    return [DrawnOutput(tuple(row)) for row in bits.tolist()]


def object_with_hexadecimal(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """An object of which a bit of a text in base 16 is an answer at odds 6; the list in it has no fixed length."""
    answers = np.where(random.random(len(inputs)) < 6 / 7, inputs, 1 - inputs)
    found = []
    for answer, number in zip(answers.tolist(), random.integers(0, 2**16, len(inputs)).tolist(), strict=True):
        text = f"{number & ~8 | answer << 3:04x}"
        listed = random.integers(0, 9, random.integers(1, 4)).tolist()
        thing = {"id": text, "of": {"kind": "ab"[number & 1], "listed": listed}}
        found.append(DrawnOutput(parse_value(thing)))
    return found


def matrix_of_numbers(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Two rows of three numbers, the first of which is smaller than the last oftener with one input."""
    found = random.random((len(inputs), 2, 3))
    answers = np.where(random.random(len(inputs)) < 6 / 7, inputs, 1 - inputs)
    first, last = found[:, 0, 0].copy(), found[:, 1, 2].copy()
    low, high = np.minimum(first, last), np.maximum(first, last)
    found[:, 0, 0], found[:, 1, 2] = np.where(answers, low, high), np.where(answers, high, low)
    return [DrawnOutput(tuple(map(tuple, each))) for each in found.tolist()]


def short_and_long_texts(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Texts of letters, of an odd length oftener with one input."""
    answers = np.where(random.random(len(inputs)) < 6 / 7, inputs, 1 - inputs)
    letters = random.integers(0, 6, (len(inputs), 12)).tolist()
    lengths = (2 * random.integers(2, 5, len(inputs)) + answers).tolist()
    return [
        DrawnOutput("".join("abcdef"[each] for each in row[:length]))
        for row, length in zip(letters, lengths, strict=True)
    ]


def bytes_read(random: Generator, inputs: Inputs) -> list[DrawnOutput]:
    """Randomized response at odds e that reads a second byte only with one input, in one of ten draws."""
    bits = (random.random(len(inputs)) < exp(1) / (exp(1) + 1)) ^ (inputs == 1)
    taken = 1 + ((random.random(len(inputs)) < 0.1) & (inputs == 1))
    return [DrawnOutput(int(bit), int(more)) for bit, more in zip(bits, taken, strict=True)]


AUDITS: Mapping[str, tuple[Randomizer, int, int]] = {
    "randomized response, 1.05 times the claim": (kary_response(2, 1.05), 2, 60_000),
    "randomized response, 1.2 times the claim": (kary_response(2, 1.2), 2, 20_000),
    "one output in 100, 1.5 times the claim": (rare_output(100, 1.5), 2, 60_000),
    "Hadamard response of 16, 1.2 times the claim": (hadamard_response(16, 1.2), 2, 20_000),
    "4-ary randomized response, 1.2 times the claim": (kary_response(4, 1.2), 2, 20_000),
    "Laplace noise of two thirds of the scale": (laplace_noise(1.5, 2.0**-20), 2, 10_000),
    "Laplace noise added in floats": (laplace_noise(1, 0), 2, 5_000),
    "an answer beside the last input": (answer_and_last_input, 2, 5_000),
    "answers that repeat": (repeated_answers, 2, 5_000),
    "two bits of 24": (xor_of_two_bits, 2, 5_000),
    "a bit of a text in an object": (object_with_hexadecimal, 2, 3_000),
    "the order of two numbers in lists of lists": (matrix_of_numbers, 2, 3_000),
    "an odd length of a text": (short_and_long_texts, 2, 3_000),
    "bytes of coins": (bytes_read, 2, 5_000),
    "8-ary randomized response, all pairs": (kary_response(8, 1.5), 8, 20_000),
    "private randomized response": (kary_response(2, 1), 2, 4_000),
}
"""The mechanism, the number of its inputs, and the most pairs that are drawn; each claims epsilon = 1."""


def run_course(randomize: Randomizer, inputs: int, most: int, seed: int) -> Course:
    """Audit a mechanism to the end."""
    pairs = tuple(Pair(one, other) for one, other in combinations(range(inputs), 2))
    course = begin_audit(AuditPlan(parse_claim("black-box", {"epsilon": "1"}), pairs, ALPHA, most))
    random = np.random.default_rng(seed)
    while (draw := course.next_draw()) is not None:
        order = random.integers(0, len(draw.inputs), draw.count)
        given = np.array(draw.inputs, dtype=np.intp)[order]
        keys = tuple(each.tally_key() for each in randomize(random, given))
        tallies: tuple[Counter[str], ...] = tuple(Counter() for _ in draw.inputs)
        for side, key in zip(order.tolist(), keys, strict=True):
            tallies[side][key] += 1
        course = course.after_draw(Drawn(tallies, tuple(order.tolist()), keys))
    return course.verdict, course.pairs_drawn, digest_course(course)


def digest_course(course: AuditState) -> str:
    """Return a hash of what an audit shows, from the first batch to the last."""
    points = [(each.turn, each.pairs, str(each.logarithm), str(each.bound)) for each in course.history]
    standings = [
        (each.name, each.pair, each.likely, each.counts.counts(), str(each.weight), each.breach)
        for each in course.bet_standings()
    ]
    return sha256(json.dumps([points, standings]).encode()).hexdigest()[:12]


def main(words: list[str]) -> int:
    """Run the audits that are named, or all."""
    record = "--record" in words
    names = [each for each in words if each != "--record"] or [*AUDITS]
    before = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    wrong = 0
    print(f"{'each claims epsilon = 1':50}{'recorded':>9}{'now':>9}{'alike':>7}")
    for name in names:
        found = [run_course(*AUDITS[name], seed) for seed in SEEDS]
        old = before.get(name, []) if not record else found
        pairs, recorded = (median(each for _, each, _ in runs) if runs else 0 for runs in (found, old))
        verdicts = [[each for each, _, _ in runs] for runs in (found, old)]
        worse = verdicts[0] != verdicts[1] or pairs > WORSE * recorded
        alike = sum([*one] == [*other] for one, other in zip(found, old, strict=False))
        print(f"{name:50}{recorded:9}{pairs:9}{alike:5}/{len(SEEDS)}{' worse' * worse}", flush=True)
        wrong |= worse
        before[name] = found if record else before.get(name)
    if record:
        RECORD.write_text(json.dumps(before, indent=1) + "\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
