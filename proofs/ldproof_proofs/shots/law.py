"""Theorem 4: m-shot reporting is epsilon-LDP, exactly so, and what one round's change can reveal."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from itertools import product as every

from ldproof.law import most, symmetric_odds, tight_odds
from ldproof.numbers import Symbol, Term, exp, expm1, least, log, term
from ldproof.reporting import transcript
from ldproof.reporting.coin import lie, silent, spoken, truth
from ldproof.shots.formulas import event_epsilon, event_odds, user_epsilon
from ldproof.shots.law import likelihood, transcripts
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Implication, Known, Mutant, ever, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Invariant, Round
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, by, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting import coin
from ldproof_proofs.shots.setting import BUDGET, DUMMY, ROUNDS, SETTING, T, epsilon, m, r, x

BITS = (0, 1)
DUMMY_FACT = {0: "r <= 1", 1: "r >= 0"}
"""What says that a dummy is this bit with a probability of at least 0."""
SAMPLE: Point = {"x": 2, "r": Fraction(1, 3)}
QUIET = least(r, 1 - r)
"""The probability of the rarer dummy."""
DENOMINATOR = QUIET * (T - m) + m * (1 - QUIET)
"""What the event-level odds are divided by."""
LOUD = (1 - QUIET) * (2 + x)
"""The most that silence can be likelier than a report, whatever is seen."""


def names(theorems: Iterable[Theorem]) -> Mapping[str, Known]:
    """Lemmas under their own names."""
    return {theorem.name: lemma(theorem) for theorem in theorems}


def user_level(prover: Prover) -> Theorem:
    """Any two people, whatever is seen: the weights differ by E^k at most."""
    cases = list(every(BITS, repeat=3))
    claim = Induction(
        "shots.user-level",
        "where c and d are the weights that one transcript has under the states of any two people",
        transcript.start,
        transcript.turn,
        tuple(
            Round(silent(r, seen), {"c": spoken(x, state, seen), "d": spoken(x, other, seen)})
            for seen, state, other in cases
        ),
        lambda view: at_most(view.rows["c"](0), view.power(0) * view.rows["d"](0)),
        lambda view: at_most(view.rows["c"](0), view.power(-1) * view.rows["d"](0)),
        SAMPLE,
        {**BUDGET, **DUMMY},
        {**names(coin.private(prover)), **names(coin.positive(prover))},
        base=1 + x,
    )
    first = [at_once("silence on both sides", by(product(DUMMY_FACT[seen], "invariant at k"))) for seen, _, _ in cases]
    later = [
        at_once(
            "silent at k, spoken after k - 1, and the coin's own odds",
            by(
                product(DUMMY_FACT[seen], "invariant at k"),
                product(f"reporting.coin-positive-{seen}{state}", "invariant at k-1"),
                product("G > 0", "d_{k-1} >= 0", f"reporting.coin-private-{seen}{state}{other}"),
            ),
        )
        for seen, state, other in cases
    ]
    return prover.theorem(claim, ByInduction(at_once("both sides are the start", algebra), first, later))


def user_level_attained(prover: Prover) -> Theorem:
    """If what is seen is one person's state in every round and the other's in none, the odds are E^k."""
    claim = Induction(
        "shots.user-level-attained",
        "where the states of the person with weights c are what was seen, and d's states are the opposite",
        transcript.start,
        transcript.turn,
        tuple(
            Round(silent(r, seen), {"c": spoken(x, seen, seen), "d": spoken(x, 1 - seen, seen)}) for seen in BITS
        ),
        lambda view: equal(view.rows["c"](0), view.power(0) * view.rows["d"](0)),
        lambda view: equal(view.rows["c"](0), view.power(1) * view.rows["d"](0)),
        SAMPLE,
        {**BUDGET, **DUMMY},
        base=1 + x,
    )
    first = [at_once("silence", by(product("invariant at k", scale=silent(r, seen)))) for seen in BITS]
    later = [
        at_once(
            "truth = E lie",
            by(
                product("invariant at k", scale=silent(r, seen)),
                product("invariant at k-1", scale=truth(x)),
            ),
        )
        for seen in BITS
    ]
    return prover.theorem(claim, ByInduction(at_once("both sides are the start", algebra), first, later))


def likelihoods(prover: Prover) -> Theorem:
    """From the weights of m reports to probabilities: the choices of tau are as many on both sides."""
    c, d, G, choices = map(Symbol, ("c", "d", "G", "choices"))
    at = {"c": 2, "d": 1, "G": 2, "choices": 3}
    claim = Implication(
        "shots.likelihoods",
        at_most(c / choices, G * (d / choices)),
        {"c <= G d": at_most(c, G * d), "choices > 0": below(0, choices), "d >= 0": at_most(0, d)},
        witness=at,
        mutant=Mutant(at_most(c / choices, d / choices), at),
        reading="c, d are the weights at k = m, G = E^m and choices = C(T, m)",
    )
    return prover.theorem(
        claim, at_once("divide by what is positive", by(product("c <= G d"), times=(product("choices > 0"),)))
    )


def user_cases(power: int) -> Iterable[tuple[str, bool]]:
    """All transcripts of up to 4 rounds and all pairs of people, up to the order of rounds, m = 1..T."""
    facts = {**BUDGET, **DUMMY}
    for rounds in range(1, 5):
        for kinds in combinations_with_replacement(every(BITS, repeat=3), rounds):
            seen, states, others = zip(*kinds, strict=True)
            for reports in range(1, rounds + 1):
                one, other = (likelihood(each, seen, reports, r, x) for each in (states, others))
                try:
                    positivity(at_most(one, (1 + x) ** (reports - power) * other), facts)
                except NotProved:
                    yield f"{seen} under {states} and {others}, m = {reports}", False
                    return
                yield f"{seen} under {states} and {others}, m = {reports}", True


def user_level_exhaustively(prover: Prover) -> Theorem:
    """The same without induction, for few rounds."""
    claim = Finite(
        "shots.user-level-exhaustive",
        "no transcript is more than E^m times likelier under one person than under another",
        "T <= 4, every m, every transcript and pair of people; every r and E as polynomials",
        lambda: user_cases(0),
        lambda: user_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def budget_cases(power: int) -> Iterable[tuple[str, bool]]:
    """exp(user epsilon) times the smaller likelihood is the larger one, where every round differs."""
    for rounds in range(1, 4):
        for seen in every(BITS, repeat=rounds):
            for reports in range(1, rounds + 1):
                difference = exp(user_epsilon(epsilon)) ** (1 + power) - ratio(seen, reports)
                yield f"{seen}, m = {reports}", Field([difference]).is_zero(difference)


def ratio(seen: tuple[int, ...], reports: int) -> Term:
    """How much likelier a transcript is for whoever has these states than for whoever has the opposite."""
    excess = expm1(epsilon / reports)
    opposite = tuple(1 - bit for bit in seen)
    return likelihood(seen, seen, reports, r, excess) / likelihood(opposite, seen, reports, r, excess)


def whole_budget(prover: Prover) -> Theorem:
    """User-level epsilon is the whole budget, with E = e^(epsilon/m)."""
    claim = Finite(
        "shots.user-epsilon",
        "e^epsilon is the ratio of the likelihoods of a transcript under the states it shows and their opposites",
        "T <= 3, every m and transcript; every r and epsilon as symbols",
        lambda: budget_cases(0),
        lambda: budget_cases(1),
        anchors=(anchor(user_epsilon, lambda: exp(user_epsilon(epsilon)), lambda: ratio((1,), 1)),),
    )
    return prover.theorem(claim, ByEnumeration())


def loud(prover: Prover) -> Iterable[Theorem]:
    """Whatever is seen, silence explains it at most (1 - min(r, 1-r)) (2 + x) times as well as a report."""
    for seen, state in every(BITS, repeat=2):
        goal = at_most(silent(r, seen), LOUD * spoken(x, state, seen))
        claim = Implication(
            f"shots.loud-{seen}{state}",
            goal,
            {**BUDGET, **DUMMY},
            {"minimum": ever(Always.SECOND if seen else Always.FIRST, r, 1 - r)},
            SAMPLE,
            Mutant(at_most(LOUD * spoken(x, state, seen), silent(r, seen) / 4), {"x": 2, "r": Fraction(1, 2)}),
        )
        yield prover.theorem(claim, at_once("1 - min(r, 1-r) is at least r and 1 - r", positivity))


def others(invariant_sign: str, loudest: Term) -> tuple[Invariant, Invariant]:
    """The invariant of the other rounds' weights, and its mutant."""
    relation = at_most if invariant_sign == "<=" else equal
    return (
        lambda view: relation(
            (view.t - view.k) * view.rows["a"](0), (view.k + 1) * loudest * view.rows["a"](1)
        ),
        lambda view: relation(
            (view.t - view.k) * view.rows["a"](0), view.k * loudest * view.rows["a"](1)
        ),
    )


