"""The rule `search`: a Positivstellensatz-style combination, by `evident` or else by linear programs over products.

What it finds is only proposed: a combination is what its replay accepts. Where it finds nothing, or takes too long,
an author's hint helps: which facts it takes (`using`), or the combination itself (`by`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ldproof.numbers import Term
from ldproof_proofs.kernel.algebra import occurring_variables
from ldproof_proofs.kernel.ansatz import Ansatz, Reach
from ldproof_proofs.kernel.combination import Combination
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.hypotheses import Hypotheses
from ldproof_proofs.kernel.positivity import evident, is_shown
from ldproof_proofs.kernel.relations import Relation

REACHES = (Reach(1, 0), Reach(2, 1), Reach(2, 1, squares=True), Reach(3, 2), Reach(3, 2, squares=True))
FURTHER = (Reach(1, 0), Reach(2, 1), Reach(3, 2), Reach(4, 2), Reach(5, 3))
"""Where the facts are few."""


def search(goal: Relation, facts: Facts) -> Combination:
    """A combination for the goal, or NotProved."""
    try:
        return evident(goal, facts)
    except NotProved:
        return programmed(goal, facts)


@dataclass(frozen=True, slots=True)
class Using:
    """A search among few facts, and so in longer products, some of them times the squares of some terms."""

    facts: tuple[str, ...]
    squares: tuple[Term, ...]

    def __call__(self, goal: Relation, facts: Facts) -> Combination:
        """A combination for the goal, or NotProved."""
        if unknown := [name for name in self.facts if name not in facts]:
            raise NotProved(f"{goal}: no fact is named {unknown[0]!r}")
        return programmed(goal, {name: facts[name] for name in self.facts}, FURTHER, self.squares)


def using(*facts: str, squares: Sequence[Term] = ()) -> Using:
    """An author's hint: from these facts it follows, by products of them and of these squares."""
    return Using(facts, tuple(squares))


def programmed(
    goal: Relation, facts: Facts, reaches: Sequence[Reach] = REACHES, squares: Sequence[Term] = ()
) -> Combination:
    """A combination that a linear program proposes and that survives its replay, or NotProved."""
    field = Field([goal.slack, *(fact.slack for fact in facts.values()), *squares])
    known, slack = Hypotheses(field, facts), field(goal.slack)
    inside = set(occurring_variables(slack.top, slack.bottom))
    near = [
        part
        for part in known.signed
        if inside.issuperset(occurring_variables(part.form.top, part.form.bottom))
    ]
    for reach in reaches:
        # Facts about nothing but what the goal is about come first: they are few.
        for circle in [near, known.signed] if len(near) < len(known.signed) else [near]:
            for negated in (False, True) if goal.sign == "!=" else (False,):
                found = Ansatz(
                    goal.sign, -slack if negated else slack, known, circle, reach, squares
                ).solved()
                if found is not None and is_shown(goal, facts, proposed := replace(found, negated=negated)):
                    return proposed
    raise NotProved(
        f"{goal}: its sign is not evident from {', '.join(facts) or 'nothing'}, and no combination was found"
    )
