"""Each violation of the contract is found in a specimen of its own, and none in a right mechanism."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from ldproof.api.mechanisms import law
from ldproof.budget import parse_budget
from ldproof.coins import Coins
from ldproof.errors import Reason
from ldproof.mechanisms import Finite, Privacy
from ldproof.numbers import Real, ball
from ldproof.oracle.conformance.observations import Observation
from ldproof.oracle.contract import Clause, draws, findings
from ldproof.oracle.contract.draws import ALPHA, check_by_bets
from ldproof.registry import EXAMPLES, AnyMechanism, make_mechanism
from ldproof.sampling import BLOCKS, BY_SECRET, LAZY, BlockRule, Digits, draw_bernoulli, draw_uniform
from ldproof.sampling.inversion import Categorical
from tests.oracle.contract import specimens
from tests.oracle.contract.specimens import (
    Kary,
    Numbers,
    Stepwise,
    make_specimen,
    with_draws,
    with_likelihoods,
)
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.tiers import slow, some


def exit_process(*_: object) -> None:
    raise SystemExit(0)


def fail_to_draw(*_: object) -> None:
    raise RuntimeError("not yet")


def biased_draw(mechanism: Kary, secret: int, coins: Coins) -> int:
    """Send the truth with probability 3/4 instead of 3/5 for the secret 0, from two bytes."""
    if secret:
        return Kary.randomize(mechanism, secret, coins)
    first, second = coins.read(1)[0], coins.read(1)[0]
    return 0 if first < 192 else 1 + second % 2


def slightly_biased(_: Kary, secret: int, coins: Coins) -> int:
    """Send the truth with probability 2/3 instead of 3/5, from a block."""
    return (
        secret if draw_bernoulli(Digits(Fraction(2, 3)), coins) else (secret + 1 + draw_uniform(2, coins)) % 3
    )


def read_forever(_: Kary, secret: int, coins: Coins) -> int:
    """Read on, whatever exception is raised."""
    while True:
        with suppress(Exception):
            coins.read(1)


def read_less_for_2(mechanism: Kary, secret: int, coins: Coins) -> int:
    """Read one byte less for the secret 2."""
    coins.read(1 if secret == 2 else 2)
    return Kary.randomize(mechanism, secret, coins)


def by_rule(rule: BlockRule) -> Kary:
    """Draw by a table of each secret's own, so that its ties depend on the secret."""
    return with_draws(
        lambda self, secret, coins: Categorical(
            [[self.likelihood(secret, output) for output in range(3)]], rule
        ).draw(0, coins)
    )


def with_privacy(*stated: object) -> Kary:
    """Return a mechanism with this privacy: odds, two secrets and the event's output."""
    odds, one, other, event = stated
    return make_specimen(privacy=lambda *_: Privacy(Real(odds), one, other, lambda output: output == event))  # type: ignore[arg-type]


IMPOSSIBLE = make_specimen(  # It says 0 of 1, which its likelihood never does.
    likelihood=lambda self, secret, output: (
        Real(Fraction((0, 2, 1)[output], 3)) if secret == 1 else Kary.likelihood(self, secret, output)
    ),
    randomize=lambda self, secret, coins: (
        0 if coins.read(16)[0] == 255 else Kary.randomize(self, secret, coins)
    ),
)

