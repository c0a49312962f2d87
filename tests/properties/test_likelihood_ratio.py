"""Privacy: likelihood ratios, exact and of drawn outputs, are at most the symbolic e^epsilon."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.mechanisms import LEVELS, Level
from ldproof.numbers import Real
from tests.properties.confidence import ratio_bounds
from tests.properties.mechanisms import ATTAINED, FUTURE_RAND, HAIR, NAMES, Specimen, specimens, to_fraction
from tests.tiers import run_everything, seed

EXAMPLES = 10 if run_everything() else 1
DRAWS = 4000 if run_everything() else 700

ALL_MECHANISMS = pytest.mark.parametrize("name", NAMES)


def largest_ratio(specimen: Specimen, level: Level) -> tuple[Fraction, Fraction]:
    """Return the largest likelihood ratio of an output between neighbours, and its likeliest event, over all pairs."""
    pairs = [(specimen.laws[one], specimen.laws[other]) for one, other in specimen.neighbours(level)]
    ratios = {(above, other[each]) for one, other in pairs for each, above in one.items() if above}
    most = max((above / below for above, below in ratios), default=Fraction(1))
    events = (
        sum((above for each, above in one.items() if above >= (most - HAIR) * other[each]), Fraction(0))
        for one, other in pairs
    )
    return most, max(events, default=Fraction(1))


@ALL_MECHANISMS
@settings(max_examples=100 if run_everything() else 4)
@given(st.data())
def test_largest_likelihood_ratio_is_symbolic_odds(name: str, data: st.DataObject) -> None:
    """`privacy` has this ratio at both levels, and an event that attains it; at user level it is as promised."""
    specimen = data.draw(specimens(name))
    for level in LEVELS:
        privacy = specimen.made.privacy(level)
        assert isinstance(privacy.odds, Real)
        odds = to_fraction(privacy.odds)
        most, share = largest_ratio(specimen, level)
        assert abs(odds - most) <= HAIR
        likely, unlikely = (
            sum(share for output, share in specimen.laws[secret].items() if privacy.event(output))
            for secret in (privacy.likely, privacy.unlikely)
        )
        assert specimen.made.neighbours(level, privacy.likely, privacy.unlikely)
        assert abs(likely - odds * unlikely) <= HAIR < likely
        # Which pair of FutureRand has the likeliest event depends on which rows of signs are equally likely.
        assert likely <= share + HAIR
        assert likely >= share - HAIR or name == FUTURE_RAND, "no event with these odds is likelier"
        assert odds <= specimen.promised_odds() + HAIR
        if name in ATTAINED and level == "user":
            assert odds >= specimen.promised_odds() - HAIR


@ALL_MECHANISMS
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_likelihood_ratio_of_drawn_outputs_is_within_symbolic_odds(name: str, data: st.DataObject) -> None:
    """In the worst event the promise lies within the bounds; in a random event the lower bound is below it."""
    specimen = data.draw(specimens(name))
    privacy, promised = specimen.made.privacy("user"), specimen.promised_odds()
    coins = SeededCoins(f"{seed()} {specimen}".encode())
    draws = [
        [specimen.made.randomize(secret, coins) for _ in range(DRAWS)]
        for secret in (privacy.likely, privacy.unlikely)
    ]
    low, high = ratio_bounds(*(sum(map(privacy.event, outputs)) for outputs in draws), draws=DRAWS)
    assert low <= promised
    if name in ATTAINED:
        assert high >= promised
    chosen = data.draw(st.sets(st.sampled_from(specimen.outputs)))
    low, _ = ratio_bounds(*(sum(output in chosen for output in outputs) for outputs in draws), draws=DRAWS)
    assert low <= promised
