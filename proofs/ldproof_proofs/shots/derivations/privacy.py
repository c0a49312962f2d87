"""Section 4.2: what a transcript tells of a person's whole stream, and of one round of it."""

from fractions import Fraction

from sympy import cancel, simplify, solve

from ldproof import rounds
from ldproof.numbers import Symbol, Term, exp, least, log
from ldproof.rounds import lie, report_likelihood, truth
from ldproof.shots.formulas import event_odds, user_epsilon
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.derivations.estimate import CHOICES
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.law.dummies import event_denominator
from ldproof_proofs.shots.parameters import BUDGET, DUMMY, ROUNDS, T, epsilon, m, r, x

o, A, B = map(Symbol, ("o", "A", "B"))


def likelihood(state: int) -> Term:
    """The weight of a transcript that shows a 1 in the round that changes."""
    return rounds.forward_step([B, A], o, report_likelihood(x, state, 1))[1]


@leads_to(event_odds, "shots.event-delta", "shots.thm-4")
def one_round(page: Page) -> None:
    """What one round's change can reveal: exactly the event-level odds."""
    page.about(
        {
            **{name: CHOICES[name] for name in ("m", "T", "x")},
            "r": "the probability that a dummy is 1",
            "o": "the probability of the dummy that is seen in the round that changes, the rarer one: min(r, 1 - r)",
            "A": "the weight of the choices of m rounds among the T - 1 others",
            "B": "the weight of the choices of m - 1 rounds among the T - 1 others",
        },
        {
            **BUDGET,
            **ROUNDS,
            "o >= 0": at_most(0, o),
            "o <= 1/2": at_most(o, Fraction(1, 2)),
            "A >= 0": at_most(0, A),
            "B > 0": below(0, B),
            **DUMMY,
            "rarer": equal(o, least(r, 1 - r)),
            "others": equal((T - m) * B, m * (1 - o) * (2 + x) * A),
        },
        {"x": 2, "m": 1, "T": 2, "o": Fraction(1, 3), "A": Fraction(3, 8), "B": 1, "r": Fraction(1, 3)},
        denominator=lemma(event_denominator(page.prover)),
    )
    page.start(
        lambda: likelihood(1) / likelihood(0),
        "the two likelihoods, by the law's own step: silent with the dummy o, or a report of state 1 and of state 0",
    )
    page.equals(
        lambda line: cancel(
            line.subs(to_sympy(B), solve(to_sympy((T - m) * B - m * (1 - o) * (2 + x) * A), to_sympy(B))[0])
        ),
        "the other rounds hide least where each shows the likelier dummy, and a report would be a lie",
        rule=search,
    )
    page.put({"o": least(r, 1 - r)}, "the rarer dummy")
    page.ends(event_odds, lambda: event_odds(m, T, r, x), "the closed form")


@leads_to(user_epsilon, "shots.thm-4")
def all_rounds(page: Page) -> None:
    """Theorem 4: of a person all of whose rounds change, m reports reveal the whole budget."""
    page.about(
        {"m": CHOICES["m"], "epsilon": "the whole budget", "x": CHOICES["x"]},
        {"epsilon > 0": below(0, epsilon), "m >= 1": at_most(1, m), **BUDGET},
        {"epsilon": 1, "m": 2, "x": 2},
        excess=lemma(excess(page.prover)),
    )
    page.start(
        lambda: m * log(truth(x) / lie(x)),
        "every choice of m rounds makes the two likelihoods differ by m factors, all alike where all states differ",
    )
    page.equals(simplify, "truth over lie is the odds")
    page.put({"x": exp(epsilon / m) - 1}, "the odds of a report are e^(epsilon/m)", simplify)
    page.ends(
        user_epsilon,
        lambda: user_epsilon(epsilon),
        "the whole budget",
        undone=axiom(Always.UNDONE, epsilon / m),
    )
