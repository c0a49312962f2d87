"""What is broken is found, each in a specimen of its own; and nothing in what keeps the contract."""

from collections.abc import Mapping
from typing import Any

import pytest

from ldproof.budget import budget
from ldproof.catalogue import AnyMechanism, mechanism
from ldproof.catalogue.examples import EXAMPLES
from ldproof.interface.laws import law
from ldproof.oracle.contract import Clause, draws, findings
from ldproof.rejections import Reason
from tests.oracle.contract import specimens
from tests.oracle.contract.specimens import Kary, Stepwise
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused

BROKEN: Mapping[type[AnyMechanism], tuple[Clause, str]] = {
    specimens.SumsToMore: (Clause.LAW, "the law does not sum to 1 at 2: it sums to 101/100"),
    specimens.Negative: (Clause.LAW, "the law has a negative probability at 0: 1 has -1"),
    specimens.Missing: (
        Clause.LAW,
        "the law does not sum to 1 at 0: it sums to 4/5, as if outputs were missing",
    ),
    specimens.InFloats: (Clause.LAW, "likelihood(0, 0) is a float and no Real: exact, or known by balls"),
    specimens.Raises: (Clause.LAW, "likelihood(2, 0) raises ZeroDivisionError: "),
    specimens.Leaves: (Clause.LAW, "likelihood(0, 0) raises SystemExit: 0"),
    specimens.Forgetful: (
        Clause.LAW,
        "likelihood and step differ at (0, 0): (0, 0) has 3/8, and its steps make 9/16",
    ),
    specimens.Constant: (
        Clause.DRAWS,
        "of 4000 draws for 0 from SeededCoins(b'contract of 0') 4000 have 0 as the output, whose probability is 0.6; right",
    ),
    specimens.Biased: (
        Clause.DRAWS,
        "on these coins: 3/4 of all tapes of 2 bytes give 0 for 0, as 0000 does, and its likelihood is 3/5",
    ),
    specimens.SlightlyBiased: (
        Clause.DRAWS,
        "randomize disagrees with likelihood: of 4000 draws for 0 from ",
    ),
    specimens.Impossible: (Clause.DRAWS, "randomize disagrees with likelihood: of 4000 draws for 1 from "),
    specimens.Outside: (Clause.COINS, "which is none of the outputs: what is none of a few values"),
    specimens.Crashes: (Clause.COINS, "raises IndexError: list index out of range"),
    specimens.Endless: (Clause.COINS, "seems never to end: it has read 4129776 bytes, and asks for 1 more"),
    specimens.Greedy: (
        Clause.DRAWS,
        "seems never to end: it has read 0 bytes, and asks for 1152921504606846976 more",
    ),
    specimens.Hasty: (Clause.COINS, "0 takes 18 bytes and 2 17"),
    specimens.OwnTies: (Clause.COINS, "0 takes 1 bytes and 1 2"),
    specimens.BlockTies: (Clause.COINS, "0 takes 32 bytes and 1 16"),
    specimens.OneSided: (Clause.NEIGHBOURS, "neighbours are not symmetric at user level: 0 and 1"),
    specimens.Reflexive: (Clause.NEIGHBOURS, "0 is its own neighbour at user level"),
    specimens.EventsAlone: (Clause.NEIGHBOURS, "0 and 2 are neighbours at event level and not at user level"),
    specimens.Understated: (
        Clause.PRIVACY,
        "privacy('user') states odds of 2, and the largest are 3: 0 against 1, at the output 0",
    ),
    specimens.StatedInFloats: (Clause.PRIVACY, "privacy('user') is a float and no Privacy"),
    specimens.ElsewhereReached: (
        Clause.PRIVACY,
        "privacy('user') states odds of 3, and its pair and event have 1",
    ),
    specimens.OfOneself: (Clause.PRIVACY, "0 and 0 of privacy('user') are no neighbours"),
    specimens.Overspent: (
        Clause.CLAIM,
        "it claims odds of 3 and has 6, an epsilon of 1.7918 and not of 1.0986: 0 against 1, at the output 0",
    ),
    specimens.Certain: (
        Clause.CLAIM,
        "it claims odds of 3 and has inf, an epsilon of inf and not of 1.0986: 0 against 1, at the output 0",
    ),
    specimens.Words: (
        Clause.SPACES,
        "secrets do not come back: 0 is written as \"0\", which is read as '0'",
    ),
    specimens.Alike: (Clause.SPACES, 'two of the outputs are written alike: 0 and 1 as "0"'),
    specimens.Nobody: (Clause.SPACES, "there are no secrets"),
    specimens.Unready: (Clause.SPACES, "secrets raises RuntimeError: not yet"),
    specimens.Changing: (Clause.PARAMETERS, "its copy is another one: a mechanism is a frozen dataclass"),
    specimens.Thawed: (Clause.PARAMETERS, "hash raises TypeError: unhashable type: 'Thawed'"),
}


