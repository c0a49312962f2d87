"""Programs with too many outputs to list: parts of outputs are tested, and an untested program does not conform."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import exp
from random import Random

import pytest

from ldproof import Mechanism, conform, mechanism
from ldproof.cli.conform import as_markdown, conformance_as_junit
from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest, ConformanceVerdict
from ldproof.oracle.conformance.observations import places_left_out
from ldproof.oracle.conformance.report import conformance_as_json, finding_sentences
from ldproof.oracle.conformance.requests import inputs_to_try
from ldproof.oracle.operations import answer_request
from ldproof.programs import Description
from ldproof.registry import AnyMechanism, make_mechanism
from tests.oracle.conformance.programs import conformance_of_answer, with_parameter
from tests.tiers import slow, some

Report = Callable[[str], str]

W, D, T, ODDS = 1024, 16, 100, 3
LIE = 1 / (1 + ODDS)


def usual_lies(_row: int, _place: int) -> float:
    return LIE


def hadamard_client(
    random: Random, places: int = W, lies: Callable[[int, int], float] = usual_lies, kept: int = W
) -> Report:
    """Client of hcms with `places` places, lies by row and place, and columns modulo `kept`."""

    def report(columns: str) -> str:
        row, place = random.randrange(D), random.randrange(places)
        column = [int(each) % kept for each in columns.split(",")][row]
        sign = (place & column).bit_count() % 2
        return f"{row}:{place},{sign ^ (random.random() < lies(row, place))}"

    return report


def one_shot_client(random: Random, bytes_read: int = 4) -> Report:
    """Client of one-shot reporting that chooses its round as a number of `bytes_read` bytes modulo T."""

    def report(states: str) -> str:
        chosen = random.randrange(256**bytes_read) % T
        return "".join(
            str(int(state) ^ (random.random() < LIE)) if place == chosen else "0"
            for place, state in enumerate(states)
        )

    return report


def one_column(random: Random, first: bool) -> Report:
    """Client of kary that, if `first`, uses its column in row 0 whatever the sampled row is."""

    def report(columns: str) -> str:
        row = random.randrange(D)
        column = columns.split(",")[0 if first else row]
        odds = 81
        kept = random.random() < (odds - 1) / (odds - 1 + W)
        return f"{row}:{column if kept else random.randrange(W)}"

    return report


def copied_bits(random: Random, copying: bool) -> Report:
    """Client of oue that, if `copying`, sends every second bit as a copy of the one before it."""

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
    """Client of all_rows that, if `shared`, adds the same noise to all rows, shifted by their own columns."""

    def report(columns: str) -> str:
        once = [random.random() < LIE for _ in range(NARROW)]
        rows = []
        for own in map(int, columns.split(",")):
            noise = once if shared else [random.random() < LIE for _ in range(NARROW)]
            rows.append([int((place == own) ^ noise[(place - own) % NARROW]) for place in range(NARROW)])
        return ";".join(",".join(map(str, row)) for row in rows)

    return report


def six_shots(random: Random, parity: bool) -> Report:
    """Client of 6-shot reporting that, if `parity`, chooses only even or only odd rounds."""

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


def noisy_shots(random: Random, read: Callable[[int], int] = int) -> Report:
    """Client of 6-shot reporting at epsilon 1 in all, which hides nearly all of a state."""
    lie = 1 / (1 + exp(1 / 6))

    def report(states: str) -> str:
        chosen = {*random.sample(range(len(states)), 6)}
        return "".join(
            str(
                int(states[read(place)]) ^ (random.random() < lie)
                if place in chosen
                else int(random.random() < 0.1)
            )
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
NOISY = mechanism("shots.report", T=T, m=6, r=Fraction(1, 10), epsilon=1)
GLANCE = mechanism("counting.glance", T=T, odds=ODDS)
SHOTS = mechanism("shots.report", T=T, m=1, r=0, odds=ODDS)
ENOUGH = 2000


@pytest.mark.parametrize(
    ("meant", "report", "draws", "words"),
    some(
        [
            (HCMS, partial(hadamard_client, lies=lambda _row, _place: 0), ENOUGH, "the sign is right"),
            (HCMS, partial(hadamard_client, places=256), ENOUGH, "the place"),
            (HCMS, partial(hadamard_client, kept=256), ENOUGH, "the sign"),
            pytest.param(SHOTS, partial(one_shot_client, bytes_read=1), 12_000, "of the rounds", marks=slow),
            # Their marginals are right, and their joint law is wrong.
            (
                HCMS,
                partial(hadamard_client, lies=lambda row, _: LIE if row else 0),
                6000,
                "the sign in row 0",
            ),
            (
                HCMS,
                partial(hadamard_client, lies=lambda _, place: 0 if place % 2 else 2 * LIE),
                500,
                "bit 0 of the place, and the sign",
            ),
            (KARY, partial(one_column, first=True), 4000, "another column"),
            (OUE, partial(copied_bits, copying=True), 1000, "is 1 1 in"),
            (ALL_ROWS, partial(shared_noise, shared=True), 200, "own bits of 4 rows"),
            (SIX_SHOTS, partial(six_shots, parity=True), 500, "every second round"),
            (
                DUMMIES,
                partial(misplacing, read=round_before, dummy=0.1),
                4000,
                "rounds that are sent as their state is",
            ),
            pytest.param(
                DUMMIES,
                partial(misplacing, read=lambda place: place % 64, dummy=0.1),
                8000,
                "rounds that are sent as their state is",
                marks=slow,
            ),
            pytest.param(
                NOISY,
                partial(noisy_shots, read=round_before),
                12_000,
                "as their state is, on average",
                marks=slow,
            ),
            (
                GLANCE,
                partial(misplacing, read=round_before, silence="-"),
                2000,
                "rounds that are sent as their state is",
            ),
        ],
        5,
    ),
)
def test_wrong_client_differs(
    meant: Mechanism, report: Callable[[Random], Report], draws: int, words: str
) -> None:
    found = conform(report(Random(1)), meant, draws=draws)
    assert not found.conforms
    assert words in str(found)


@pytest.mark.parametrize(
    ("meant", "report"),
    some(
        [
            (HCMS, hadamard_client),
            (SHOTS, one_shot_client),
            (KARY, partial(one_column, first=False)),
            (OUE, partial(copied_bits, copying=False)),
            (ALL_ROWS, partial(shared_noise, shared=False)),
            (SIX_SHOTS, partial(six_shots, parity=False)),
            pytest.param(DUMMIES, partial(misplacing, read=int, dummy=0.1), marks=slow),
            pytest.param(NOISY, noisy_shots, marks=slow),
            (GLANCE, partial(misplacing, read=int, silence="-")),
        ],
        3,
    ),
)
def test_right_client_conforms(meant: Mechanism, report: Callable[[Random], Report]) -> None:
    found = conform(report(Random(1)), meant, draws=ENOUGH // 4)
    assert found.conforms


TABLES = {"m1": "200", "m2": "200", "tau": "4", "epsilon": "31/311"}


@pytest.mark.parametrize("name", ["chi2.algorithm_1_f", "chi2.optimal"])
def test_tests_of_many_people_are_held_against_their_law(name: str) -> None:
    """At some tables near the threshold, and not at every pair of tables: by draws, from given coins and by decisions."""
    ops = ("coins", "randomize", "decide")
    right = conformance_of_answer(name, answer_request, *ops, at=TABLES, draws=600)
    assert right.verdict is ConformanceVerdict.CONFORMS
    assert {each.vector.kind for each in right.replayed} == {"randomize", "decide"}
    assert right.fits[name].draws > 500


@slow
def test_half_the_budget_is_found_among_many_people() -> None:
    half = with_parameter("randomize", "epsilon", lambda epsilon: str(Fraction(epsilon) / 2))
    found = conformance_of_answer("chi2.optimal", half, "randomize", at=TABLES, draws=20_000)
    assert found.fits["chi2.optimal"].different


def test_untestable_draws_do_not_conform() -> None:
    finding = ConformanceFinding(
        ConformanceRequest("theirs.wide"),
        Description("their program", ()),
        [],
        {},
        {},
        [],
        untested=["theirs.wide"],
    )
    assert finding.verdict is ConformanceVerdict.UNTESTED
    first, second, *_ = finding_sentences(finding)
    assert first.startswith("nothing could be tested")
    assert "the draws of theirs.wide could not be tested" in second
    assert second in json.dumps(conformance_as_json(finding)["untested"])
    assert second in as_markdown(finding)
    assert f'<skipped message="{second}' in conformance_as_junit(finding)


@pytest.mark.parametrize(
    ("name", "parameters", "wanted"),
    [
        ("sketch.cms", {"w": "1024", "d": "16", "odds": "9"}, "1023,1023"),
        ("shots.report", {"T": "100", "m": "1", "odds": "3"}, "0101"),
        ("chi2.algorithm_2", {"m1": "5", "m2": "7", "tau": "1", "odds": "3"}, "5,7"),
    ],
)
def test_requests_contain_largest_and_random_inputs(
    name: str, parameters: dict[str, str], wanted: str
) -> None:
    known: AnyMechanism = make_mechanism(name, parameters)
    asked = inputs_to_try(name, known)
    assert any(each.startswith(wanted) for each in asked)
    assert any(len({*each.split(","), *each} - {","}) > 1 for each in asked)


@slow
@pytest.mark.parametrize("clean", [None, 5])
def test_one_place_of_hadamard_without_noise_differs(clean: int | None) -> None:
    """The draws of that place are few among all, and each is right."""
    random, width, rows = Random(3), 64, 4
    meant = mechanism("sketch.hcms", w=width, d=rows, odds=ODDS)

    def report(columns: str) -> str:
        row, place = random.randrange(rows), random.randrange(width)
        sign = (place & int(columns.split(",")[row])).bit_count() % 2
        return f"{row}:{place},{sign ^ (place != clean and random.random() < LIE)}"

    found = conform(report, meant, draws=12_000)
    assert found.conforms == (clean is None)
    assert clean is None or "the sign at place 5 " in str(found)


@slow
def test_places_that_are_not_tested_alone_are_said() -> None:
    assert [*places_left_out(make_mechanism("sketch.hcms", {"w": "64", "d": "2", "odds": "3"}))] == []
    assert [
        *places_left_out(make_mechanism("shots.report", {"T": "24", "m": "2", "r": "0", "odds": "3"}))
    ] == []
    words = {
        "sketch.hcms": "its sign was tested at 16 places together, so that one of these may be wrong",
        "sketch.cms": "25 of 1,024 columns were tested one by one, so that another one may be wrong",
    }
    for name, sentence in words.items():
        assert [*places_left_out(make_mechanism(name, {"w": "1024", "d": "2", "odds": "3"}))] == [sentence]
    columns = "256 columns were tested together, so that one of them may be wrong"
    rows = "16 of 30 rows were tested one by one, so that another one may be wrong"
    kary = {(64, 2): [], (256, 2): [columns], (256, 30): [columns, rows]}
    for (w, d), sentences in kary.items():
        known = make_mechanism("sketch.kary", {"w": str(w), "d": str(d), "odds": "3"})
        assert [*places_left_out(known)] == sentences
    for name in ("sketch.hcms", "sketch.oue", "sketch.all_rows"):
        assert rows in places_left_out(make_mechanism(name, {"w": "16", "d": "30", "odds": "3"}))
    meant = mechanism("shots.report", T=30, m=2, r="1/10", odds=ODDS)
    found = conform(meant.randomize, meant, draws=300)
    assert found.verdict == ConformanceVerdict.CONFORMS
    assert (
        "shots.report: 16 of 30 rounds were tested one by one, so that another one may be wrong"
        in found.words
    )


@slow
@pytest.mark.parametrize(("draws", "said"), [(300, True), pytest.param(2500, False, marks=slow)])
def test_one_round_that_reports_another_is_found_or_said_to_be_untested(draws: int, said: bool) -> None:
    meant = mechanism("shots.report", T=20, m=6, r=0, report_odds=ODDS)
    right = conform(misplacing(Random(1), int), meant, draws=draws)
    assert right.conforms
    sentence = "it was not tested whether a single round reports the state of another one"
    assert (sentence in str(right)) is said
    assert any(sentence in each for each in json.loads(right.to_json())["untested"]) is said
    assert conform(misplacing(Random(1), lambda place: place % 19), meant, draws=draws).conforms is said


def test_draws_that_cannot_show_anything_do_not_conform() -> None:
    meant = mechanism("sketch.hcms", w=W, d=D, odds=ODDS)
    found = conform(hadamard_client(Random(1)), meant, draws=1)
    assert found.verdict == ConformanceVerdict.UNTESTED
    (fit,) = found.finding.fits.values()
    assert fit.draws > 1
    sentence = f"{fit.draws} draws cannot show that an even chance is 0 or 1 instead; --draws {fit.needed}, or more, can"
    assert f"sketch.hcms: {sentence}" in found.words
    assert f"sketch.hcms: {sentence}" in json.loads(found.to_json())["untested"]
    assert f'<skipped message="{sentence}' in conformance_as_junit(found.finding)
    assert (
        conform(hadamard_client(Random(1)), meant, draws=fit.needed - 1).verdict
        == ConformanceVerdict.UNTESTED
    )
    assert conform(hadamard_client(Random(1)), meant, draws=fit.needed).verdict == ConformanceVerdict.CONFORMS
