"""Theorem 3: Glance is epsilon-LDP, and exactly so, also between people who differ in one round only."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from itertools import product as every

from ldproof import rounds as transcript
from ldproof.counting.mechanism import Sent, transcript_law, transcript_likelihood
from ldproof.numbers import Symbol, Term, exp, term
from ldproof.rounds import lie, report_likelihood, truth
from ldproof_proofs.counting.parameters import BITS, BUDGET, ROUNDS, x
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication, by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.privacy import Processed
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import pointwise, sums
from ldproof_proofs.reporting import coin, privacy
from ldproof_proofs.reporting.transcript import law as proved

SENT: tuple[Sent, ...] = (None, 0, 1)
MOST = 4
"""The most rounds for which all transcripts are looked at."""
AT = {"x": 2}
NONE, ALL = term(0), term(1)
A, w = Symbol("A"), Symbol("w")


def seen_as(state: int, sent: Sent) -> tuple[Term, Term]:
    """Algorithm 1, lines 6 to 10: the probabilities of what is sent from whoever does not report now, and does."""
    return (ALL, NONE) if sent is None else (NONE, report_likelihood(x, state, sent))


def by_choice(states: tuple[int, ...], seen: tuple[Sent, ...]) -> Term:
    """Algorithm 1 as it stands: draw tau, then go through the rounds."""
    total = term(0)
    for tau in range(len(states)):
        path = term(1)
        for t, (state, sent) in enumerate(zip(states, seen, strict=True)):
            silent, report = seen_as(state, sent)
            path = path * (report if t == tau else silent)
        total = total + path / len(states)
    return total


def step_cases(rounds_more: int) -> Iterable[tuple[str, Relation]]:
    """The reference's likelihood of every transcript against Algorithm 1, as rational functions of the odds."""
    for rounds in range(1, MOST + 1):
        for pairs in combinations_with_replacement(every(BITS, SENT), rounds):
            states, seen = (tuple(each) for each in zip(*pairs, strict=True))
            found = transcript_likelihood(states, seen, x) * (rounds + rounds_more)
            yield f"{seen} from {states}", equal(found, by_choice(states, seen) * rounds)


