"""What the fixture `ldproof_audit` is: audits of a test, within the share that it has of its session's alpha."""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from shlex import join
from threading import Lock
from typing import Protocol

import numpy as np
import pytest

from ldproof.api.auditing import DRAWS, Claimed, Key, Pairs, PreparedAudit, Randomizer, prepare_audit
from ldproof.audit.draw.sources import CallableSource, Stream
from ldproof.audit.report import AuditResult
from ldproof.audit.samples import Table
from ldproof.audit.state_file import audit_identity, load_audit
from ldproof.errors import Refused
from ldproof.mechanisms import Level
from ldproof.testing.assertions import hide_traceback, raise_if_violated
from ldproof.testing.sharing import Sharing, StoredSharing, session_sharing, telescoping_share

FIXTURE = "ldproof_audit"
WORD = 1 << 32
"""What seeds NumPy's own generator."""


@dataclass(frozen=True)
class SessionSpending:
    """A session: how its alpha is shared, what coins are made from, and how many audits each test has had."""

    sharing: Sharing
    seed: str | None
    audits: Counter[str] = field(default_factory=Counter)
    """A test that is run again goes on counting."""
    counting: Lock = field(default_factory=Lock, repr=False)

    def number(self, test: str) -> int:
        """Which of a test's audits is its next: each has a number of its own, whichever thread of the test it is in."""
        with self.counting:
            self.audits[test] += 1
            return self.audits[test]


SPENDING: pytest.StashKey[SessionSpending] = pytest.StashKey()


def of_test(request: pytest.FixtureRequest, runs: int) -> "SessionAuditor":
    """The fixture of a test, in each of so many runs of it."""
    config = request.config
    if SPENDING not in config.stash:
        config.stash[SPENDING] = session_spending(request.session, runs)
    return SessionAuditor(config.stash[SPENDING], request.node)


def session_spending(session: pytest.Session, runs: int) -> SessionSpending:
    """What a session may spend; every worker has collected the same tests, and so makes the same shares."""
    config = session.config
    asking = (each for each in session.items if FIXTURE in getattr(each, "fixturenames", ()))
    try:
        shared = session_sharing(
            config.getoption("--ldproof-alpha"),
            frozenset(each.nodeid for each in asking),
            config.getoption("--ldproof-state"),
            runs,
        )
    except Refused as refusal:
        raise pytest.UsageError(str(refusal)) from refusal
    return SessionSpending(shared, config.getoption("--ldproof-seed"))


class Test(Protocol):
    """A test, as far as its audits need to know it."""

    @property
    def nodeid(self) -> str:
        """Its name in the session."""
        ...

    @property
    def user_properties(self) -> list[tuple[str, object]]:
        """What reports say of it."""
        ...


@dataclass(frozen=True)
class SessionAuditor:
    """Audits for one test."""

    spending: SessionSpending = field(repr=False)
    test: Test

    @hide_traceback
    def __call__(
        self,
        randomizer: Randomizer[Key],
        claim: Claimed,
        *,
        pairs: Pairs | None = None,
        inputs: Iterable[object] | None = None,
        draws: int = DRAWS,
        level: Level = "user",
        throughout: bool = False,
    ) -> AuditResult:
        """Fail if samples contradict the privacy that is claimed; what is asked for is as in `ldproof.audit`."""
        __tracebackhide__ = True
        name = self.test.nodeid
        asked = prepare_audit(
            randomizer, claim, pairs=pairs, inputs=inputs, draws=draws, level=level, throughout=throughout
        )
        share = self.spending.sharing.share(name)
        number = self.spending.number(name)
        with self.spending.sharing.alone(name, number):
            ready = self.ready(asked, share * telescoping_share(number), number)
            with self.sown(ready, number) as seeded:
                found = seeded.done()
        self.test.user_properties.append(("ldproof", found.words[0]))
        again = f"or: {self.command()}"
        where = () if ready.state is None else (f"its evidence is kept in {ready.state}",)
        return raise_if_violated(found, again, *where)

    def ready(self, asked: PreparedAudit, alpha: Fraction, number: int) -> PreparedAudit:
        """An audit with its alpha and, where evidence is kept, its file: it goes on for as many draws as it is asked for."""
        if not isinstance(self.spending.sharing, StoredSharing):
            return asked.with_alpha(alpha)
        version, file = self.spending.sharing.version(
            self.test.nodeid, number, audit_digest(asked), goes_on=goes_on(asked)
        )
        ready = asked.with_alpha(alpha * telescoping_share(version))
        if isinstance(asked.taken_from, Table) or not goes_on(asked):
            return ready
        before = (
            load_audit(file, audit_identity(ready.plan, asked.taken_from), ready.plan)
            if file.exists()
            else None
        )
        drawn = 0 if before is None else before.pairs_drawn
        return replace(ready, plan=replace(ready.plan, most=drawn + asked.plan.most), state=file)

    @contextmanager
    def sown(self, ready: PreparedAudit, number: int) -> Iterator[PreparedAudit]:
        """An audit whose coins are made from the seed, if there is one; and so are Python's and NumPy's own, meanwhile.

        Of evidence that is gone on with these last never come a second time: how much was drawn before is in their seed.
        """
        if self.spending.seed is None:
            yield ready
            return
        text = f"{self.spending.seed} {self.test.nodeid} {number}"
        if isinstance(ready.taken_from, CallableSource) and ready.taken_from.tosses:
            yield replace(ready, seed=text.encode(errors="surrogateescape"))
            return
        before, numpys = random.getstate(), np.random.get_state()  # noqa: NPY002  (whatever it draws from)
        digest = sha256(f"{text} {ready.plan.most}".encode(errors="surrogateescape")).digest()
        sown = replace(ready.taken_from, sown=True) if isinstance(ready.taken_from, CallableSource) else None
        random.seed(digest)
        np.random.seed(int.from_bytes(digest) % WORD)  # noqa: NPY002
        try:
            yield ready if sown is None else replace(ready, taken_from=sown, seed=digest)
        finally:
            random.setstate(before)
            np.random.set_state(numpys)  # noqa: NPY002

    def command(self) -> str:
        """How the test is run again."""
        seed = () if self.spending.seed is None else ("--ldproof-seed", self.spending.seed)
        return join(("pytest", self.test.nodeid, "--ldproof-alpha", str(self.spending.sharing.alpha), *seed))


def goes_on(asked: PreparedAudit) -> bool:
    """Whether it can be gone on with."""
    return not isinstance(asked.taken_from, Table | Stream)


def audit_digest(asked: PreparedAudit) -> str | None:
    """What tells one version of what is audited from another; samples that came in come once."""
    source = asked.taken_from
    if isinstance(source, Stream):
        return None
    if isinstance(source, Table):
        return source.digest().hex()
    told = {name: each for name, each in audit_identity(asked.plan, source).items() if name != "alpha"}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
