"""Observations of outputs have their stated laws, whether summed over all outputs or computed directly."""

from fractions import Fraction

import pytest

from ldproof.counting.mechanism import Counting
from ldproof.evidence.goodness_of_fit import BITS, tilted_capital
from ldproof.numbers import ball, precision
from ldproof.oracle.conformance.fit import observation_standings
from ldproof.oracle.conformance.observations import (
    PLACES,
    Observation,
    column_observations,
    count_observations,
    listed_law,
    mechanism_observations,
    output_observations,
    pushforward_law,
    round_observations,
    sampled_row_observations,
    split_parts,
    spread_places,
    unary_observations,
)
from ldproof.oracle.conformance.requests import build_arms, inputs_to_try
from ldproof.registry import EXAMPLES, MECHANISMS, make_mechanism
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Unary
from ldproof.sketch.mechanism import Reporting
from tests.oracle.cases.draws import WIDE

LISTED = (
    ("shots.report", "T=5 m=2 r=1/4 odds=81", "10110"),
    ("shots.report", "T=4 m=1 r=0 epsilon=1", "1011"),
    ("shots.report", "T=3 m=3 r=1/2 odds=27", "101"),
    ("shots.report", "T=9 m=2 r=1/4 epsilon=2", "101101100"),
    ("counting.glance", "T=4 odds=3", "1011"),
    ("counting.harmony", "T=4 epsilon=1/2", "1011"),
    ("counting.harmony_published", "T=4 odds=3", "1011"),
    ("counting.borappor", "T=4 odds=81", "1011"),
    ("sketch.cms", "w=4 d=2 odds=9", "2,0"),
    ("sketch.oue", "w=4 d=3 epsilon=1", "2,0,2"),
    ("sketch.all_rows", "w=4 d=2 odds=81", "2,0"),
    ("sketch.unary_all_rows", "w=3 d=2 p=1/4 q=2/3", "2,0"),
    ("sketch.per_user", "w=4 odds=9", "2"),
    ("sketch.local_hash", "w=4 odds=3", "2"),
    ("sketch.hcms", "w=8 d=3 odds=9", "2,7,5"),
    ("sketch.hcms_plus", "w=8 d=2 epsilon=1", "2,7"),
    ("sketch.count_sketch", "w=8 d=2 odds=3", "2,7"),
    ("sketch.kary", "w=5 d=3 odds=9", "2,4,0"),
)


@pytest.mark.parametrize(("name", "written", "secret"), LISTED)
def test_law_of_an_observation_is_the_image_of_the_full_law(name: str, written: str, secret: str) -> None:
    """The sum over all outputs and the direct computation agree."""
    known = make_mechanism(name, dict(each.split("=") for each in written.split()))
    whole = listed_law(known, secret)
    assert 1 <= sum(whole.values()) < 1 + Fraction(1, 10**25)
    if isinstance(known, Reporting):
        channel = known.channel
        parted = (
            unary_observations(known, channel, secret)
            if isinstance(channel, Unary)
            else sampled_row_observations(known, secret)
            if known.outputs.sampled
            else column_observations(channel, known.secrets.read(secret))
        )
        found = [*parted]
    else:
        assert isinstance(known, Shots | Counting)
        found = [*round_observations(known, secret), *count_observations(known, secret)]
    assert len(found) >= 4
    for each in found:
        summed = pushforward_law(whole, each.statistic)
        for seen in summed.keys() | each.chances.keys():
            assert abs(summed.get(seen, Fraction(0)) - each.chances.get(seen, Fraction(0))) < Fraction(
                1, 10**25
            )


def test_observations_of_each_mechanism() -> None:
    names = [each.name for each in output_observations({"0:10": Fraction(1, 2), "1:01": Fraction(1, 2)})]
    assert names == ["the output", "place 1", "place 2", "places 1 and 2", "the number of ones"]
    assert [each.name for each in output_observations({"0": Fraction(1), "1": Fraction(0)})] == ["the output"]
    place = Observation("place 2", lambda output: output[1], {})
    assert place.count_values({"01": 3, "11": 4, "10": 5}) == {"1": 7, "0": 5}
    assert [[*split_parts(each)] for each in ("010", "1:0,1;2")] == [["0", "1", "0"], ["1", "0", "1", "2"]]


def test_capital_of_all_observations_begins_at_1() -> None:
    """Their shares add up to 1, and one is of repeated outputs."""
    arms = build_arms("shots.report", {"T": "3", "m": "1", "r": "1/4", "odds": "3"})
    standings = [each for each in observation_standings(arms) if each is not None]
    assert len(standings) > len(arms[0].observed)
    assert sum(float(each.wealth) for each in standings) == pytest.approx(1)


def test_mechanisms_with_too_many_outputs_are_observed_in_parts() -> None:
    long = make_mechanism("shots.report", {"T": "1000", "m": "3", "odds": "27"})
    assert len([*mechanism_observations(long, "10" * 500)]) <= 2 * PLACES + 20
    assert (spread_places(5), spread_places(1)) == ([0, 1, 2, 3, 4], [0])
    assert len(spread_places(1000)) <= PLACES + 1
    assert spread_places(1000)[-1] == 999


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_example_has_named_observations_whose_laws_add_up(name: str) -> None:
    """For each input that is tried, each with a name of its own."""
    for arm in build_arms(name, EXAMPLES[name].parameters):
        names = [each.name for each in arm.observed]
        assert len(names) == len({*names}) > 0
        for each in arm.observed:
            assert 1 <= sum(each.chances.values()) < 1 + Fraction(1, 10**9), each.name


@pytest.mark.parametrize("name", [each for each in MECHANISMS if each.startswith("sketch.")])
def test_every_sketch_has_observations_at_a_realistic_size(name: str) -> None:
    given = dict(each.split("=") for each in WIDE.split())
    if name in ("sketch.unary", "sketch.unary_all_rows"):
        given = {"w": "1024", "d": "16", "p": "1/4", "q": "3/4"}
    if name in ("sketch.per_user", "sketch.local_hash"):
        del given["d"]
    known = make_mechanism(name, given)
    assert all(len([*mechanism_observations(known, secret)]) >= 10 for secret in inputs_to_try(name, known))


def test_bets_on_a_mean_are_fair() -> None:
    """The mean of the capital after one draw is 1 under the law."""
    known = make_mechanism("shots.report", {"T": "30", "m": "3", "r": "1/10", "odds": "27"})
    averages = [each for each in mechanism_observations(known, "01" * 15) if each.tilts]
    assert averages
    for each in averages:
        with precision(BITS):
            capital = sum(
                (
                    ball(chance) * tilted_capital(each.tilts, {value: 1})
                    for value, chance in each.chances.items()
                ),
                ball(0),
            )
            assert abs(float((capital - 1).mid())) < 1e-20
