"""Every clause of the contract, one after another."""

from collections.abc import Callable, Iterator
from functools import partial

from ldproof.budget import Budget
from ldproof.catalogue import AnyMechanism
from ldproof.oracle.contract.draws import coins, draws
from ldproof.oracle.contract.finding import Clause, Finding, of
from ldproof.oracle.contract.laws import laws, neighbours
from ldproof.oracle.contract.privacies import claimed, stated
from ldproof.oracle.contract.spaces import identity, spaces


def findings(mechanism: AnyMechanism, budget: Budget | None = None) -> Iterator[Finding]:
    """What is broken of a mechanism's contract, and what was not looked at; its budget, where it has one, is its claim."""
    own: object = getattr(mechanism, "budget", None)
    claim = budget or (own if isinstance(own, Budget) else None)
    clauses: dict[Clause, Callable[[], Iterator[str]]] = {
        Clause.PARAMETERS: partial(identity, mechanism),
        Clause.SPACES: partial(spaces, mechanism),
        Clause.LAW: partial(laws, mechanism),
        Clause.NEIGHBOURS: partial(neighbours, mechanism),
        Clause.PRIVACY: partial(stated, mechanism),
        Clause.CLAIM: partial(claimed, mechanism, claim),
        Clause.COINS: partial(coins, mechanism),
        Clause.DRAWS: partial(draws, mechanism),
    }
    sound = True
    for clause, words in clauses.items():
        # Of what is no law nobody can say how far its draws are from it.
        if sound or clause is Clause.NEIGHBOURS:
            for each in of(clause, words):
                sound = sound and not (each.broken and clause in (Clause.SPACES, Clause.LAW))
                yield each