def event_level_weights(prover: Prover) -> Theorem:
    """The weights a of the rounds that do not change: (t - k) a_k <= (k + 1) rho a_{k+1}."""
    cases = list(every(BITS, repeat=2))
    invariant, mutant = others("<=", LOUD)
    claim = Induction(
        "shots.event-weights",
        "where a are the weights of any transcript under anyone's states",
        transcript.start,
        transcript.turn,
        tuple(Round(silent(r, seen), {"a": spoken(x, state, seen)}) for seen, state in cases),
        invariant,
        mutant,
        SAMPLE,
        {**BUDGET, **DUMMY},
        {**names(coin.positive(prover)), **names(loud(prover))},
        reach=1,
    )
    first = [
        at_once(
            "silent at k, and silence is not louder than rho reports",
            by(product(DUMMY_FACT[seen], "invariant at k"), product("a_k >= 0", f"shots.loud-{seen}{state}")),
        )
        for seen, state in cases
    ]
    later = [
        at_once(
            "silent at k, spoken after k - 1, and silence is not louder than rho reports",
            by(
                product(DUMMY_FACT[seen], "invariant at k"),
                product(f"reporting.coin-positive-{seen}{state}", "invariant at k-1"),
                product("a_k >= 0", f"shots.loud-{seen}{state}"),
            ),
        )
        for seen, state in cases
    ]
    return prover.theorem(claim, ByInduction(at_once("both sides are 0", algebra), first, later))