def broken(made: AnyMechanism, **given: Any) -> dict[Clause, list[str]]:
    """What is broken, by clause."""
    found: dict[Clause, list[str]] = {}
    for each in findings(made, **given):
        assert each.broken
        found.setdefault(each.clause, []).append(each.words)
    return found


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_is_said_with_a_point(kind: type[AnyMechanism]) -> None:
    clause, words = BROKEN[kind]
    found = broken(kind())
    assert clause in found
    assert any(words in each for each in found[clause])


def test_every_specimen_is_tried_and_every_clause() -> None:
    kinds = {
        each
        for each in vars(specimens).values()
        if isinstance(each, type) and each.__module__ == specimens.__name__
    }
    assert {*BROKEN} == kinds - {
        Kary,
        Stepwise,
        specimens.AsText,
        specimens.HiddenTies,
        specimens.Irrational,
        specimens.Naturals,
        specimens.Unbounded,
    }
    assert {clause for clause, _ in BROKEN.values()} == {*Clause}


@pytest.mark.parametrize(
    "made",
    [
        Kary(),
        Kary(budget(epsilon=1)),
        Stepwise(),
        specimens.HiddenTies(),
        mechanism("chi2.beta_optimal", {"m1": "4", "m2": "4", "tau": "2", "beta": "1", "odds": "3"}),
        RandomizedResponse(3, budget(odds=2)),
    ],
)
def test_what_keeps_it_is_not_broken(made: AnyMechanism) -> None:
    assert broken(made) == {}


def test_a_sum_that_is_off_by_what_no_float_tells() -> None:
    made = specimens.Irrational(budget(epsilon=1))
    (words,) = broken(made)[Clause.LAW][:1]
    assert words.startswith("the law does not sum to 1 at 0: it sums to Real([1.000000000000000000")


def test_a_budget_that_is_told_is_the_claim() -> None:
    assert broken(Kary(), budget=budget(odds=3)) == {}
    assert Clause.CLAIM in broken(Kary(), budget=budget(odds="299/100"))


@pytest.mark.parametrize("name", ["counting.glance", "sketch.kary"])
def test_ours_keep_it(name: str) -> None:
    assert broken(mechanism(name, EXAMPLES[name].parameters)) == {}


def test_what_cannot_be_listed_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "DRAWS", 200)
    made = mechanism("shots.report", {"T": 40, "m": 2, "odds": 3})
    found = [*findings(made)]
    assert not any(each.broken for each in found)
    assert [each.clause for each in found] == [Clause.SPACES, Clause.LAW, Clause.NEIGHBOURS, Clause.PRIVACY]
    assert all(str(each).partition(": ")[2].startswith("not looked at: ") for each in found)


def test_a_space_without_an_end_is_not_looked_at() -> None:
    made = specimens.Unbounded()
    found = [*findings(made)]
    assert not any(each.broken for each in found if each.clause in (Clause.SPACES, Clause.LAW))
    assert "a space with more than 1048576 values" in found[0].words
    for ask in (lambda: law(made, 0), lambda: Kary.privacy(made, "user")):
        with refused(Reason.TOO_MANY_OUTCOMES):
            ask()