FEW = 300
"""So many draws where they are not what is tested."""
NEVER_ENDS = "seems never to end: it has read"
BROKEN: list[tuple[Clause, str, AnyMechanism]] = [
    (Clause.LAW, "the law does not sum to 1 at 2: it sums to 101/100", specimens.SumsToMore()),
    (Clause.LAW, "the law has a negative probability at 0: 1 has -1", specimens.Negative()),
    (
        Clause.LAW,
        "the law does not sum to 1 at 0: it sums to 4/5, as if outputs were missing",
        specimens.Missing(),
    ),
    (Clause.LAW, "likelihood(0, 0) is a float and no Real: exact, or known by balls", specimens.InFloats()),
    (
        Clause.LAW,
        "likelihood(2, 0) raises ZeroDivisionError: ",
        with_likelihoods(lambda right, secret, _: right / (1 if secret < 2 else 0)),
    ),
    (Clause.LAW, "likelihood(0, 0) raises SystemExit: 0", make_specimen(likelihood=exit_process)),
    (
        Clause.LAW,
        "likelihood and step differ at (0, 0): (0, 0) has 3/8, and its steps make 9/16",
        specimens.Forgetful(),
    ),
    (
        Clause.DRAWS,
        "of 4000 draws for 0 from SeededCoins(b'contract of 0') 4000 have 0 as the output, whose probability is 0.6; right",
        with_draws(lambda _, secret, coins: (coins.read(16), secret)[1]),
    ),
    (
        Clause.DRAWS,
        "on these coins: 3/4 of all tapes of 2 bytes give 0 for 0, as 0000 does, and its likelihood is 3/5",
        with_draws(biased_draw),
    ),
    (
        Clause.DRAWS,
        "randomize disagrees with likelihood: of 4000 draws for 0 from ",
        with_draws(slightly_biased),
    ),
    (Clause.DRAWS, "randomize disagrees with likelihood: of 4000 draws for 1 from ", IMPOSSIBLE),
    (
        Clause.COINS,
        "which is none of the outputs: what is none of a few values",
        with_draws(lambda *asked: Kary.randomize(*asked) + 1),
    ),
    (
        Clause.COINS,
        "raises IndexError: list index out of range",
        with_draws(lambda *asked: [0, 1][Kary.randomize(*asked)]),
    ),
    (
        Clause.DRAWS,
        f"{NEVER_ENDS} 0 bytes, and asks for 1152921504606846976 more",
        with_draws(lambda _, secret, coins: coins.read(1 << 60)[0] % 3),
    ),
    (Clause.COINS, "0 takes 18 bytes and 2 17", with_draws(read_less_for_2)),
    (Clause.COINS, "0 takes 1 bytes and 1 2", by_rule(LAZY)),
    (Clause.COINS, "0 takes 32 bytes and 1 16", by_rule(BLOCKS)),
    (
        Clause.NEIGHBOURS,
        "neighbours are not symmetric at user level: 0 and 1",
        make_specimen(neighbours=lambda _, level, one, other: one < other),
    ),
    (Clause.NEIGHBOURS, "0 is its own neighbour at user level", make_specimen(neighbours=lambda *_: True)),
    (
        Clause.NEIGHBOURS,
        "0 and 2 are neighbours at event level and not at user level",
        make_specimen(
            neighbours=lambda _, level, one, other: abs(one - other) in ((1, 2) if level == "event" else (1,))
        ),
    ),
    (
        Clause.PRIVACY,
        "privacy('user') states odds of 2, and the largest are 3: 0 against 1, at the output 0",
        with_privacy(2, 0, 1, 0),
    ),
    (
        Clause.PRIVACY,
        "privacy('user') states odds of 3, and its pair and event have 1",
        with_privacy(3, 0, 1, 2),
    ),
    (Clause.PRIVACY, "0 and 0 of privacy('user') are no neighbours", with_privacy(3, 0, 0, 0)),
    (Clause.PRIVACY, "privacy('user') is a float and no Privacy", make_specimen(privacy=lambda *_: 3.0)),
    (
        Clause.CLAIM,
        "it claims odds of 3 and has 6, an epsilon of 1.7918 and not of 1.0986: 0 against 1, at the output 0",
        with_likelihoods(lambda _, secret, output: Real(Fraction(6 if output == secret else 1, 8))),
    ),
    (
        Clause.CLAIM,
        "it claims odds of 3 and has inf, an epsilon of inf and not of 1.0986: 0 against 1, at the output 0",
        with_likelihoods(lambda _, secret, output: Real(output == secret)),
    ),
    (
        Clause.SPACES,
        "secrets do not come back: 0 is written as \"0\", which is read as '0'",
        make_specimen(secrets=Numbers(str, str)),
    ),
    (
        Clause.SPACES,
        'two of the outputs are written alike: 0 and 1 as "0"',
        make_specimen(outputs=Numbers(lambda _: "0", lambda _: 0)),
    ),
    (Clause.SPACES, "there are no secrets", make_specimen(secrets=Finite(()))),
    (Clause.SPACES, "secrets raises RuntimeError: not yet", make_specimen(secrets=property(fail_to_draw))),
    (
        Clause.PARAMETERS,
        "its copy is another one: a mechanism is a frozen dataclass",
        make_specimen(__eq__=lambda one, other: one is other, __hash__=object.__hash__),
    ),
    (Clause.PARAMETERS, "hash raises TypeError: unhashable type: 'Thawed'", specimens.Thawed()),
]


