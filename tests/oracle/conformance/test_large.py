"""Programs whose outputs are too many to list: parts of them are held against the law, or nothing is said to conform."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from ldproof import Mechanism, conform, mechanism
from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest, Verdict
from ldproof.oracle.conformance.report import finding_sentences
from ldproof.oracle.conformance.requests import inputs_to_try
from ldproof.programs import Description
from ldproof.registry import AnyMechanism, make_mechanism
from tests.tiers import slow

Report = Callable[[str], str]

W, D, T, ODDS = 1024, 16, 100, 3
LIE = 1 / (1 + ODDS)


def hadamard(random: Random, places: int = W, lie: float = LIE, kept: int = W) -> Report:
    """A client of hcms that draws from so many places, lies so often, and keeps a column modulo a number."""

    def report(columns: str) -> str:
        row, place = random.randrange(D), random.randrange(places)
        column = [int(each) % kept for each in columns.split(",")][row]
        sign = (place & column).bit_count() % 2
        return f"{row}:{place},{sign ^ (random.random() < lie)}"

    return report


def one_shot(random: Random, bytes_read: int = 4) -> Report:
    """A client of one-shot reporting whose round is a number of so many bytes modulo T."""

    def report(states: str) -> str:
        chosen = random.randrange(256**bytes_read) % T
        return "".join(
            str(int(state) ^ (random.random() < LIE)) if place == chosen else "0"
            for place, state in enumerate(states)
        )

    return report


def hadamard_uneven(random: Random, lies: Callable[[int, int], float]) -> Report:
    """A client of hcms that lies as often as the row and the place say."""

    def report(columns: str) -> str:
        row, place = random.randrange(D), random.randrange(W)
        sign = (place & int(columns.split(",")[row])).bit_count() % 2
        return f"{row}:{place},{sign ^ (random.random() < lies(row, place))}"

    return report


def one_column(random: Random, first: bool) -> Report:
    """A client of kary that takes its own column, or else the one of row 0 whatever the row is."""

    def report(columns: str) -> str:
        row = random.randrange(D)
        column = columns.split(",")[0 if first else row]
        odds = 81
        kept = random.random() < (odds - 1) / (odds - 1 + W)
        return f"{row}:{column if kept else random.randrange(W)}"

    return report


def copied_bits(random: Random, copying: bool) -> Report:
    """A client of oue of which every second bit is the one before it."""

    def report(columns: str) -> str:
        row = random.randrange(FEW_ROWS)
        own = int(columns.split(",")[row])
        bits = [random.random() < (1 / 2 if place == own else LIE) for place in range(NARROW)]
        for place in range(0, NARROW, 2) if copying else ():
            if own not in (place, place + 1):
                bits[place + 1] = bits[place]
        return f"{row}:{','.join(str(int(bit)) for bit in bits)}"

    return report


def shared_noise(random: Random, shared: bool) -> Report:
    """A client of all_rows with one noise for all rows, counted from their own columns."""

    def report(columns: str) -> str:
        once = [random.random() < LIE for _ in range(NARROW)]
        rows = []
        for own in map(int, columns.split(",")):
            noise = once if shared else [random.random() < LIE for _ in range(NARROW)]
            rows.append([int((place == own) ^ noise[(place - own) % NARROW]) for place in range(NARROW)])
        return ";".join(",".join(map(str, row)) for row in rows)

    return report


def six_shots(random: Random, parity: bool) -> Report:
    """A client of 6-shot reporting whose rounds are all even or all odd."""

    def report(states: str) -> str:
        rounds = range(random.randrange(2), len(states), 2) if parity else range(len(states))
        chosen = {*random.sample(rounds, 6)}
        return "".join(
            str(int(state) ^ (random.random() < LIE)) if place in chosen else "0"
            for place, state in enumerate(states)
        )

    return report


def misplacing(random: Random, read: Callable[[int], int], dummy: float = 0, silence: str = "") -> Report:
    """A client that reports the states of other rounds: of six and sends dummies, or of one and else is silent."""

    def report(states: str) -> str:
        chosen = {*random.sample(range(len(states)), 1 if silence else 6)}
        return "".join(
            str(int(states[read(place)]) ^ (random.random() < LIE))
            if place in chosen
            else silence or str(int(random.random() < dummy))
            for place in range(len(states))
        )

    return report


def round_before(place: int) -> int:
    """The round before a round; the first has none."""
    return max(place - 1, 0)


HCMS = mechanism("sketch.hcms", w=W, d=D, odds=ODDS)
FEW_ROWS, NARROW = 4, 16
KARY = mechanism("sketch.kary", w=W, d=D, odds=81)
OUE = mechanism("sketch.oue", w=NARROW, d=FEW_ROWS, odds=ODDS)
ALL_ROWS = mechanism("sketch.all_rows", w=NARROW, d=FEW_ROWS, odds=ODDS ** (2 * FEW_ROWS))
SIX_SHOTS = mechanism("shots.report", T=40, m=6, r=0, report_odds=ODDS)
DUMMIES = mechanism("shots.report", T=T, m=6, r=Fraction(1, 10), report_odds=ODDS)
GLANCE = mechanism("counting.glance", T=T, odds=ODDS)
SHOTS = mechanism("shots.report", T=T, m=1, r=0, odds=ODDS)
ENOUGH = 2000


@pytest.mark.parametrize(
    ("meant", "report", "words"),
    [
        (HCMS, lambda random: hadamard(random, lie=0), "the sign is right"),
        (HCMS, lambda random: hadamard(random, places=256), "the place"),
        (HCMS, lambda random: hadamard(random, kept=256), "the sign"),
        pytest.param(SHOTS, lambda random: one_shot(random, bytes_read=1), "of the rounds", marks=slow),
    ],
)
def test_wrong_client_differs(meant: Mechanism, report: Callable[[Random], Report], words: str) -> None:
    draws = 12_000 if meant is SHOTS else ENOUGH
    found = conform(report(Random(1)), meant, draws=draws)
    assert not found.conforms
    assert words in str(found)


@pytest.mark.parametrize(
    ("meant", "report", "draws", "words"),
    [
        pytest.param(
            HCMS,
            lambda random: hadamard_uneven(random, lambda row, _: LIE if row else 0),
            6000,
            "the sign in row 0",
            id="no noise in row 0",
        ),
        pytest.param(
            HCMS,
            lambda random: hadamard_uneven(random, lambda _, place: 0 if place % 2 else 2 * LIE),
            500,
            "bit 0 of the place, and the sign",
            id="no noise at odd places",
        ),
        pytest.param(
            KARY, lambda random: one_column(random, first=True), 4000, "the column is", id="row 0's column"
        ),
        pytest.param(
            OUE, lambda random: copied_bits(random, copying=True), 1000, "is 1 1 in", id="copied bits"
        ),
        pytest.param(
            ALL_ROWS,
            lambda random: shared_noise(random, shared=True),
            200,
            "own bits of 4 rows",
            id="one noise",
        ),
        pytest.param(
            SIX_SHOTS, lambda random: six_shots(random, parity=True), 500, "every second round", id="parity"
        ),
        pytest.param(
            DUMMIES,
            lambda random: misplacing(random, round_before, dummy=0.1),
            4000,
            "rounds that are sent as their state is, in quarters",
            id="states of rounds before, and dummies",
        ),
        pytest.param(
            DUMMIES,
            lambda random: misplacing(random, lambda place: place % 64, dummy=0.1),
            8000,
            "rounds that are sent as their state is, in quarters",
            id="states in six bits, and dummies",
            marks=slow,
        ),
        pytest.param(
            GLANCE,
            lambda random: misplacing(random, round_before, silence="-"),
            2000,
            "rounds that are sent as their state is",
            id="a state of the round before",
        ),
    ],
)
def test_client_with_right_parts_differs_where_they_are_together(
    meant: Mechanism, report: Callable[[Random], Report], draws: int, words: str
) -> None:
    found = conform(report(Random(1)), meant, draws=draws)
    assert not found.conforms
    assert words in str(found)


@pytest.mark.parametrize(
    ("meant", "report"),
    [
        (HCMS, hadamard),
        (SHOTS, one_shot),
        (KARY, partial(one_column, first=False)),
        (OUE, partial(copied_bits, copying=False)),
        (ALL_ROWS, partial(shared_noise, shared=False)),
        (SIX_SHOTS, partial(six_shots, parity=False)),
        (DUMMIES, partial(misplacing, read=int, dummy=0.1)),
        (GLANCE, partial(misplacing, read=int, silence="-")),
    ],
)
def test_right_client_conforms(meant: Mechanism, report: Callable[[Random], Report]) -> None:
    found = conform(report(Random(1)), meant, draws=ENOUGH // 4)
    assert found.conforms


def test_what_cannot_be_tested_is_not_called_conforming() -> None:
    finding = ConformanceFinding(
        ConformanceRequest("theirs.wide"),
        Description("their program", ()),
        [],
        {},
        {},
        [],
        untested=["theirs.wide"],
    )
    assert finding.verdict is Verdict.UNTESTED
    first, second, *_ = finding_sentences(finding)
    assert first.startswith("nothing could be tested")
    assert "the draws of theirs.wide could not be tested" in second


@pytest.mark.parametrize(
    ("name", "parameters", "wanted"),
    [
        ("sketch.cms", {"w": "1024", "d": "16", "odds": "9"}, "1023,1023"),
        ("shots.report", {"T": "100", "m": "1", "odds": "3"}, ""),
        ("chi2.algorithm_2", {"m1": "5", "m2": "7", "tau": "1", "odds": "3"}, "5,7"),
    ],
)
def test_largest_and_random_inputs_are_asked_for(name: str, parameters: dict[str, str], wanted: str) -> None:
    known: AnyMechanism = make_mechanism(name, parameters)
    asked = inputs_to_try(name, known)
    assert any(each.startswith(wanted) for each in asked)
    assert any(len({*each.split(","), *each} - {","}) > 1 for each in asked)
