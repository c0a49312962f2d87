"""Every claim of every source, in order, with its verdict and the theorems that it rests on."""

from collections.abc import Callable, Iterable, Sequence

from ldproof_proofs import tails
from ldproof_proofs.exact import consumption
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting import coin, transcript
from ldproof_proofs.shots.accuracy import chernoff, condition, theorem_5
from ldproof_proofs.shots.formulas import merit, peak, rates
from ldproof_proofs.shots.law import dummies, event_epsilon, event_level, event_level_attained, user_level

SHOTS = "Ono, Fukuchi, Sakuma: sequential heavy hitters under local differential privacy"


def gather(
    *sources: Callable[[Prover], Theorem | Iterable[Theorem]],
) -> Callable[[Prover], Sequence[Theorem]]:
    """The theorems of several functions, one after another."""

    def theorems(prover: Prover) -> Sequence[Theorem]:
        found: list[Theorem] = []
        for source in sources:
            result = source(prover)
            found.extend((result,) if isinstance(result, Theorem) else result)
        return found

    return theorems


ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.thm-2",
        f"{SHOTS}, section 2.2, Theorem 2",
        "The binary mechanism is epsilon-LDP.",
        Verdict.HOLDS,
        "Its worst ratio is exactly e^epsilon: it is private at no smaller epsilon.",
        gather(
            coin.is_a_law,
            coin.ratio,
            coin.difference,
            coin.private,
            coin.nonnegative,
            coin.dummies,
            coin.dummy_is_a_law,
        ),
    ),
    Entry(
        "shots.thm-3",
        f"{SHOTS}, section 4.1, Theorem 3",
        "Phi is an unbiased estimator of Phi_0.",
        Verdict.HOLDS,
        "It needs epsilon > 0, or p - q is 0. That p and q are the marginals of the transcript's law is part of "
        "what is shown: a formula built from any two different numbers would look unbiased.",
        gather(
            transcript.linear,
            transcript.hiding_most,
            rates.choices,
            rates.marginals,
            rates.difference,
            rates.unbiased,
        ),
        gather(transcript.fold_is_average),
        uses=("shots.thm-2",),
    ),
    Entry(
        "shots.thm-4",
        f"{SHOTS}, section 4.2, Theorem 4",
        "m-shot reporting is epsilon-LDP.",
        Verdict.HOLDS,
        "And exactly so: a transcript that shows one person's state in every round is e^epsilon times likelier "
        "for that person than for whoever has the opposite states, for all T, m and r. Dummies amplify nothing "
        "between two arbitrary people; between people who differ in one round the tight odds are "
        "1 + (E - 1) m (1 - o) / (o (T - m) + m (1 - o)) with o = min(r, 1 - r) and E = e^(epsilon/m).",
        gather(
            transcript.private,
            transcript.revealing,
            user_level.user_level,
            user_level.user_level_attained,
            user_level.likelihoods,
            transcript.hiding,
            transcript.hiding_most,
            dummies.loud,
            event_level.event_level_weights,
            dummies.quiet_bounds,
            event_level.event_level,
            event_level_attained.event_level_attained,
            event_epsilon.event_budget,
        ),
        gather(
            transcript.fold_is_average,
            user_level.user_level_exhaustively,
            user_level.whole_budget,
            event_epsilon.event_level_exhaustively,
        ),
        uses=("shots.thm-2",),
    ),
    Entry(
        "shots.thm-10",
        f"{SHOTS}, appendix 1, Theorem 10",
        "Pr[|X - mu| >= delta mu] <= 2 exp(-mu delta^2 / 3) for sums of independent trials and 0 < delta < 1.",
        Verdict.LOOSE,
        "A textbook's theorem, cited here. Its constant 1/3 could be 2 ln 2 - 1 = 0.386...: the exponent "
        "(1 + d) ln(1 + d) - d of the upper tail is at least that times d^2 for 0 < d <= 1, with equality at d = 1.",
        gather(tails.theorem_10, tails.best_constant),
    ),
    Entry(
        "shots.thm-5",
        f"{SHOTS}, section 4.3, Theorem 5",
        "If alpha is below (1), then Pr[some round's error reaches alpha] <= 2 T exp(-f(m, r) epsilon N alpha^2 / (3 T)).",
        Verdict.CORRECTED,
        "With alpha > 0 it follows from Chernoff's bound; (1) says no more than alpha < q / (p - q). A condition is "
        "needed: without any, one person, m = 1, T = 100, E = 2, r = 0, state 0 and alpha = (1 - q)/(p - q) have "
        "exactly 1/3 on the left and less than 10^-19 on the right.",
        gather(
            condition.condition,
            chernoff.as_chernoff,
            chernoff.applies,
            chernoff.bound,
            theorem_5.theorem_5,
            condition.without_condition,
        ),
        uses=("shots.thm-3", "shots.thm-10"),
    ),
    Entry(
        "shots.eq-3",
        f"{SHOTS}, section 4.3, equation (3)",
        "f decreases in r, so that r* = 0 maximises it for every m.",
        Verdict.HOLDS,
        "For the bound (2). At m = T there is no dummy, and all r tie. Of the exact error it is not true.",
        gather(merit.merit, merit.decreasing),
        uses=("shots.thm-5",),
    ),
    Entry(
        "shots.g",
        f"{SHOTS}, section 4.3",
        "f(m, 0) = g(m / epsilon).",
        Verdict.HOLDS,
        "As printed.",
        gather(merit.one_variable),
        uses=("shots.eq-3",),
    ),
    Entry(
        "shots.fig-1",
        f"{SHOTS}, section 4.3, figure 1",
        "g has one extremum on x > 0.",
        Verdict.HOLDS,
        "A maximum. The source reads it off a plot; here the derivative's signs are charted.",
        gather(peak.one_peak),
        uses=("shots.g",),
    ),
    Entry(
        "shots.c-star",
        f"{SHOTS}, section 5.3",
        "c* = argmin g, about 0.574.",
        Verdict.REFUTED,
        "It is where g is largest: argmax was meant. inf g = 0, and no x attains it.",
        gather(peak.peak, peak.not_a_minimum, peak.infimum),
        uses=("shots.fig-1",),
    ),
    Entry(
        "exact.bytes",
        "ours",
        "How many bytes of randomness a client reads may depend on what it hides.",
        Verdict.OURS,
        "If it stops at the first byte that decides, the report and the number of bytes together can reveal the "
        "state outright. If it always reads blocks and reads on when any of its thresholds ties, the number of "
        "bytes is independent of the state.",
        gather(consumption.revealing, consumption.finite),
        uses=("shots.thm-2",),
    ),
)
