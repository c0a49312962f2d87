"""The events that are learnt from past draws, and their expected evidence."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import exp, inf, log, nan

import numpy as np
import pytest
from numpy.random import Generator
from numpy.typing import NDArray

from ldproof.auditor import AuditPlan, Claim, Pair, Verdict, parse_claim
from ldproof.auditor.bets import partition_around_event
from ldproof.auditor.learn import conditions as looked_at
from ldproof.auditor.learn.conditions import Sides, telling_conditions
from ldproof.auditor.learn.events import (
    NOTHING,
    Event,
    Half,
    Proposal,
    candidate_features,
    cut_points,
    evidence_per_pair,
    excess_in_standard_errors,
    expected_evidence,
    learnt_events,
    propose_events,
    table_of_half,
)
from ldproof.auditor.learn.features import Feature, feature_column, outputs_meeting
from ldproof.auditor.learn.outputs import Outputs, parse_drawn_output, parse_drawn_outputs
from ldproof.evidence.event_bets import pairs_until_rejection
from ldproof.probability import divergence
from ldproof.programs import DrawnOutput, Value, parse_value
from tests.audit import laws
from tests.audit.laws import (
    ALPHA,
    Drawing,
    audit_drawing,
    binary_response,
    draw_by_laws,
    draw_outputs,
    unary_response,
)
from tests.tiers import slow, some

BLACK = parse_claim("black-box", {"epsilon": "1"})
E = exp(1)


def draw_halves(drawing: Drawing, pairs: int, seed: int = 1) -> tuple[Half, Half]:
    """Draw the two halves of a past."""
    random = np.random.default_rng(seed)
    one, other = (Half(drawing(random, 0, pairs), drawing(random, 1, pairs)) for _ in range(2))
    return one, other


def best_event(drawing: Drawing, pairs: int, known: tuple[Event, ...] = (), made: Claim = BLACK) -> Proposal:
    """Learn the best event from `pairs` pairs in each half."""
    best, _ = learn_from_past(draw_halves(drawing, pairs), known, made)
    assert best is not None
    return best


def learn_from_past(
    past: tuple[Half, Half], known: Sequence[Event], made: Claim = BLACK
) -> tuple[Proposal | None, float]:
    """Return the best event of a past, with its expected evidence, or None."""
    keys = {key for half in past for side in (half.one, half.other) for key in side}
    return learnt_events(parse_drawn_outputs(made, keys), past, known, float(made.odds))


def test_expected_evidence_converges_to_the_limit() -> None:
    """Cases: both inequalities are broken, or the first, or the second, which is the first for the complement."""
    corner = 1 / (E + 1)
    both = divergence(0.75, E * corner) + divergence(0.25, corner)
    for p1, p0, fewest in (
        (0.75, 0.25, -log(0.05) / both),
        (0.2, 0.06, pairs_until_rejection(E, 0.2, 0.06, 0.05)),
        (0.8, 0.4, pairs_until_rejection(E, 0.6, 0.2, 0.05)),
    ):
        expected = float(expected_evidence(np.array(p1 * 10**9), np.array(p0 * 10**9), 10**9, E))
        assert expected == pytest.approx(-log(0.05) / fewest, rel=0.02)
    assert expected_evidence(np.array(2e8), np.array(1e8), 10**9, E) == pytest.approx(0, abs=1e-9)
    assert evidence_per_pair(np.array(1.0), np.array(-0.1), E) == 0


def test_common_event_promises_more_and_sides_are_symmetric() -> None:
    common, rare = expected_evidence(np.array([731.0, 27.0]), np.array([269.0, 10.0]), 1000, E)
    assert common > 3 * rare
    one, other = np.array([70.0, 30.0, 0.0]), np.array([20.0, 3.0, 40.0])
    np.testing.assert_allclose(expected_evidence(one, other, 100, E), expected_evidence(other, one, 100, E))
    np.testing.assert_allclose(
        expected_evidence(100 - one, 100 - other, 100, E), expected_evidence(one, other, 100, E)
    )


def test_event_of_one_side_alone_needs_enough_draws() -> None:
    """Once in fifty draws of side 0 and never of side 1 is a leak. Of a rare event, 9 to 0 is chance, 20 to 0 not."""
    few, many = (float(expected_evidence(np.array(n / 50), np.array(0.0), n, E)) for n in (100, 5000))
    assert few < many
    assert many > evidence_per_pair(np.array(0.02), np.array(1.0), E)
    chance, leak = (float(expected_evidence(np.array(n), np.array(0.0), 4000, E)) for n in (9.0, 20.0))
    assert chance < evidence_per_pair(np.array(9 / 4000), np.array(0.1), E)
    assert leak > evidence_per_pair(np.array(20 / 4000), np.array(0.5), E)
    assert excess_in_standard_errors(np.array(0.5), np.array(0.5 / E), 100, E) == pytest.approx(0)
    assert excess_in_standard_errors(np.array(E / 1000), np.array(0.0), 999, E) == pytest.approx(1, rel=0.01)


def test_few_draws_promise_less_than_their_rates() -> None:
    """A ratio of 3.4 in 100 draws is no evidence against e yet; in 10^6 draws it is."""
    few, many = (float(expected_evidence(np.array(0.34 * n), np.array(0.1 * n), n, E)) for n in (100, 10**6))
    plain = float(evidence_per_pair(np.array(0.44), np.array(log(3.4) - 1), E))
    assert few < plain / 2
    assert many == pytest.approx(plain, rel=0.05)


def test_best_event_of_categories_is_one_category() -> None:
    """Either side's own category, or the complement of the other side's: no other set has more evidence."""
    one: dict[Value, float] = {"a": 0.5, "b": 0.1, "c": 0.2, "d": 0.2}
    best = best_event(draw_by_laws(one, {**one, "a": 0.1, "b": 0.5}), 2000)
    said = "".join(sorted(each.strip('"\\') for each in best.event.among))
    assert (best.likely, said) in {(0, "a"), (1, "bcd"), (1, "b"), (0, "acd")}


@pytest.mark.parametrize(
    ("drawing", "name"),
    [
        (laws.laplace_on_grid(1.5), "number"),
        (laws.extra_byte_response(1.0, 0.5), "taken"),
        (draw_by_laws({"a": 0.5, "b": 0.5}, {"a": 0.5, "c": 0.1, "b": 0.4}), "output"),
        (draw_by_laws({None: 0.1, 1: 0.9}, {None: 0.5, 1: 0.5}), "output"),
        (
            draw_outputs(
                lambda random, side, count: [
                    tuple(random.random(3 + (random.random() < (0.2 if side else 0.9))).tolist())
                    for _ in range(count)
                ]
            ),
            "length",
        ),
        (
            draw_outputs(
                lambda random, side, count: [tuple(row) for row in correlated_bits(random, side, count)]
            ),
            "changes",
        ),
        pytest.param(
            draw_outputs(
                lambda random, side, count: [
                    *map(tuple, (random.normal(size=(count, 12)) + 0.5 * side).tolist())
                ]
            ),
            "sum",
            marks=slow,
        ),
        (
            draw_outputs(
                lambda random, side, count: [number_or_text(each) for each in random.random(count) + side]
            ),
            "kind",
        ),
    ],
)
def test_leak_is_found_in_its_feature(drawing: Drawing, name: str) -> None:
    proposal = best_event(drawing, 1000)
    assert proposal.promise > 0.01
    same = {
        "output": ("output", "number", "kind"),
        "kind": ("kind", "number", "output", "length", "leaves"),
        "length": ("length", "floats, 192"),
    }
    assert any(each in str(proposal.event) for each in same.get(name, (name,))), str(proposal.event)


def test_laplace_noise_in_floats_leaks_and_on_a_grid_does_not() -> None:
    """The leak is in the last bits (Mironov 2012)."""
    assert best_event(laws.laplace_in_floats(1.0), 1000).promise > 0.03
    assert best_event(laws.laplace_on_grid(1.0), 1000).promise < 0.005


def correlated_bits(random: Generator, side: int, count: int) -> list[list[int]]:
    """Fair bits; for side 1, each is likely to equal the one before."""
    rows = []
    for _ in range(count):
        row = [int(random.random() < 0.5)]
        for _ in range(11):
            row.append(row[-1] ^ int(random.random() < (0.2 if side else 0.5)))
        rows.append(row)
    return rows


def number_or_text(number: float) -> Value:
    """A number for side 0, and the same as a text in brackets for side 1."""
    return f"<{number}>" if number >= 1 else number


def test_two_bits_together_are_an_event() -> None:
    """Each of the two bits alone is within the odds, and both together are not."""
    epsilon, pairs = 1.4, 2000
    zero = 1 / (exp(epsilon) + 1)
    assert 1 / 2 / zero < E
    alone = expected_evidence(np.array(pairs / 2), np.array(pairs * zero), pairs, E)
    proposal = best_event(unary_response(epsilon, 16), pairs)
    assert proposal.promise > 10 * alone
    assert any(each in str(proposal.event) for each in ("score", "first", "xor")), str(proposal.event)


@pytest.mark.parametrize(
    "form",
    [tuple, lambda row: "".join(map(str, row)), pytest.param(lambda row: (1e300, None, *row), marks=slow)],
)
def test_leak_in_the_last_of_300_places_is_found(form: Callable[[list[int]], Value]) -> None:
    """In lists of bits, in texts, and behind other values."""

    def draw_rows(random: Generator, side: int, count: int) -> list[Value]:
        bits = random.random((count, 300)) < np.where(np.arange(300) == 299, 0.2 + 0.6 * side, 0.5)
        return [form(row) for row in bits.astype(int).tolist()]

    proposal = best_event(draw_outputs(draw_rows), 400)
    rows = np.random.default_rng(3).integers(0, 2, (40, 300))
    turned = rows.copy()
    turned[:, 299] ^= 1
    both = [
        [parse_drawn_output(BLACK, DrawnOutput(form(row)).tally_key()) for row in each.tolist()]
        for each in (rows, turned)
    ]
    one, other = (proposal.event.outputs_inside(Outputs(each)) for each in both)
    assert (one != other).mean() > 0.9, str(proposal.event)
    assert proposal.promise > 0.01


def noisy_side(random: Generator, side: int, count: int) -> NDArray[np.bool_]:
    """A bit for each draw that is the side with probability 0.8."""
    return random.random(count) < 0.2 + 0.6 * side


def leaking_parity(apart: int) -> Drawing:
    """The parity of two of forty bits leaks; each bit alone is fair."""

    def draw_texts(random: Generator, side: int, count: int) -> list[Value]:
        bits = random.integers(0, 2, (count, 40))
        bits[:, 4 + apart] = bits[:, 4] ^ noisy_side(random, side, count)
        return ["".join(map(str, row)) for row in bits.tolist()]

    return draw_outputs(draw_texts)


def leaking_permutation(form: Callable[[list[int]], Value]) -> Drawing:
    """The parity of a permutation leaks, and no place, order or rank of two of its elements."""

    def draw_permutations(random: Generator, side: int, count: int) -> list[Value]:
        rows = random.permuted(np.tile(np.arange(8), (count, 1)), axis=1)
        odd = np.rint(np.linalg.det(np.eye(8)[rows])) < 0
        wanted = noisy_side(random, side, count)
        rows[odd != wanted, :2] = rows[odd != wanted, 1::-1]
        return [form(row) for row in rows.tolist()]

    return draw_outputs(draw_permutations)


def leaking_fields(one: Callable[[int], Value], other: Callable[[int], Value]) -> Drawing:
    """The parity of a bit in one field and a bit in another leaks; each field alone is thirty-two fair bits."""

    def draw_objects(random: Generator, side: int, count: int) -> list[Value]:
        mine, its = random.integers(0, 2**32, (2, count))
        its ^= ((mine >> 19 ^ its >> 5 ^ noisy_side(random, side, count)) & 1) << 5
        both = zip(mine.tolist(), its.tolist(), strict=True)
        return [parse_value({"a": one(a), "c": other(c), "t": 1}) for a, c in both]

    return draw_outputs(draw_objects)


HEX = "{:08x}".format
FORMS: list[tuple[Callable[[int], Value], Callable[[int], Value]]] = [(int, int), (int, HEX), (HEX, HEX)]


def leaking_output(write: Callable[[Generator, int], object]) -> Drawing:
    """The bit is written somewhere in an output that is otherwise independent of the side."""
    return draw_outputs(
        lambda random, side, count: [
            parse_value(write(random, int(bit))) for bit in noisy_side(random, side, count)
        ]
    )


def bits_with_parity(random: Generator, count: int, others: Iterable[int], bit: int) -> list[int]:
    """Fair bits, of which the first and `others` have the parity `bit`."""
    row = random.integers(0, 2, count).tolist()
    return [(bit + sum(row[other] for other in others)) % 2, *row[1:]]


def in_base_64(random: Generator, bit: int) -> str:
    row = bytearray(random.bytes(32))
    row[9] = row[9] & ~4 | 4 * bit
    return b64encode(row).decode()


def in_a_float(random: Generator, bit: int) -> float:
    number = np.array([random.laplace() + 100]).view(np.uint64)
    return float((number & ~np.uint64(1) | np.uint64(bit)).view(float)[0])


def leak_in_first_change(random: Generator, bit: int) -> str:
    same = 2 * int(random.integers(7)) + 1 + bit
    return "a" * same + "b" + "".join("ab"[each] for each in random.integers(0, 2, 30 - same).tolist())


def leak_in_member(random: Generator, bit: int) -> object:
    fields = {f"x{each}": int(random.integers(3)) for each in range(9)}
    return {"id": int(random.integers(1 << 30)), "fields": {**fields, "y": ("no", "yes")[bit]}}


def leak_in_shape(random: Generator, bit: int) -> object:
    row = random.integers(0, 2, 6).tolist()
    return [row[: 2 + bit], row[2 + bit :]]


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        *((leaking_parity(apart), (f"4, {4 + apart}", f"4, {5 + apart}")) for apart in some((30, 1, 2))),
        (leaking_permutation(tuple), ("odd inversions",)),
        pytest.param(
            leaking_permutation(lambda row: "".join(map("abcdefgh".__getitem__, row))),
            ("odd inversions",),
            marks=slow,
        ),
        *((leaking_fields(one, other), ("xor (fields, 44, 122)",)) for one, other in some(FORMS)),
        (leaking_output(lambda _, bit: -0.0 if bit else 0.0), ("",)),
        (leaking_output(leak_in_shape), ("",)),
        pytest.param(
            leaking_output(lambda random, bit: bits_with_parity(random, 8, (4, 7), bit)), ("",), marks=slow
        ),
        (leaking_output(lambda random, bit: bits_with_parity(random, 50, range(1, 50), bit)), ("",)),
        (
            leaking_output(lambda random, bit: int(random.integers(1 << 48)) & ~(1 << 29) | bit << 29),
            ("whole", "fields"),
        ),
        (leaking_output(in_base_64), ("base 64",)),
        (leaking_output(in_a_float), ("floats",)),
        (leaking_output(lambda random, bit: [float(random.normal()), nan if bit else inf]), ("",)),
        (leaking_output(lambda random, bit: "x" * (2 * int(random.integers(1, 30)) + bit)), ("",)),
        (leaking_output(leak_in_first_change), ("",)),
        pytest.param(leaking_output(leak_in_member), ("",), marks=slow),
    ],
)
def test_leak_in_several_parts_together_is_found(drawing: Drawing, words: tuple[str, ...]) -> None:
    proposal = best_event(drawing, 1000)
    assert proposal.promise > 0.01
    assert any(each in str(proposal.event) for each in words), str(proposal.event)


def test_known_event_is_not_proposed_again_and_keeps_its_promise() -> None:
    drawing = binary_response(1.3)
    first = best_event(drawing, 500)
    opposite = Event(Feature("output"), frozenset({'"\\"0\\""'}))
    for known in (first.event, opposite):
        assert learn_from_past(draw_halves(drawing, 500), [known])[0] is None
    pair = draw_halves(laws.categorical_response(4, 2.0), 1000)
    best, nothing = learn_from_past(pair, [])
    assert best is not None
    assert nothing == 0
    assert 0 < learn_from_past(pair, [best.event])[1] <= best.promise


def test_nothing_is_learnt_from_one_half_one_answer_or_chance() -> None:
    """Both sides have the same 300 outputs: by chance, some of them came more often from one side in one half."""
    one, other = draw_halves(binary_response(1.3), 100)
    silent = draw_halves(draw_by_laws({"a": 1.0}, {"a": 1.0}), 100)
    for past in ((one, NOTHING), (NOTHING, other), silent):
        assert learn_from_past(past, []) == (None, 0.0)
    law: dict[Value, float] = {str(each): 1 / 300 for each in range(300)}
    half, _ = draw_halves(draw_by_laws(law, law), 2000)
    made_for = learn_from_past((half, half), [])[0]
    assert made_for is not None
    assert best_event(draw_by_laws(law, law), 2000).promise < made_for.promise / 10


def test_learnt_event_does_not_depend_on_the_order_of_draws() -> None:
    pair = draw_halves(unary_response(1.4, 6), 300)
    one, other = (
        Half(Counter(dict(reversed(half.one.items()))), Counter(dict(sorted(half.other.items()))))
        for half in pair
    )
    assert learn_from_past((one, other), []) == learn_from_past(pair, [])


def test_proposed_event_holds_for_the_outputs_it_was_counted_on() -> None:
    """The outputs that arrays find in an event are those for which it holds."""
    random = np.random.default_rng(5)

    def mixed(count: int) -> Counter[str]:
        things: list[Value] = [None, True, 1, 1.0, "1", "x", (1, 2.5), (), (0, "a", None), "-0.5"]
        numbers = random.integers(0, len(things), count)
        return Counter(DrawnOutput(things[each], int(each) % 3).tally_key() for each in numbers) + Counter(
            DrawnOutput(float(each)).tally_key() for each in random.normal(size=count)
        )

    half = Half(mixed(200), mixed(200))
    keys = sorted(half.one | half.other)
    outputs = Outputs([parse_drawn_output(BLACK, key) for key in keys])
    shown = table_of_half(half, outputs, E)
    asked = list(candidate_features(shown))
    assert {each.name for each in asked} >= {"output", "draw", "taken", "kind", "number", "measure", "score"}
    for feature in asked:
        for event, inside in propose_events(feature, feature_column(feature, outputs), shown):
            assert event.outputs_inside(outputs).tolist() == inside.tolist(), str(event)


def test_number_of_bytes_is_combined_with_the_foreseen_event() -> None:
    """The worst event and the number of bytes read leak only together. A black box has no worst event."""
    report = parse_claim("shots.report", {"T": "1", "m": "1", "r": "0", "odds": "3"})
    same = Counter({DrawnOutput(output, taken).tally_key(): 50 for output, taken in (("0", 1), ("1", 2))})
    crossed = Counter({DrawnOutput(output, taken).tally_key(): 50 for output, taken in (("0", 2), ("1", 1))})
    for asked, there in ((report, True), (BLACK, False)):
        outputs = Outputs([parse_drawn_output(asked, key) for key in sorted(same | crossed)])
        shown = table_of_half(Half(same, crossed), outputs, E)
        assert (Feature("worst, taken") in candidate_features(shown)) == there


def test_thresholds_cover_the_whole_range() -> None:
    numbers = np.arange(1000.0)
    ends = cut_points(numbers, np.ones(1000))
    assert {0.0, 1.0, 3.0, 999.0, 998.0} <= set(ends)
    assert np.diff(ends).max() < 25
    assert list(cut_points(np.array([3.0, 1.0]), np.array([5.0, 2.0]))) == [1.0, 3.0]


@slow
def test_learning_accepts_values_of_all_kinds_and_lengths() -> None:
    """No output of a program raises an error in the search for events."""
    random = np.random.default_rng(7)
    scalar: list[Value] = [None, 1e308, -1e308, 0, True, "ab", "1" * 400, 10**300, 5e-324]
    count = 150

    def wild() -> Counter[str]:
        made = []
        for _ in range(count):
            choice = random.integers(0, len(scalar) + 1, int(random.integers(0, 200))).tolist()
            made.append(tuple([*scalar, float(random.normal())][each] for each in choice))
        return Counter(DrawnOutput(each).tally_key() for each in made)

    best, _ = learn_from_past((Half(wild(), wild()), Half(wild(), wild())), [])
    assert best is None or best.promise >= 0


def test_conditions_are_grouped_by_their_subject() -> None:
    keys = [
        DrawnOutput(parse_value({"a": ("blue", "red")[n % 2], "b": n, "c": (True, 1)[n % 2]})).tally_key()
        for n in range(40)
    ]
    outputs, red = (
        Outputs([parse_drawn_output(BLACK, key) for key in keys]),
        (np.arange(40) % 2).astype(float),
    )
    found = [each for _, each in telling_conditions(outputs, Sides(1 - red, red))]
    for path, labels in ((".a", {'"blue"', '"red"'}), (".c", {"true", 1.0})):
        told = [each for each in found if each[2] == ("path", path)]
        assert {end for _, end, _ in told} == labels
        for condition in told:
            assert outputs_meeting(condition, outputs).tolist() in (red.tolist(), (1 - red).tolist())


def test_learnt_event_does_not_depend_on_the_block_size_of_conditions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(5)
    made: list[Value] = [
        parse_value([int(n % 7), float(n) ** 2, int(random.integers(0, 3))]) for n in range(300)
    ]
    outputs = Outputs([parse_drawn_output(BLACK, DrawnOutput(each).tally_key()) for each in made])
    low = (np.arange(300) % 7 < 3).astype(float)
    together = telling_conditions(outputs, Sides(1 - low, low))
    assert {how for _, (how, _, _) in together} == {"=", ">="}
    monkeypatch.setattr(looked_at, "AT_ONCE", 1)
    assert telling_conditions(outputs, Sides(1 - low, low)) == together


def private_bit_with_leaking_length(random: Generator, side: int, count: int) -> list[Value]:
    """A private bit, and a length that is shorter for true bits: they leak only together."""
    true = random.random(count) < E / (E + 1)
    lengths = random.integers(0, 4, count) + np.where(true, 20, 21)
    said = np.where(true, side, 1 - side)
    noise = random.integers(0, 10**9, count)
    return [
        parse_value({"said": int(bit), "length": int(length), "noise": int(each)})
        for bit, length, each in zip(said, lengths, noise, strict=True)
    ]


@slow
def test_leak_within_a_part_of_the_outputs_is_found() -> None:
    assert best_event(draw_outputs(private_bit_with_leaking_length), 1000).promise > 0.04


def rarely_leaking_number(random: Generator, side: int, count: int) -> list[Value]:
    """A private bit beside noise; one output in 20 is a number that only this side has."""
    clear, bits = random.random(count) < 1 / 20, random.random(count) < (0.7 if side else 0.3)
    numbers, noise = 2 + side + random.random(count), random.random(count)
    return [
        parse_value([number if told else int(bit), other])
        for told, number, bit, other in zip(
            *map(np.ndarray.tolist, (clear, numbers, bits, noise)), strict=True
        )
    ]


@slow
@pytest.mark.parametrize("seed", [0, 1])
def test_rare_leak_is_found_beside_permitted_differences(seed: int) -> None:
    """Also if the number is among noise, and all its other bits differ as much as the claim allows."""
    plan = AuditPlan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), ALPHA, 3000)
    assert audit_drawing(plan, draw_outputs(rarely_leaking_number), seed).verdict is Verdict.REFUTED


def test_partition_separates_the_learnt_event() -> None:
    """Also if the event is rare: bins of equal counts would merge it with other values."""
    outputs = parse_drawn_outputs(BLACK, [DrawnOutput(float(number)).tally_key() for number in range(1000)])
    times = Counter({each.key: 1 for each in outputs.parsed})
    low, high = Event(Feature("number"), low=995.0), Event(Feature("number"), high=4.0)
    for event, rare in ((low, 5), (high, 4), (Event(Feature("number"), low=3.0, high=7.0), 4)):
        made = partition_around_event(event, outputs, (times, times))
        found = made.count_parts(outputs, (times, times))
        assert rare in {one for _, one, _ in found.outcomes}
        assert sum(one for _, one, _ in found.outcomes) == 1000
    none = partition_around_event(low, outputs, (Counter(), Counter()))
    assert none.count_parts(outputs, (Counter(), Counter())).outcomes == ()


def test_a_partition_of_numbers_has_narrow_bins_at_both_ends() -> None:
    """An event in the middle leaves them unchanged: an end has fewer than 100 of 40,000 draws."""
    numbers = [DrawnOutput(float(number)).tally_key() for number in range(1000)]
    outputs, times = parse_drawn_outputs(BLACK, numbers), Counter(dict.fromkeys(numbers, 20))
    made = partition_around_event(Event(Feature("number"), low=500.0), outputs, (times, times))
    bins = dict(zip((each.key for each in outputs.parsed), made.part_names(outputs), strict=True))
    sizes = Counter(bins.values())
    assert max(sizes[bins[numbers[0]]], sizes[bins[numbers[-1]]]) * 40 < 100
    assert sum(size * 40 >= 800 for size in sizes.values()) > len(sizes) / 2
