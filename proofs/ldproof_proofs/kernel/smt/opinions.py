"""What solvers think of a claim: who knows, who does not, and who must be wrong."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.kernel.smt.limits import NO_TIME_LEFT, NO_UNITS_LEFT, PATIENCE
from ldproof_proofs.kernel.smt.models import Unchecked, counterexample, point_text, refutes
from ldproof_proofs.kernel.smt.protocol import Answer
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, Solver, WorkerPool
from ldproof_proofs.kernel.smt.text import Script, script


class Disagreement(Exception):  # noqa: N818  (somebody is wrong, and it may be us)
    """A solver contradicts another one, or what the kernel knows."""

    def __init__(self, what: str, point: Point | None = None) -> None:
        super().__init__(what if point is None else f"{what} (at {point_text(point)})")
        self.point = point


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one solver thinks of a claim: unsat if true, sat if false at a point that was checked."""

    solver: str
    version: str
    answer: Answer
    point: Point | None
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Opinions:
    """What each solver thinks, if none contradicts: what was expected, or unknown."""

    expected: Answer
    each: tuple[Opinion, ...]

    @property
    def point(self) -> Point | None:
        """The first point at which the claim fails."""
        return next((opinion.point for opinion in self.each if opinion.point is not None), None)

    @property
    def summary(self) -> str:
        """Who knows; one solver beside an unknown is one solver."""
        known = [opinion.solver for opinion in self.each if opinion.answer is self.expected]
        unknown = "; ".join(
            f"{opinion.solver}: unknown, {_shown(opinion.reason)}"
            for opinion in self.each
            if opinion.answer is not self.expected
        )
        match known:
            case []:
                who = "no opinion"
            case [only]:
                who = f"{only} alone"
            case _:
                who = f"{' and '.join(known)} agree"
        return f"{who} ({unknown})" if unknown else who


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A claim that solvers have been asked about.

    They think elsewhere, but only whoever wants their opinions judges them: FLINT has one precision for all threads.
    """

    given: Mapping[str, Relation]
    goal: Relation
    question: Script
    asked: Sequence[Future[Asked]]

    def believed(self) -> Opinions:
        """What they think of a claim believed true; a point at which it fails is a Disagreement."""
        each = self._each()
        for opinion in each:
            if opinion.point is not None:
                raise Disagreement(f"{opinion.solver} finds that {self.goal} fails", opinion.point)
        return Opinions(Answer.UNSAT, each)

    def doubted(self, point: Point | None = None) -> Opinions:
        """What they think of a claim believed false, perhaps because of a point; `unsat` is a Disagreement."""
        each = self._each()
        for opinion in each:
            if opinion.answer is Answer.UNSAT:
                raise Disagreement(f"{opinion.solver} says that {self.goal} cannot fail", point)
        return Opinions(Answer.SAT, each)

    def _each(self) -> tuple[Opinion, ...]:
        asked = [future.result() for future in self.asked]
        for one in asked:
            if one.contradicted is not None:
                raise Disagreement(
                    f"{one.solver} says {one.reply.answer} about {self.goal}, and is remembered to have said "
                    f"{one.contradicted} to the same text"
                )
        says = {each.reply.answer: each.solver for each in asked}
        each = tuple(_opinion(one, self.given, self.goal, self.question) for one in asked)
        if Answer.SAT in says and Answer.UNSAT in says:
            point = next((opinion.point for opinion in each if opinion.point is not None), None)
            raise Disagreement(
                f"{says[Answer.UNSAT]} says unsat and {says[Answer.SAT]} says sat, to the same text about {self.goal}",
                point,
            )
        return each


Ask: TypeAlias = Callable[[Solver, str], Future[Asked]]
"""What puts a script to a solver."""


def inquire(given: Mapping[str, Relation], goal: Relation, solvers: Sequence[Solver], ask: Ask) -> Inquiry:
    """Put a claim to solvers."""
    question = script(given, goal)
    return Inquiry(given, goal, question, [ask(solver, question.text) for solver in solvers])


def second_opinion(
    given: Mapping[str, Relation],
    goal: Relation,
    solvers: Sequence[Solver] = SOLVERS,
    seconds: float = PATIENCE,
) -> Opinions:
    """What solvers think of a claim believed true, all asked at the same time."""
    return _asked(given, goal, solvers, seconds).believed()


def refutation(
    given: Mapping[str, Relation],
    mutant: Relation,
    solvers: Sequence[Solver] = SOLVERS,
    seconds: float = PATIENCE,
    point: Point | None = None,
) -> Opinions:
    """What solvers think of a claim believed false, perhaps because of a point; all are asked at the same time."""
    if point is not None and not refutes(point, given, mutant):
        raise ValueError(f"{mutant} does not fail (at {point_text(point)})")
    return _asked(given, mutant, solvers, seconds).doubted(point)


def search(
    given: Mapping[str, Relation],
    goal: Relation,
    solvers: Sequence[Solver] = SOLVERS,
    seconds: float = PATIENCE,
) -> Point | None:
    """A point at which the claim fails, from the first solver that finds one."""
    inquiry = _asked(given, goal, solvers, seconds)
    each = (_opinion(future.result(), given, goal, inquiry.question) for future in inquiry.asked)
    # In the order of the solvers: which point is found must not depend on who is faster today.
    return next((opinion.point for opinion in each if opinion.point is not None), None)


def _asked(
    given: Mapping[str, Relation], goal: Relation, solvers: Sequence[Solver], seconds: float
) -> Inquiry:
    """A claim that solvers were asked about, each at the same time in a process of its own."""
    workers = WorkerPool()
    with ThreadPoolExecutor(max(1, len(solvers))) as hands:
        found = inquire(
            given, goal, solvers, lambda solver, text: hands.submit(workers.ask, solver, text, seconds)
        )
    workers.close()
    return found


def _shown(reason: str) -> str:
    """Why a solver does not know, in words that do not depend on the machine."""
    return "its limits are reached" if reason in {NO_UNITS_LEFT, NO_TIME_LEFT} else reason


def _opinion(asked: Asked, given: Mapping[str, Relation], goal: Relation, question: Script) -> Opinion:
    reply = asked.reply
    answer, point, reason = reply.answer, None, reply.reason
    if answer is Answer.SAT:
        try:
            point = counterexample(given, goal, question.called, reply.model)
        except Unchecked as why:
            answer, reason = Answer.UNKNOWN, f"it says sat, but {why}"
    return Opinion(asked.solver, reply.version, answer, point, asked.seconds, reason)