def quiet_bounds(prover: Prover) -> Iterable[Theorem]:
    """0 <= min(r, 1-r) < 1."""
    either = {"either": ever(Always.EITHER, r, 1 - r)}
    at_least = Implication(
        "shots.quiet-nonnegative", at_most(0, QUIET), DUMMY, either, SAMPLE, Mutant(below(0, QUIET), {"r": 0})
    )
    square = Product((), squares=(QUIET,))
    rule = by(square, product("r >= 0", "r <= 1"), product("either", scale=1))
    yield prover.theorem(at_least, at_once("q = q^2 + r (1 - r) where q is r or 1 - r", rule))
    bounds = {"first": ever(Always.FIRST, r, 1 - r), "second": ever(Always.SECOND, r, 1 - r)}
    under = Implication(
        "shots.quiet-below-one", below(QUIET, 1), {}, bounds, SAMPLE, Mutant(below(QUIET, 0), {"r": Fraction(1, 3)})
    )
    half = Fraction(1, 2)
    rule = by(product("first", factor=half), product("second", factor=half), product(factor=half))
    yield prover.theorem(under, at_once("q <= r and q <= 1 - r, so 2 q <= 1", rule))


CHANGED = {"A >= 0": at_most(0, Symbol("A")), "B >= 0": at_most(0, Symbol("B"))}
A, B = Symbol("A"), Symbol("B")
READING = "A and B are the weights of m and m - 1 reports in the T - 1 rounds that do not change"