def violations(made: AnyMechanism, **given: Any) -> dict[Clause, list[str]]:
    """Return the violations, by clause."""
    found: dict[Clause, list[str]] = {}
    for each in findings(made, **given):
        assert each.broken
        found.setdefault(each.clause, []).append(each.words)
    return found


@pytest.mark.parametrize(("clause", "words", "made"), BROKEN, ids=[words[:50] for _, words, _ in BROKEN])
def test_violation_is_reported_with_an_example(
    clause: Clause, words: str, made: AnyMechanism, monkeypatch: pytest.MonkeyPatch
) -> None:
    if clause is not Clause.DRAWS:
        monkeypatch.setattr(draws, "DRAWS", FEW)
    assert any(words in each for each in violations(made)[clause])


def test_bet_on_draws_pays_for_all_observations_of_all_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two secrets and three observations, a capital of 6/alpha refutes a law, and no smaller one does."""
    monkeypatch.setattr(draws, "DRAWS", FEW)
    observed = [Observation(name, lambda output: output, {"0": Fraction(1)}) for name in "abc"]
    for capital, words in ((6 / ALPHA - 1, 0), (6 / ALPHA, 1)):
        monkeypatch.setattr(Observation, "capital", lambda *_, capital=capital: ball(capital))
        assert len([*check_by_bets(Kary(), 0, observed, 2)]) == words


@pytest.mark.parametrize(
    "bytes_", [100, pytest.param(4129776, marks=slow)], ids=["a smaller limit", "the limit"]
)
def test_endless_draw_is_a_violation(bytes_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each read of a byte counts for 65."""
    if bytes_ == 100:
        monkeypatch.setattr(draws, "ENOUGH", 65 * bytes_)
    (words,) = violations(with_draws(read_forever))[Clause.COINS]
    assert f"{NEVER_ENDS} {bytes_} bytes, and asks for 1 more" in words


@pytest.mark.parametrize(
    "made",
    some(
        [
            Kary(),
            pytest.param(Kary(parse_budget(epsilon=1)), marks=slow),
            pytest.param(Stepwise(), marks=slow),
            by_rule(BY_SECRET),
            make_mechanism("chi2.beta_optimal", {"m1": "4", "m2": "4", "tau": "2", "beta": "1", "odds": "3"}),
            RandomizedResponse(3, parse_budget(odds=2)),
            pytest.param(
                make_mechanism("counting.glance", EXAMPLES["counting.glance"].parameters), marks=slow
            ),
            make_mechanism("sketch.kary", EXAMPLES["sketch.kary"].parameters),
        ],
        5,
    ),
)
def test_right_mechanism_has_no_violation(made: AnyMechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    if made != Kary():
        monkeypatch.setattr(draws, "DRAWS", 10 * FEW)
    assert violations(made) == {}


def test_tiny_excess_of_a_sum_is_found() -> None:
    made = type(with_likelihoods(lambda right, _, output: right + Fraction(int(output == 0), 10**30)))(
        parse_budget(epsilon=1)
    )
    (words,) = violations(made)[Clause.LAW][:1]
    assert words.startswith("the law does not sum to 1 at 0: it sums to Real([1.000000000000000000")


def test_stated_budget_is_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "DRAWS", FEW)
    assert violations(Kary(), budget=parse_budget(odds=3)) == {}
    assert Clause.CLAIM in violations(Kary(), budget=parse_budget(odds="299/100"))


def test_spaces_too_large_to_list_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "DRAWS", 200)
    made = make_mechanism("shots.report", {"T": 40, "m": 2, "odds": 3})
    found = [*findings(made)]
    assert not any(each.broken for each in found)
    unseen = [Clause.SPACES, Clause.LAW, Clause.NEIGHBOURS, Clause.PRIVACY, Clause.CLAIM]
    assert [each.clause for each in found] == unseen
    assert all(str(each).partition(": ")[2].startswith("not looked at: ") for each in found)


def test_infinite_space_is_not_checked() -> None:
    made = make_specimen(
        outputs=Numbers(endless=True),
        likelihood=lambda _, secret, output: Real(Fraction(1, 2 ** (output + 1))),
        privacy=lambda *_: Privacy(Real(3), 0, 1, lambda output: output == 0),
    )
    found = [*findings(made)]
    assert not any(each.broken for each in found if each.clause in (Clause.SPACES, Clause.LAW))
    assert "a space with more than 1048576 values" in found[0].words
    for ask in (lambda: law(made, 0), lambda: Kary.privacy(made, "user")):
        with refused(Reason.TOO_MANY_OUTCOMES):
            ask()