def steps_of_algorithm_1(prover: Prover) -> Theorem:
    """The likelihood is what Algorithm 1's own lines make it."""
    claim = Ground(
        "counting.transcript",
        "the likelihood is the mean over all tau of what lines 6 to 10 make of it",
        f"T <= {MOST}, every transcript and person up to the order of rounds; every E as a symbol",
        lambda: step_cases(0),
        lambda: step_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def null_facts(prover: Prover) -> Iterable[Theorem]:
    """What is to be known of a round in which NULL is sent, or nothing but a report can be what was seen."""
    facts: tuple[tuple[str, Relation, Relation], ...] = (
        ("certain", at_most(0, ALL), at_most(0, -ALL)),
        ("impossible", at_most(0, NONE), at_most(0, NONE - 1)),
        ("alike", at_most(NONE, (1 + x) * NONE), at_most(NONE + 1, (1 + x) * NONE)),
    )
    for name, goal, wrong in facts:
        claim = Implication(f"counting.null-{name}", goal, BUDGET, witness=AT, mutant=Mutant(wrong, AT))
        yield prover.theorem(
            claim, at_once("whoever reports sends a bit, and whoever does not sends NULL", positivity)
        )


def user_level(prover: Prover) -> Theorem:
    """Any two people, whatever is seen: with one report the weights differ by E at most."""
    claim = Instance(
        "counting.user-level",
        "where c and d are the weights that one transcript has under the states of any two people, and G = E^(k-1)",
        proved.private(prover),
        [
            dict(zip("owv", (*seen_as(state, sent), seen_as(other, sent)[1]), strict=True))
            for state, other, sent in every(BITS, BITS, SENT)
        ],
        {"o": ALL, "w": truth(x), "v": lie(x) / 2},
        BUDGET,
        {**by_name(null_facts(prover)), **by_name(coin.private(prover)), **by_name(coin.nonnegative(prover))},
        witness=AT,
    )
    return prover.theorem(claim, ByInstance())


def private(prover: Prover) -> Theorem:
    """Theorem 3 itself: Glance is epsilon-LDP, for all events and any two people."""
    known = {"x": privacy.excess(ALL)}
    return privacy.private(
        prover,
        "counting.glance-ldp",
        "Glance over T rounds, between any two people's states",
        user_level(prover),
        {str(sent): seen_as(0, sent)[0] for sent in SENT},
        {
            str(state): {str(sent): seen_as(state, sent)[1].substitute(known) for sent in SENT}
            for state in BITS
        },
        ALL,
        ROUNDS,
        {"epsilon": 2, "T": 2},
        (("1", "1", "0"), ("None", "0", "0")),
    )


def harmony(prover: Prover) -> Theorem:
    """Harmony sends 0 in the place of NULL: so it is as private as Glance, from whose reports it can be drawn."""
    return pointwise.show_private(
        prover,
        "counting.harmony-ldp",
        Processed(
            "Harmony over T rounds, which sends 0 where Glance sends NULL, between any two people's states",
            private(prover),
        ),
        exp(privacy.epsilon),
        {**privacy.BUDGET, **ROUNDS},
        {},
        {"epsilon": 2, "T": 2},
        exp(privacy.epsilon) / 2,
    )


def attained(prover: Prover) -> Theorem:
    """If the one report is the state of one person and not of the other, the odds are E: however few rounds differ."""
    silence = [dict(zip("owv", (*seen_as(bit, None), NONE), strict=True)) for bit in BITS]
    report = [dict(zip("owv", (*seen_as(bit, bit), seen_as(1 - bit, bit)[1]), strict=True)) for bit in BITS]
    never = Implication(
        "counting.null-reveals-nothing",
        equal(NONE, (1 + x) * NONE),
        BUDGET,
        witness=AT,
        mutant=Mutant(equal(NONE, (1 + x) * ALL), AT),
    )
    claim = Instance(
        "counting.attained",
        "where c and d are the weights of a transcript whose report is the state of the person with weights c, and in "
        "whose round the other's state is the opposite; in other rounds they may be alike",
        proved.revealing(prover),
        [*silence, *report],
        {"o": NONE, "w": lie(x), "v": truth(x)},
        BUDGET,
        by_name([prover.theorem(never, at_once("E 0 = 0", algebra)), coin.ratio(prover)]),
        witness=AT,
    )
    return prover.theorem(claim, ByInstance())


def one_report(prover: Prover) -> Iterable[Theorem]:
    """NULL changes no weight and a report moves the weight of no report on: so a transcript with one report weighs w."""
    B = Symbol("B")
    at = {"A": 2, "B": 3, "w": 5}
    for name, found, expected, wrong in (
        ("null-stays-0", transcript.forward_step([B, A], ALL, NONE)[0], B, A),
        ("null-stays-1", transcript.forward_step([B, A], ALL, NONE)[1], A, B),
        ("report-moves-0", transcript.forward_step([B, A], NONE, w)[0], NONE, B),
        ("report-moves-1", transcript.forward_step([B, A], NONE, w)[1], B * w, A * w),
    ):
        claim = Implication(
            f"counting.{name}",
            equal(found, expected),
            witness=at,
            mutant=Mutant(equal(found, wrong), at),
            reading="B and A are the weights of no report and of one so far",
        )
        yield prover.theorem(claim, at_once("one line of the step", algebra))


def shows(tau: int, rounds: int) -> tuple[bool, ...]:
    """Which rounds are NULL if a report is sent in round tau."""
    return tuple(t != tau for t in range(rounds))


def shown(seen: tuple[Sent, ...], null: Sent) -> tuple[bool, ...]:
    """Which rounds of a transcript are NULL."""
    return tuple(each == null for each in seen)


def tau_cases(null: Sent) -> Iterable[tuple[str, Relation]]:
    """In which round anything but `null` is sent has the uniform law, whatever the states are."""
    for rounds in range(1, MOST + 1):
        for states in every(BITS, repeat=rounds):
            sent = transcript_law(states, Fraction(2), null)
            for tau in range(rounds):
                wanted = shows(tau, rounds)
                drawn = sums.total(sent[seen] for seen in sent if shown(seen, null) == wanted)
                yield f"tau = {tau} of {states}", equal(drawn, Fraction(1, rounds))


def pattern(prover: Prover) -> Theorem:
    """Which rounds are NULL says nothing of the states; which are 0 would."""
    claim = Ground(
        "counting.null-pattern",
        "all but one round are NULL, and the one is any of the T with probability 1/T, whatever the states",
        f"T <= {MOST}, every person, E = 3",
        lambda: tau_cases(None),
        lambda: tau_cases(0),
    )
    return prover.theorem(claim, ByRecord())
