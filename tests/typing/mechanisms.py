"""Types of laws, budgets, formulas and mechanisms: each wrong use is an error."""

from fractions import Fraction
from typing import assert_type

from ldproof import rounds
from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.counting.client import start_client as client
from ldproof.counting.collector import CountingCollector, NoEstimate
from ldproof.counting.mechanism import Counting
from ldproof.errors import Reason, Refused
from ldproof.mechanisms import Finite, Level, Mechanism, Privacy, tight_privacy
from ldproof.numbers import Array, Ball, Real, Symbol, Term, ball
from ldproof.probability import INFINITE, Infinite, Law, Odds, chernoff_bound, law_of_shares
from ldproof.shots.client import start_client
from ldproof.shots.formulas import event_odds, failure_bound, figure_of_merit, g, p
from ldproof.shots.mechanism import Shots
from ldproof_proofs.law.finite_laws import hockey_stick, mixture_law, tight_odds


def formulas_give_back_their_system(
    number: float, array: Array, exact: Fraction, around: Ball, said: Term
) -> None:
    assert_type(p(number, number, number, number), float)
    assert_type(p(exact, exact, exact, exact), Fraction)
    assert_type(event_odds(around, around, around, around), Ball)
    assert_type(figure_of_merit(array, array, array, array), Array)
    assert_type(g(said), Term)
    assert_type(rounds.likelihood_of_rounds([(said, said)], 1), Term)


def formulas_refuse_other_systems_and_mixtures(exact: Fraction, around: Ball, number: float) -> None:
    g(exact)  # type: ignore[type-var]
    figure_of_merit(exact, exact, exact, exact)  # type: ignore[type-var]
    failure_bound(exact, exact, exact, exact, exact, exact)  # type: ignore[type-var]
    chernoff_bound(exact, exact)  # type: ignore[type-var]
    p(exact, exact, around, exact)  # type: ignore[type-var]
    p(exact, exact, exact, Symbol("x"))  # type: ignore[type-var]
    event_odds(number, exact, number, number)  # type: ignore[type-var]
    rounds.forward_step([exact], around, around)  # type: ignore[type-var]
    rounds.likelihood_of_rounds([(exact, around)], 1)  # type: ignore[type-var]


def a_law_has_exact_probabilities_of_one_kind_of_outcome(of_bits: Law[int], of_words: Law[str]) -> None:
    assert_type(of_bits.product(of_words), Law[tuple[int, str]])
    assert_type(of_bits.pushforward(str), Law[str])
    law_of_shares([("heads", 0.5)])  # type: ignore[list-item]
    law_of_shares([([], Fraction(1))])  # type: ignore[type-var]
    tight_odds(of_bits, of_words)  # type: ignore[misc]
    mixture_law([(0.5, of_bits)])  # type: ignore[list-item]
    hockey_stick(of_bits, of_bits, 0.5)  # type: ignore[arg-type]
    of_bits.mean(float)  # type: ignore[arg-type]
    of_bits["heads"]  # type: ignore[index]
    of_bits.probabilities[0] = Fraction(1)  # type: ignore[index]


def odds_may_be_infinite(odds: Odds) -> None:
    odds + 1  # type: ignore[operator]
    odds > INFINITE  # type: ignore[operator]
    if not isinstance(odds, Infinite):
        assert_type(odds, Fraction)


def a_real_number_mixes_with_fractions_alone(whole: Budget, number: Real) -> None:
    assert_type(number + 1, Real)
    assert_type(Fraction(1, 2) * whole.odds(), Real)
    assert_type(ball(number), Ball)
    ball(0.5)  # type: ignore[arg-type]
    number + 0.5  # type: ignore[operator]
    number < 0.5  # type: ignore[operator]
    number + ball(1)  # type: ignore[operator]
    Real(0.5)  # type: ignore[arg-type]
    number.exact + 1  # type: ignore[operator]


def null_is_no_bit_and_a_round_may_have_no_estimate(
    chosen: Shots, counting: Counting, coins: Coins, hearing: CountingCollector
) -> None:
    assert_type(start_client(chosen, coins).report(1, 0, coins), int)
    client(counting, coins).report(1, 0, coins) + 1  # type: ignore[operator]
    said = hearing.receive(1, [None, 1, 0])
    ball(said)  # type: ignore[arg-type]
    said + 1  # type: ignore[operator]
    hearing.receive(1, [0.5])  # type: ignore[list-item]
    if not isinstance(said, NoEstimate):
        assert_type(ball(said), Ball)


def what_is_validated_does_not_change(chosen: Shots, whole: Budget, refusal: Refused) -> None:
    chosen.m = 3  # type: ignore[misc]
    chosen.budget.value = Fraction(3)  # type: ignore[misc]
    whole.reports = 2  # type: ignore[misc]
    assert_type(refusal.reason, Reason)
    Refused("because", "this", "that")  # type: ignore[arg-type]


class Whole:
    def likelihood(self, secret: int, output: int) -> Real:
        return Real(Fraction(1, 2))

    def randomize(self, secret: int, coins: Coins) -> int:
        return secret

    @property
    def secrets(self) -> Finite[int]:
        return Finite((0, 1))

    outputs = secrets

    def neighbours(self, level: Level, one: int, other: int) -> bool:
        return one != other

    def privacy(self, level: Level) -> Privacy[int, int]:
        return tight_privacy(self, level)


class WithFloats(Whole):
    def likelihood(self, secret: int, output: int) -> float:  # type: ignore[override]
        return 0.5


class WithItsOwnCoins:
    likelihood = Whole.likelihood
    secrets = Whole.secrets
    outputs = Whole.secrets
    neighbours = Whole.neighbours
    privacy = Whole.privacy

    def randomize(self, secret: int) -> int:
        return secret


whole: Mechanism[int, int] = Whole()
of_words: Mechanism[str, int] = Whole()  # type: ignore[assignment]
with_floats: Mechanism[int, int] = WithFloats()  # type: ignore[assignment]
without_coins: Mechanism[int, int] = WithItsOwnCoins()  # type: ignore[assignment]
