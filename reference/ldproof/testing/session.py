"""The fixture `ldproof_audit`: audits of a test, within its share of the session's alpha."""

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

from ldproof.api.auditing import Claimed, Exact, Inputs, Key, Pairs, PreparedAudit, Randomizer, prepare_audit
from ldproof.auditor.claim import MOST_DRAWS
from ldproof.auditor.draw.sources import CallableSource, StreamSource
from ldproof.auditor.report import AuditResult
from ldproof.auditor.samples import SampleTable
from ldproof.auditor.state_file import audit_identity, load_audit
from ldproof.errors import Refused
from ldproof.mechanisms import Level
from ldproof.testing.assertions import hide_traceback, raise_if_violated
from ldproof.testing.sharing import Sharing, StoredSharing, session_sharing, telescoping_share

FIXTURE = "ldproof_audit"
AGAIN = 10_000
"""The pairs of draws by which evidence that was kept goes on, unless a number of draws is asked for."""
WORD = 1 << 32
"""The number of seeds of NumPy's own generator."""


@dataclass(frozen=True)
class SessionSpending:
    """How a session shares its alpha, its seed, and how many audits each test has had."""

    sharing: Sharing
    seed: str | None
    audits: Counter[str] = field(default_factory=Counter)
    """The number of audits by test; a test that is run again goes on counting."""
    counting: Lock = field(default_factory=Lock, repr=False)

    def next_number(self, test: str) -> int:
        """Return the number of a test's next audit, in whichever thread."""
        with self.counting:
            self.audits[test] += 1
            return self.audits[test]


SPENDING: pytest.StashKey[SessionSpending] = pytest.StashKey()


def auditor_of_test(request: pytest.FixtureRequest, runs: int) -> "SessionAuditor":
    """Return the fixture of a test, which is run so many times."""
    config = request.config
    if SPENDING not in config.stash:
        config.stash[SPENDING] = session_spending(request.session, runs)
    return SessionAuditor(config.stash[SPENDING], request.node)


def session_spending(session: pytest.Session, runs: int) -> SessionSpending:
    """Return what a session may spend; every worker has collected the same tests, and makes the same shares."""
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
    """A test: its name in the session, and what reports say of it."""

    nodeid: str
    user_properties: list[tuple[str, object]]


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
        inputs: "Inputs | None" = None,
        neighbours: str | None = None,
        records: Iterable[object] | None = None,
        grid: Exact | None = None,
        draws: int | None = None,
        seconds: Exact | None = None,
        level: Level = "user",
        throughout: bool = False,
    ) -> AuditResult:
        """Fail if samples contradict the privacy that is claimed; what is asked for is as in `ldproof.audit`."""
        __tracebackhide__ = True
        name = self.test.nodeid
        asked = prepare_audit(
            randomizer,
            claim,
            pairs=pairs,
            inputs=inputs,
            neighbours=neighbours,
            records=records,
            grid=grid,
            draws=draws,
            seconds=seconds,
            level=level,
            throughout=throughout,
        )
        share = self.spending.sharing.share_of_test(name)
        number = self.spending.next_number(name)
        with self.spending.sharing.lock_audit(name, number):
            ready = self.prepare_share(asked, share * telescoping_share(number), number)
            with self.seed_audit(ready, number) as seeded:
                found = seeded.done()
        self.test.user_properties.append(("ldproof", found.words[0]))
        again = f"or: {self.repeat_command()}"
        where = () if ready.state is None else (f"its evidence is kept in {ready.state}",)
        return raise_if_violated(found, again, *where)

    def prepare_share(self, asked: PreparedAudit, alpha: Fraction, number: int) -> PreparedAudit:
        """Return an audit with its alpha and, if evidence is kept, its file, which it continues."""
        if not isinstance(self.spending.sharing, StoredSharing):
            return asked.with_alpha(alpha)
        source = asked.taken_from
        # Samples that came in come once, so that an audit of them cannot be continued.
        goes_on = not isinstance(source, SampleTable | StreamSource)
        version, file = self.spending.sharing.claim_version(
            self.test.nodeid, number, audit_digest(asked), goes_on=goes_on
        )
        ready = asked.with_alpha(alpha * telescoping_share(version))
        if isinstance(source, SampleTable | StreamSource):
            return ready
        before = load_audit(file, audit_identity(ready.plan, source), ready.plan) if file.exists() else None
        drawn = 0 if before is None else before.pairs_drawn
        plan, most = ready.plan, asked.plan.most
        if drawn and plan.until_promised:  # the promise is kept already
            plan, most = replace(plan, until_promised=False), AGAIN
        return replace(ready, plan=replace(plan, most=min(drawn + most, MOST_DRAWS)), state=file)

    @contextmanager
    def seed_audit(self, ready: PreparedAudit, number: int) -> Iterator[PreparedAudit]:
        """Seed an audit's coins, or Python's and NumPy's own generators meanwhile, if the session has a seed.

        How much was drawn before is in the seed, so that a continued audit never draws the same a second time.
        """
        if self.spending.seed is None:
            yield ready
            return
        text = f"{self.spending.seed} {self.test.nodeid} {number}"
        if isinstance(ready.taken_from, CallableSource) and ready.taken_from.takes_coins:
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

    def repeat_command(self) -> str:
        """Return the command that runs the test again."""
        seed = () if self.spending.seed is None else ("--ldproof-seed", self.spending.seed)
        return join(("pytest", self.test.nodeid, "--ldproof-alpha", str(self.spending.sharing.alpha), *seed))


def audit_digest(asked: PreparedAudit) -> str | None:
    """Return a digest of what is audited; None for a stream."""
    source = asked.taken_from
    if isinstance(source, StreamSource):
        return None
    if isinstance(source, SampleTable):
        return source.content_digest().hex()
    told = {name: each for name, each in audit_identity(asked.plan, source).items() if name != "alpha"}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
