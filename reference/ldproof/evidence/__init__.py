"""Evidence against a claim of privacy, from counts, by e-processes: statistics only, knowing nothing of programs.

What a caller needs:

- `start(at_least(odds), alpha)` is a `MixtureEProcess` against one claim, all of it in reserve; `at_least` turns odds
  that are no fraction into one just above, `odds_of_epsilon` an epsilon.
- `adding(name, weight)` pays for betting on an event: one pair of inputs, one set of outputs, one direction. Add it
  before the pairs that it is judged by are drawn; it may be found in all earlier ones. What is not spent stays in
  reserve for events found later.
- `after({name: Batch(draws, likely, others, unlikely)})` bets on a batch: how often the event happened in so many draws
  with the likely input, and in so many with the other. Either a fair coin decides the input of each draw, and then
  draws may depend on earlier ones in any way; or there are as many of each, and then they are to be independent. How
  many draws there are must be settled before they are made, and all events of a batch are handed over in one call. An
  event's first batch only shows where it lies, and nothing is bet on it: keep it small.
- `adding_law(name, weight)` pays for betting on a whole law, the frequencies of all outcomes that are told apart;
  `after({}, {name: (past, Table(...))})` bets by what is known of it and settles that. Outcomes may be new in any batch,
  and others may be told apart from batch to batch.
- `start(..., further=guarantees)` is for a claim that is a set of guarantees: before each batch, each bet is placed
  against the one that the past speaks against most. All of them share one alpha.
- `rejected` tells whether the capital ever reached 1/alpha (Ville's inequality); `logarithm()` is for a plot. Look
  whenever you like.
- `ladder(rungs(...), alpha)` bets against many epsilons; `bound()` is the lower confidence sequence.
  A verdict and a bound are two statements, each at its own alpha, and the bound may lag behind the verdict.
- `serialization` saves them and reads them back; `validate_mixture` and `validate_ladder` refuse what never was.
- `holm_violations` and `epsilon_bound` in `fixed_sample` are for counts that were taken once, and
  `pairs_until_rejection` in `event_bets` is what no auditor can beat.

Values are immutable: keep the old one until the new one is on the disk.
"""

from ldproof.evidence.eprocess import (
    EpsilonConfidenceSequence,
    MixtureEProcess,
    Tables,
    at_least,
    ladder,
    odds_of_epsilon,
    rungs,
    start,
    validate_ladder,
    validate_mixture,
)
from ldproof.evidence.event_bets import Batch
from ldproof.evidence.guarantees import Guarantee
from ldproof.evidence.ratio_bets import OutcomeTable

__all__ = [
    "Batch",
    "EpsilonConfidenceSequence",
    "Guarantee",
    "MixtureEProcess",
    "OutcomeTable",
    "Tables",
    "at_least",
    "ladder",
    "odds_of_epsilon",
    "rungs",
    "start",
    "validate_ladder",
    "validate_mixture",
]
