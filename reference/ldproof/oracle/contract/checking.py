"""Every clause of the contract, one after another; here, or in a process of its own."""

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.names import plugin_at_fault
from ldproof.oracle.contract.clauses import (
    TOLD,
    Clause,
    Finding,
    check_claim,
    check_identity,
    check_laws,
    check_neighbours,
    check_privacy,
    check_spaces,
    clause_findings,
)
from ldproof.oracle.contract.draws import check_coins, check_draws
from ldproof.programs.processes import has_feature
from ldproof.registry import AnyMechanism

# Every clause of the contract, one after another.


def findings(mechanism: AnyMechanism, budget: Budget | None = None) -> Iterator[Finding]:
    """Check a mechanism's contract clause by clause; its claim is the budget, or else its own one."""
    own: object = getattr(mechanism, "budget", None)
    claim = budget or (own if isinstance(own, Budget) else None)
    clauses: dict[Clause, Callable[[], Iterator[str]]] = {
        Clause.PARAMETERS: partial(check_identity, mechanism),
        Clause.SPACES: partial(check_spaces, mechanism),
        Clause.LAW: partial(check_laws, mechanism),
        Clause.NEIGHBOURS: partial(check_neighbours, mechanism),
        Clause.PRIVACY: partial(check_privacy, mechanism),
        Clause.CLAIM: partial(check_claim, mechanism, claim),
        Clause.COINS: partial(check_coins, mechanism),
        Clause.DRAWS: partial(check_draws, mechanism),
    }
    sound = True
    for clause, words in clauses.items():
        # Of what is no law nobody can say how far its draws are from it.
        if sound or clause is Clause.NEIGHBOURS:
            for each in clause_findings(clause, words):
                sound = sound and not (each.broken and clause in (Clause.SPACES, Clause.LAW))
                yield each


# The contract held against a mechanism in a process of its own, which is killed where an answer takes too long.


def isolated_findings(looking: Callable[[], Iterable[Finding]], seconds: float) -> Iterator[Finding]:
    """Findings from a forked process with a time limit for each answer; from this one where there is no `fork`."""
    if not has_feature("os", "fork"):
        yield from looking()
        return
    forking = get_context("fork")
    here, beyond = forking.Pipe()
    child = forking.Process(target=send_findings, args=(looking, here, beyond), daemon=True)
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        child.start()  # of NumPy's threads, which are idle
    beyond.close()
    asked = ""
    try:
        while here.poll(seconds if asked else None):
            try:
                said: Finding | Refused | str = here.recv()
            except EOFError:
                child.join()
                break
            match said:
                case Finding():
                    yield said
                case Refused():
                    raise said
                case str():
                    asked = said
        else:
            raise Refused(
                Reason.PROGRAM_TIMED_OUT,
                f"{asked} takes more than {seconds:g} seconds",
                "an answer in time, or a longer time limit",
            )
        if child.exitcode or asked:
            what = f"{asked or 'looking at the mechanism'} ends the process, with status {child.exitcode}"
            raise Refused(Reason.PROGRAM_ENDED, what, "an answer")
    finally:
        child.kill()
        child.join()
        here.close()


def send_findings(looking: Callable[[], Iterable[Finding]], here: Connection, beyond: Connection) -> None:
    """Send findings to the parent process, and before each question its words, after its answer an empty text."""
    here.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what it prints is no answer of ours
    Thread(target=exit_with_parent, args=(beyond,), daemon=True).start()
    TOLD.set(beyond.send)
    try:
        for each in looking():
            beyond.send(each)
    except Refused as refusal:
        beyond.send(refusal)
    except BaseException as error:
        if (theirs := plugin_at_fault(error)) is None:
            raise
        beyond.send(theirs)


def exit_with_parent(parent: Connection) -> None:
    """End when whoever has started this process does, even if it is killed."""
    parent.poll(None)
    os._exit(128 + signal.SIGTERM)
