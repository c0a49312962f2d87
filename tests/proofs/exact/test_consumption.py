"""What the number of bytes reveals: the cases of the two claims can fail, and do where they should."""

from fractions import Fraction

from ldproof.exact.bernoulli import BY_SECRET, LAZY, Rule
from ldproof.law import Infinite
from ldproof_proofs.exact.consumption import block_cases, coin, joint_odds, lazy_cases, rational_coin
from ldproof_proofs.kernel.ground import holds


def test_a_lazy_client_reveals_its_state_from_some_budget_on() -> None:
    """At epsilon = 1 the odds are finite, and at 7 they are not."""
    assert not isinstance(joint_odds(coin(1), LAZY), Infinite)
    assert isinstance(joint_odds(coin(7), LAZY), Infinite)
    assert all(holds(each) for _, each in lazy_cases((7,)))
    assert not all(holds(each) for _, each in lazy_cases((1,)))


def test_blocks_keep_the_odds() -> None:
    """With blocks the joint odds are hardly more than the coin's; with one byte and no blocks they are more."""
    excess = Fraction(2)
    found = joint_odds(rational_coin(excess), BY_SECRET)
    assert not isinstance(found, Infinite)
    assert 1 + excess <= found < (1 + excess) * (1 + Fraction(1, 2**80))
    assert all(holds(each) for _, each in block_cases(BY_SECRET))
    assert not all(holds(each) for _, each in block_cases(Rule(length=1)))