def event_level(prover: Prover) -> Iterable[Theorem]:
    """One round changes: whatever is seen in it, the odds are at most the closed form."""
    for seen in BITS:
        quiet = ("second", "first")[seen]
        known = {
            "first": ever(Always.FIRST, r, 1 - r),
            "second": ever(Always.SECOND, r, 1 - r),
            **names(quiet_bounds(prover)),
        }
        denominator = event_denominator(prover)
        known["denominator"] = lemma(denominator)
        claim = Implication(
            f"shots.event-level-{seen}",
            at_most(
                transcript.turn([B, A], silent(r, seen), spoken(x, seen, seen))[1],
                event_odds(m, T, r, x)
                * transcript.turn([B, A], silent(r, seen), spoken(x, 1 - seen, seen))[1],
            ),
            {**SETTING, **CHANGED, "weights": at_most((T - m) * B, m * LOUD * A)},
            known,
            {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2, "A": 1, "B": 2},
            Mutant(
                at_most(
                    transcript.turn([B, A], silent(r, seen), spoken(x, seen, seen))[1],
                    transcript.turn([B, A], silent(r, seen), spoken(x, 1 - seen, seen))[1],
                ),
                {"x": 2, "r": Fraction(1, 3), "m": 1, "T": 2, "A": 1, "B": 2},
            ),
            reading=READING,
        )
        rule = by(
            product("x > 0", DUMMY_FACT[seen], "weights"),
            product("x > 0", "m <= T", "B >= 0", quiet),
            times=(product("denominator", "x > 0"), product("denominator", factor=2)),
        )
        yield prover.theorem(claim, at_once("the rarer dummy hides least, the other rounds hide most", rule))


def event_denominator(prover: Prover) -> Theorem:
    """The closed form's denominator is positive."""
    claim = Implication(
        "shots.event-denominator",
        below(0, DENOMINATOR),
        {**DUMMY, **ROUNDS},
        names(quiet_bounds(prover)),
        {"r": 0, "m": 1, "T": 2},
        Mutant(below(0, QUIET * (T - m) - m * (1 - QUIET)), {"r": 0, "m": 1, "T": 2}),
    )
    rule = by(
        product("shots.quiet-nonnegative", "m <= T"),
        product("m >= 1", "shots.quiet-below-one"),
        product("shots.quiet-below-one"),
    )
    return prover.theorem(claim, at_once("m (1 - q) > 0", rule))


def event_level_attained(prover: Prover) -> Iterable[Theorem]:
    """The closed form is reached: the rarer dummy is seen in the round that changes, lies in all others."""
    for seen in BITS:
        rare, loudest = silent(r, seen), (1 - silent(r, seen)) * (2 + x)
        invariant, mutant = others("=", loudest)
        weights = Induction(
            f"shots.event-weights-attained-{seen}",
            f"where a are the weights of a transcript that shows {1 - seen} wherever its person's state is {seen}",
            transcript.start,
            transcript.turn,
            (Round(silent(r, 1 - seen), {"a": spoken(x, seen, 1 - seen)}),),
            invariant,
            mutant,
            SAMPLE,
            {**BUDGET, **DUMMY},
            reach=1,
        )
        dummy, report = silent(r, 1 - seen), lie(x)
        yield prover.theorem(
            weights,
            ByInduction(
                at_once("both sides are 0", algebra),
                [at_once("silence is as loud as rho lies", by(product("invariant at k", scale=dummy)))],
                [
                    at_once(
                        "silence is as loud as rho lies",
                        by(product("invariant at k", scale=dummy), product("invariant at k-1", scale=report)),
                    )
                ],
            ),
        )
        yield event_level_reached(prover, seen, rare, loudest)


def event_level_reached(prover: Prover, seen: int, rare: Term, loudest: Term) -> Theorem:
    """With those weights, the two likelihoods have exactly the closed form's ratio."""
    at: Point = {"x": 2, "r": Fraction(1, 3) if seen else Fraction(2, 3), "m": 1, "T": 2, "A": 3, "B": 8}
    left = transcript.turn([B, A], rare, spoken(x, seen, seen))[1]
    right = transcript.turn([B, A], rare, spoken(x, 1 - seen, seen))[1]
    common = silent(r, 1 - seen)
    bottom = rare * (T - m) + m * (1 - rare)
    claim = Implication(
        f"shots.event-level-attained-{seen}",
        equal(left, event_odds(m, T, r, x) * right),
        {
            **SETTING,
            "rarer": at_most(rare, common),
            "weights": equal((T - m) * B, m * loudest * A),
        },
        {
            "minimum": ever(Always.MINIMUM, rare, common),
            **names(quiet_bounds(prover)),
            "denominator": lemma(event_denominator(prover)),
        },
        at,
        Mutant(equal(left, (event_odds(m, T, r, x) + 1) * right), at),
        reading=READING,
    )
    half = Fraction(1, 2)
    positive = by(
        product(DUMMY_FACT[seen], "m <= T"),
        *(product(*facts, factor=half) for facts in (("m >= 1", "rarer"), ("rarer",), ("m >= 1",), ())),
    )
    return prover.theorem(
        claim,
        steps(
            Step(
                "=",
                (1 + x * m * (1 - rare) / bottom) * right,
                "the other rounds' weights are in the proportion that hides least",
                by(product("weights", scale=x * rare / (bottom * (2 + x)))),
            ),
            last=Last(
                "the dummy seen is the rarer one",
                by(product("minimum", scale=x * m * (T - m) * right / (bottom * DENOMINATOR))),
            ),
            defined={str(Relation(bottom, "!=", term(0))): positive},
        ),
    )


