"""What else is derived of the third source: the least error that privacy leaves."""

from fractions import Fraction

from ldproof.chi2.formulas import least_flip
from ldproof.numbers import Symbol
from ldproof.rounds import lie
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Section, computed_by

E, w = map(Symbol, ("E", "w"))

CHAPTER = Chapter(
    "further-chi2",
    "Further derivations: the optimal private test",
    """The private test M* answers 1 with a probability that depends on the number of steps to the other decision.
    Here {E = exp(epsilon)}.""",
    (),
    (
        Section(
            "Next to the threshold",
            """
            Two tables, one step apart, lie on the two sides of the threshold. If each is wrong with probability
            {e}, the first says 1 with probability {1 - e}, and the second with probability {e}. Privacy allows a
            ratio of {E}, and is used up where {1 - e = E*e}, that is for

                e = 1/(1 + E)

                1 - e = E*e
            """,
            ("chi2.m-star",),
            given="E > 1",
            at={"E": 3},
            defined={"e": computed_by(lie, E - 1)},
        ),
        Section(
            "Farther away",
            """
            Each step further the wrong answer may become {E} times rarer. After {n} steps beyond the first, with
            {w = exp(-epsilon*n)}, it has the probability

                near = w/(1 + E)

            and after a step more {far = w/(E*(1 + E))}. The wrong answer's ratio is all that is allowed,

                near/far = E

            and the right answer's is less.

                (1 - far)/(1 - near) <= E

            That no private test errs less is `chi2.beta-optimal`.
            """,
            ("chi2.m-star", "chi2.beta-optimal"),
            given="E > 1; 0 < w <= 1",
            at={"E": 3, "w": Fraction(1, 2)},
            defined={"near": computed_by(least_flip, w, E - 1), "far": computed_by(least_flip, w / E, E - 1)},
        ),
    ),
)
