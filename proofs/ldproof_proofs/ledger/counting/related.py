"""Others' mechanisms and problems, as the source describes them, and what other systems here have in common with these."""

from ldproof_proofs.counting import memoization
from ldproof_proofs.counting.law import definitions, every_round
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said
from ldproof_proofs.law import binary, composition, divergence, privacy
from ldproof_proofs.ledger.counting import equal
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting.transcript import law as transcript
from ldproof_proofs.shots.accuracy import heavy_hitters

RELATED: tuple[Entry, ...] = (
    Entry(
        "counting.related",
        f"{COUNTING}, section 1.1, Related Work",
        "Private heavy hitters, where each person has an item of V, can be reduced to this problem by "
        "reading items as rounds. Continual observation is another problem: its privacy is not local, "
        "and it counts the ones so far in one stream.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let each person have an item, and be active in the round of this item only. The shares of active "
                    "people are the frequencies, and add up to {shots.one-item/right}. So a mechanism for this problem "
                    "serves for heavy hitters."
                ),
                heavy_hitters.shares_add_up,
            ),
            as_printed(
                (
                    "Continual observation is different. Of the stream {state 1}, {state 2}, {state 3} it releases about "
                    "{running 1}, {running 2}, {running 3}, and the shares of this problem are {state 1}, {state 2}, "
                    "{state 3}."
                ),
                definitions.running,
            ),
            besides(
                (
                    "The converse fails: somebody who is active in {one-item-fails/active:words} rounds has more than an "
                    "item."
                ),
                heavy_hitters.shares_add_up,
            ),
            besides(
                (
                    "People who hold a single item each differ in few rounds. For {T} rounds and odds of {E} per "
                    "report, BORAPPOR's tight odds are {one item} among such people, and {sets} among all people."
                ),
                definitions.items,
            ),
        ),
    ),
    Entry(
        "counting.compression",
        f"{COUNTING}, section 1.1, Related Work",
        "Many algorithms for heavy hitters compress their inputs, by Bloom filters or by projections, "
        "and so do not allow estimates in real time.",
        Verdict.NOT_HERE,
        (
            said(
                (
                    "This can be checked in the papers of these algorithms only: [3], [8], [9], [13] and [15] of the "
                    "source. We have not done so, and none of these algorithms is implemented here."
                ),
                "the source's references",
            ),
        ),
    ),
    Entry(
        "counting.memoization",
        f"{COUNTING}, section 1.1, Related Work",
        "Memoization stores a randomized state, and randomizes it again for each report: however often "
        "a state is sent, only the randomized value becomes known.",
        Verdict.HOLDS,
        (
            as_printed(
                "Any number of reports of a state is LDP with the odds E of the stored value: every "
                "event has probabilities P and Q with {memoization-ldp/goal = P <= E*Q}.",
                memoization.private,
            ),
            as_printed(
                (
                    "Let a and b be the probabilities of k reports if a one was stored and if not, so that "
                    "{memoization-private/a <= G b}. Then the probabilities under different states satisfy "
                    "{memoization-private/goal = (E*a + b)/(E + 1) <= (E*G + 1)/(E + G)*(a + E*b)/(E + 1)}."
                ),
                memoization.bounded,
            ),
            as_printed(
                (
                    "So the odds of all k reports together are the first quotient on the right of this inequality. They "
                    "are below E by {memoization-limit/right = (E^2 - 1)/(E + G)}."
                ),
                memoization.limit,
            ),
            besides(
                "The odds of all k reports of a state are attained if the reports are equal, and grow with every report.",
                memoization.attained,
                memoization.limit,
            ),
            besides(
                (
                    "If the state changes, each new state is stored anew. Let the states of both people change in the same "
                    "rounds. Then the probabilities c and d of all reports under their states satisfy {composition/goal}, "
                    "where `odds` is the product of the odds of all stored values."
                ),
                composition.composition,
                every_round.revealing,
            ),
        ),
        also=(memoization.tight,),
    ),
    Entry(
        "counting.binary-optimal",
        f"{COUNTING}, section 2.2",
        "Randomized response maximises the f-divergence between two distributions on [0, 1] (in our "
        "copy), so that it distinguishes two inputs better than any other LDP mechanism with inputs in "
        "[0, 1].",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Read the claim of binary inputs. Let an output have the probabilities p and q under them, with odds of "
                    "at most E both ways. Draw it with probability v if randomized response reports the first input, and "
                    "with w if it reports the other. Then it has the probability {channel-gives-0/goal = (E*(E*p - q) + "
                    "E*q - p)/((E + 1)*(E - 1)) = p} under the first input. Over all outputs, v adds up to "
                    "{channel-is-a-law/right}, and so does w."
                ),
                binary.channel,
                binary.channel_sums,
            ),
            as_printed(
                (
                    "Let there be finitely many outputs, let f be convex, and let f_E and f_inverse be the values of f at"
                    " E and at the inverse of E. Then every f-divergence D is at most that of randomized response: "
                    "{divergence-at-most/goal = D <= f_E/(E + 1) + E/(E + 1)*f_inverse}."
                ),
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
            besides(
                (
                    "Conversely, whatever is drawn from the report of randomized response is private, too: events have "
                    "probabilities P and Q with {ldp-post-processing/goal}."
                ),
                privacy.post_processing,
            ),
            said(
                "For other inputs randomized response is not defined.",
                "section 2.2, which defines it for 0 and 1",
            ),
        ),
        also=(binary.exhaustively,),
    ),
    Entry(
        "counting.equal-harmony",
        "ours",
        "One-shot reporting with dummies of 0 is Harmony.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Show silence, NULL and an unset bit alike, in both mechanisms. In the round of the report, an active"
                    " person then sends a set bit with probability p, and an idle person with probability q. In every "
                    "other round no bit is set."
                ),
                equal.rounds,
            ),
            as_printed(
                "Let outcomes of a round be shown alike. Let o_0 and o_1 be their probabilities if the report is in another round, and w_0 and w_1 those if it is in this "
                "round. Let A and B be the probabilities of the rest of the transcript in these cases. Then the probabilities of the outcomes add: "
                "{transcript-linear-1/goal}. So, merged round by round, both mechanisms have the same law of transcripts.",
                transcript.linear,
                equal.rounds,
            ),
            as_printed(
                (
                    "Both mechanisms estimate mu by {harmony-estimate/right = (ones/N - q/T)/((p - q)/T)}, with the same "
                    "variance."
                ),
                equal.harmony,
            ),
            besides(
                (
                    "The published Harmony sends a plus for a set bit and a minus otherwise, and counts NULL as the middle of "
                    "both. Let k people report in the round, and let `ones` of them send a plus. Then the estimate of mu is "
                    "{harmony-published/right = (1 + T/(p - q)*(2*ones - k)/N)/2}."
                ),
                equal.published,
            ),
            besides(
                (
                    "Let dummies be ones with the probability `fill`. Then one-shot reporting has a larger variance than "
                    "Harmony that counts NULL as the value `fill`, by {harmony-no-coin/right = T*(T - 1)*fill*(1 - "
                    "fill)/(N*(p - q)^2)}."
                ),
                equal.published,
            ),
        ),
        also=(equal.transcripts,),
    ),
    Entry(
        "counting.equal-borappor",
        "ours",
        "T-shot reporting is Basic One-time RAPPOR.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "If everybody reports in every round, no dummies are sent. The reports are independent, as those of "
                    "RAPPOR are. Let A be the probability of a transcript's other rounds, and w that of this round's "
                    "report. Then the whole transcript has the probability {every-round-step/right} with both."
                ),
                every_round.step,
            ),
            as_printed(
                "T-shot reporting and RAPPOR both estimate mu by {borappor-estimate/left = (ones/N - q)/(p - q)}, with the "
                "variance {borappor-variance/left = E/((E - 1)^2*N)} for every mu and r.",
                equal.borappor,
            ),
        ),
        also=(equal.transcripts, every_round.exhaustively),
    ),
)