def event_budget(prover: Prover) -> Theorem:
    """Event-level epsilon is the logarithm of the event-level odds."""
    u = epsilon / m
    rest = 1 + QUIET * (T - m) / DENOMINATOR * expm1(-u)
    found = anchor(
        event_epsilon,
        lambda: event_epsilon(m, T, r, epsilon),
        lambda: log(event_odds(m, T, r, expm1(epsilon / m))),
    )
    bounds = {**names(quiet_bounds(prover)), "denominator": lemma(event_denominator(prover))}
    given = {"epsilon > 0": below(0, epsilon), **DUMMY, **ROUNDS}
    at: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2}
    parts = by(
        product("shots.quiet-nonnegative", "m <= T", "shrinks"),
        product("m >= 1", "shots.quiet-below-one"),
        product("shots.quiet-below-one"),
        times=(product("denominator"),),
    )
    known = {**bounds, "shrinks": ever(Always.POSITIVE, -u)}
    hidden = Implication(
        "shots.event-hidden",
        below(0, rest),
        given,
        known,
        at,
        Mutant(below(1, rest), at),
    )
    positive = prover.theorem(hidden, at_once("what is left after hiding is positive", parts))
    claim = Implication(
        "shots.event-epsilon",
        equal(found.value, found.definition),
        given,
        {
            **known,
            "grows": ever(Always.POSITIVE, u),
            "rest": lemma(positive),
            "undone": ever(Always.UNDONE, u),
            "product": ever(Always.PRODUCT, exp(u), rest),
        },
        at,
        Mutant(equal(found.value + 1, found.definition), at),
        (found,),
    )
    return prover.theorem(
        claim,
        steps(
            Step("=", log(exp(u)) + log(rest), "u = log(exp(u))", by(product("undone", scale=-1))),
            Step("=", log(exp(u) * rest), "logarithms add", by(product("product", scale=-1))),
            last=Last("the same number", algebra),
        ),
    )


def event_cases(mutated: int) -> Iterable[tuple[str, bool]]:
    """The largest ratio over all transcripts and all changes of one round, against the closed form."""
    for rounds in range(1, 4):
        for reports, dummy, excess in every(range(1, rounds + 1), DUMMIES, EXCESSES):
            laws = {
                states: transcripts(states, reports, dummy, excess) for states in every(BITS, repeat=rounds)
            }
            largest = most(
                tight_odds(law, laws[(*states[:t], 1 - states[t], *states[t + 1 :])])
                for states, law in laws.items()
                for t in range(rounds)
            )
            closed = event_odds(Fraction(reports + mutated), Fraction(rounds + mutated), dummy, excess)
            yield f"T = {rounds}, m = {reports}, r = {dummy}, E = {1 + excess}", largest == closed


DUMMIES = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(1))
EXCESSES = (Fraction(1, 2), Fraction(2))


def event_level_exhaustively(prover: Prover) -> Theorem:
    """The closed form by brute force over the laws themselves."""
    claim = Finite(
        "shots.event-level-exhaustive",
        "the largest ratio of likelihoods over one round's change is the closed form",
        "T <= 3, every m, r in {0, 1/4, 1/2, 2/3, 1}, E in {3/2, 3}; every transcript and pair",
        lambda: event_cases(0),
        lambda: event_cases(1),
        anchors=(
            anchor(
                event_odds,
                lambda: event_odds(Fraction(1), Fraction(1), Fraction(0), Fraction(2)),
                lambda: symmetric_odds(*(transcripts((state,), 1, Fraction(0), Fraction(2)) for state in BITS)),
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())
