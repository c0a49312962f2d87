"""Everything that can be asked of a program: its vectors, its law and its bias; and what explains differences."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import islice

from ldproof import defaults
from ldproof.errors import Reason, Refused
from ldproof.json_values import shorten_text
from ldproof.names import names_in_systems, suggest_names
from ldproof.oracle.conformance.comparison import (
    ULP,
    ULPS,
    AnswerInterval,
    Difference,
    first_difference,
    parse_interval,
)
from ldproof.oracle.conformance.fit import ALPHA, DRAWS, LawFit, fit_law
from ldproof.oracle.conformance.mistakes import MISTAKES, Mistake, given_parameters
from ldproof.oracle.conformance.observations import listed_law
from ldproof.oracle.conformance.requests import (
    answered_vectors,
    build_arms,
    default_parameters,
    inputs_to_try,
)
from ldproof.oracle.operations import DIGITS
from ldproof.oracle.vectors import Vector, read_vectors, shipped_head
from ldproof.parameters import format_assignments
from ldproof.programs import Description, Parameters, Program, parse_value
from ldproof.programs.program import Message
from ldproof.registry import ESTIMATES, MECHANISMS, all_formulas, make_mechanism

# Replaying vectors: what a program answers to each, and where that differs from what it must.

LONGEST = 1 << 16
"""The most characters of an answer that is kept: thousands of longer ones would fill the memory."""


class ReplayOutcome(StrEnum):
    """The outcome of a replayed vector."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNSUPPORTED = "unsupported"
    """The program says that it cannot do such things."""


@dataclass(frozen=True, slots=True)
class ReplayedVector:
    """A vector with the program's answer and its first difference."""

    vector: Vector
    outcome: ReplayOutcome
    answer: Message
    """Nothing in the place of a long one."""
    difference: Difference | None = None


def replay_vectors(
    program: Program,
    vectors: Iterable[Vector],
    ulps: int = ULPS,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[ReplayedVector]:
    """Replay vectors in turn; a program that does not answer is refused, with the vector at which it stopped."""
    for vector in vectors:
        op = str(vector.request["op"])
        members = {name: thing for name, thing in vector.request.items() if name != "op"}
        try:
            answer = program.ask_unparsed(op, **members)
        except Refused as failure:
            raise Refused(
                failure.reason,
                f"{failure.what}; that was at vector {name_of_vector(vector)}",
                failure.accepted,
                program.last_request,
            ) from failure
        yield judge_answer(vector, answer, ulps)
        watch()


def judge_answer(vector: Vector, answer: Message, ulps: int) -> ReplayedVector:
    """Compare an answer with a vector; a refusal is compared by its reason, if it gives one."""
    kept = answer if len(str(answer)) <= LONGEST else {}
    if "unsupported" in answer:
        return ReplayedVector(vector, ReplayOutcome.UNSUPPORTED, kept)
    found: Difference | None = None
    if vector.answer is None:
        reason = str(vector.reason)
        if "error" not in answer:
            found = Difference("the request", f"a refusal, {reason}", f"an answer, {format_reply(answer)}")
        elif (given := answer.get("reason", reason)) != reason:
            found = Difference("reason", reason, shorten_text(str(given)))
    elif "error" in answer:
        found = Difference(next(iter(vector.answer)), "an answer", f"a refusal, {format_reply(answer)}")
    else:
        digits = vector.request.get("digits", DIGITS)
        found = first_difference(vector.answer, answer, ulps, digits if isinstance(digits, int) else DIGITS)
    return ReplayedVector(
        vector, ReplayOutcome.AGREES if found is None else ReplayOutcome.DIFFERS, kept, found
    )


def format_reply(answer: Message) -> str:
    """An answer in one short line."""
    return shorten_text(repr({name: thing for name, thing in answer.items() if name != "id"}))[1:-1]


def name_of_vector(vector: Vector) -> str:
    """A vector as it is listed: its kind and its id."""
    return f"{vector.kind}/{vector.vector_id}"


# A collector's bias, exactly: its estimates of one person's reports, added up over the law of these.

MOST_OUTPUTS = 64
"""The bias is computed for mechanisms with at most this many outputs."""

ROOM = 1024
"""The error that floats may have, in units in the last place of the largest estimate."""

STOPPED = frozenset({Reason.PROGRAM_ENDED, Reason.PROGRAM_TIMED_OUT, Reason.NOT_AN_ANSWER})
"""The reasons that are a fault of the program; with any other reason the mean is not tested."""


@dataclass(frozen=True, slots=True)
class BiasCheck:
    """The mean of the estimates from one person's reports, and the true value."""

    name: str
    parameters: Parameters
    secret: str
    place: int
    """The round or item, from 1."""
    mean: float
    truth: int
    biased: bool


def bias_checks(program: Program, name: str, settings: Iterable[Parameters]) -> Iterator[BiasCheck]:
    """Compute the mean estimates for each setting and each input."""
    for given in settings:
        known = make_mechanism(name, given)
        for secret in inputs_to_try(name, known):
            try:
                if len([*islice(known.outputs, MOST_OUTPUTS + 1)]) <= MOST_OUTPUTS:
                    yield from input_bias_checks(
                        program, name, given, secret, [*listed_law(known, secret).items()]
                    )
            except Refused as refusal:
                if refusal.reason in STOPPED:
                    raise


def input_bias_checks(
    program: Program, name: str, given: Parameters, secret: str, chances: Sequence[tuple[str, Fraction]]
) -> Iterator[BiasCheck]:
    """The mean estimates of one input, over the law of its outputs; in a round, given that it reports."""
    sketch = name.startswith("sketch.")
    found: list[tuple[Fraction, list[AnswerInterval | None]]] = []
    for output, chance in chances:
        received = {"reports": [output], "columns": [secret]} if sketch else {"reports": [*output]}
        people = {} if sketch else {"N": "1"}
        answer = program.ask("estimate", mechanism=name, parameters={**given, **people}, **received)
        estimates = answer.get("estimates")
        if not isinstance(estimates, list):
            return
        found.append((chance, [parse_interval(each) for each in estimates]))
    for place in range(len(found[0][1])):
        numbers = [
            (chance, one) for chance, each in found if len(each) > place and (one := each[place]) is not None
        ]
        if not numbers:
            continue
        reported = sum(chance for chance, _ in numbers)
        low = sum((chance * each.low for chance, each in numbers), Fraction(0)) / reported
        high = sum((chance * each.high for chance, each in numbers), Fraction(0)) / reported
        slack = ROOM * ULP * max(each.largest_magnitude for _, each in numbers)
        truth = 1 if sketch else int(secret[place])
        biased = not low - slack <= truth <= high + slack
        yield BiasCheck(name, given, secret, place + 1, float((low + high) / 2), truth, biased)


# What explains most of a program's differences: a known mistake, or else what they have in common. No proof.

MOST_ANSWERS = 24
"""At most this many differing answers are searched for an explanation."""

FEW = 4
"""The least number of differences whose common property is reported."""

NEARLY_ALL, APART = 0.9, 0.5
"""The least share of differences that are explained, or have a trait; and by how much more of them have it than of right
answers."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of most of a program's differences, and their number."""

    words: str
    reproduces: int
    of: int
    explains: frozenset[str] = frozenset()
    """The vectors whose differences it explains, all of them and not only those that were looked at."""
    certain: bool = False
    """Whether that is what the program did, and no guess."""

    def __str__(self) -> str:
        if self.certain:
            return f"your program {self.words} ({self.reproduces:,} of {self.of:,} such answers)"
        return f"it is as if your program {self.words} (so {self.reproduces} of {self.of} such answers)"


def explain_differences(replayed: Sequence[ReplayedVector]) -> Explanation | None:
    """Return an explanation of nearly all differences of an operation, or None.

    It is a known mistake, or else a trait that nearly all differences have in common. No right answer contradicts the
    mistake, of those with the same words as some difference: with another estimator, say, the program may be right.
    """
    valid = [each for each in replayed if each.vector.answer is not None]
    differing = [each for each in valid if each.outcome is ReplayOutcome.DIFFERS]
    if not differing:
        return None
    names = {name_of_subject(each) for each in differing}
    right = [
        each for each in valid if each.outcome is ReplayOutcome.AGREES and name_of_subject(each) in names
    ]
    refusals = [each for each in differing if "error" in each.answer]
    if len(refusals) >= NEARLY_ALL * len(differing):
        return explain_by_errors(refusals, differing, right)
    branches = {name_of_branch(each) for each in differing}
    alike = [each for each in right if name_of_branch(each) in branches]
    return explain_by_mistake(differing, alike) or explain_by_common_trait(differing, right)


def explain_by_errors(
    refusals: Sequence[ReplayedVector], differing: Sequence[ReplayedVector], right: Sequence[ReplayedVector]
) -> Explanation:
    """The explanation that a program answers with errors: the most frequent one, and their requests' trait."""
    errors = Counter(shorten_text(str(each.answer["error"])) for each in refusals)
    ((error, _),) = errors.most_common(1)
    where = common_trait(refusals, right)
    words = f"answered with an error, {'most often ' * (len(errors) > 1)}{error}"
    return Explanation(
        words if where is None else f"{words}, where {where}",
        len(refusals),
        len(differing),
        frozenset(name_of_vector(each.vector) for each in refusals),
        certain=True,
    )


def name_of_subject(replayed: ReplayedVector) -> object:
    """The mechanism or the formula that was asked for."""
    return replayed.vector.request.get("mechanism", replayed.vector.request.get("formula"))


def name_of_branch(replayed: ReplayedVector) -> object:
    """The mechanism or the formula with the parameters that are words, for which programs have code of its own."""
    known = given_parameters(replayed.vector.request)
    return name_of_subject(replayed), frozenset(each for each in known.items() if each[1].isalpha())


def sample_evenly(replayed: Sequence[ReplayedVector]) -> Sequence[ReplayedVector]:
    """At most `MOST_ANSWERS` of the replayed vectors, evenly spaced."""
    count = min(len(replayed), MOST_ANSWERS)
    return [replayed[place * len(replayed) // count] for place in range(count)]


def explain_by_mistake(
    differing: Sequence[ReplayedVector], right: Sequence[ReplayedVector]
) -> Explanation | None:
    """The mistake that gives nearly all wrong answers and that no right answer contradicts; None if there is none."""
    looked_at = sample_evenly(differing)
    found = Counter(
        mistake.words for each in looked_at for mistake in MISTAKES if is_reproduced(mistake, each)
    )
    # The mistakes are listed in order, the plainest first: of those that reproduce as much, it is the first.
    for mistake in sorted(MISTAKES, key=lambda each: -found[each.words]):
        count = found[mistake.words]
        if count < NEARLY_ALL * len(looked_at):
            return None
        if not any(is_contradicted(mistake, each) for each in right):
            explains = (name_of_vector(each.vector) for each in differing if is_reproduced(mistake, each))
            return Explanation(mistake.words, count, len(looked_at), frozenset(explains))
    return None


def is_reproduced(mistake: Mistake, replayed: ReplayedVector) -> bool:
    """Whether the mistake gives the program's wrong answer, or a refusal if that is what the program answers."""
    right, found = replayed.vector.answer or {}, replayed.answer
    if "error" in found:
        return mistake.would_refuse(replayed.vector.request)
    return any(
        is_same_answer(each, found) and not is_same_answer(right, each)
        for answer in mistake.mistaken_answers(replayed.vector.request)
        for each in (answer, drop_taken(answer))
    )


def is_contradicted(mistake: Mistake, replayed: ReplayedVector) -> bool:
    """Whether a program with this mistake would not have given this right answer."""
    if mistake.may_read_right(replayed.vector.request):
        return False
    answers = [*mistake.mistaken_answers(replayed.vector.request)]
    if not answers:
        return mistake.would_refuse(replayed.vector.request)
    return not any(is_same_answer(drop_taken(each), replayed.answer) for each in answers)


def drop_taken(answer: Message) -> Message:
    """An answer without what is read for it, which few mistakes know."""
    return {name: thing for name, thing in answer.items() if name != "taken"}


def is_same_answer(mistaken: Message, found: Message) -> bool:
    """Whether an answer is the mistaken one."""
    return first_difference(mistaken, found) is None


def explain_by_common_trait(
    differing: Sequence[ReplayedVector], right: Sequence[ReplayedVector]
) -> Explanation | None:
    """The explanation that nearly all differences share a trait of their requests; None if they share none."""
    where = common_trait(differing, right)
    if where is None:
        return None
    explains = frozenset(name_of_vector(each.vector) for each in differing if where in request_traits(each))
    return Explanation(f"erred where {where}", len(explains), len(differing), explains)


def common_trait(differing: Sequence[ReplayedVector], right: Sequence[ReplayedVector]) -> str | None:
    """The trait of nearly all differing requests that most right ones lack; None if there is none."""
    here, there = (
        Counter(what for each in some for what in request_traits(each)) for some in (differing, right)
    )

    def share_difference(what: str) -> float:
        return here[what] / len(differing) - there[what] / len(right)

    if len(differing) < FEW or not right:
        return None
    best = max(here, key=share_difference, default="")
    return best if here[best] >= NEARLY_ALL * len(differing) and share_difference(best) >= APART else None


def request_traits(replayed: ReplayedVector) -> Iterator[str]:
    """The traits of a request in words: its flags, its words, and how its m and r compare with their ends."""
    known = given_parameters(replayed.vector.request)
    meanings = shipped_head(replayed.vector.kind)["flags"]
    yield from (meanings[flag] for flag in replayed.vector.flags)
    yield from (f"{name} is {thing}" for name, thing in known.items() if thing.isalpha())
    if "m" in known:
        m, r = known["m"], known.get("r", "0")
        yield "m is 1" if m == "1" else "m is more than 1"
        yield "m is T" if m == known.get("T") else "m is less than T"
        yield f"r is {r}" if r in ("0", "1") else "r is neither 0 nor 1"


def explanations_by_op(replayed: Iterable[ReplayedVector]) -> Mapping[str, Explanation]:
    """The explanations by operation, where there are any."""
    by_op: dict[str, list[ReplayedVector]] = {}
    for each in replayed:
        by_op.setdefault(str(each.vector.request["op"]), []).append(each)
    found = {op: explain_differences(answers) for op, answers in by_op.items()}
    return {op: each for op, each in found.items() if each is not None}


# Everything that can be asked of a program: its vectors, its law and its bias, as far as it says that it can.

FAILED = STOPPED | {Reason.PROGRAM_REFUSED}
"""How a program fails."""

ALL = defaults.ALL
"""The name of everything that a program says it can do."""


class ConformanceVerdict(StrEnum):
    """The verdict on a program."""

    CONFORMS = "conforms"
    DIFFERS = "differs"
    UNTESTED = "nothing could be tested"


@dataclass(frozen=True, slots=True)
class ConformanceRequest:
    """A conformance test: what is compared with the reference, and the tolerances."""

    name: str
    """A mechanism, a formula, or everything."""
    parameters: Parameters | None = None
    """At which; at those of the shipped vectors, if none are given."""
    ulps: int = ULPS
    alpha: Fraction = ALPHA
    """How often a right program may be said to be wrong: mechanisms share it."""
    draws: int = DRAWS
    known: frozenset[str] = frozenset()
    """The vectors that are known to fail."""


@dataclass(frozen=True, slots=True)
class ConformanceFinding:
    """The result of `compare_program`."""

    asked: ConformanceRequest
    program: Description
    replayed: Sequence[ReplayedVector]
    explanations: Mapping[str, Explanation]
    fits: Mapping[str, LawFit]
    """By mechanism."""
    biases: Sequence[BiasCheck]
    untested: Sequence[str] = ()
    """The mechanisms whose draws could not be held against their law, though the program offers them."""
    failed: Refused | None = None
    """How the program failed after vectors that differ, and at which request, if it did."""
    refused: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By mechanism, the parameters at which the program refuses the draws that it offers."""

    def with_outcome(self, outcome: ReplayOutcome) -> list[ReplayedVector]:
        """The vectors with this outcome."""
        return [each for each in self.replayed if each.outcome is outcome]

    @property
    def agreeing_draws(self) -> list[ReplayedVector]:
        """The vectors of draws that agree."""
        return [
            each
            for each in self.with_outcome(ReplayOutcome.AGREES)
            if each.vector.request["op"] == "randomize" and each.vector.answer is not None
        ]

    @property
    def new_failures(self) -> list[ReplayedVector]:
        """The vectors that fail, and are not known to."""
        return [
            each
            for each in self.with_outcome(ReplayOutcome.DIFFERS)
            if name_of_vector(each.vector) not in self.asked.known
        ]

    @property
    def known_failures(self) -> list[ReplayedVector]:
        """The vectors that fail as is known."""
        return [
            each
            for each in self.with_outcome(ReplayOutcome.DIFFERS)
            if name_of_vector(each.vector) in self.asked.known
        ]

    @property
    def fixed_failures(self) -> list[ReplayedVector]:
        """The vectors that are known to fail, and do not."""
        return [
            each
            for each in self.with_outcome(ReplayOutcome.AGREES)
            if name_of_vector(each.vector) in self.asked.known
        ]

    @property
    def verdict(self) -> ConformanceVerdict:
        """`DIFFERS` after one difference or bias; `CONFORMS` if something was tested, and `UNTESTED` otherwise."""
        if self.new_failures or self.fixed_failures or any(each.different for each in self.fits.values()):
            return ConformanceVerdict.DIFFERS
        if any(each.biased for each in self.biases):
            return ConformanceVerdict.DIFFERS
        tested = self.with_outcome(ReplayOutcome.AGREES) or self.known_failures or self.fits
        drawn = self.fits.keys() | {each.vector.request.get("mechanism") for each in self.agreeing_draws}
        unknown = self.untested or any(each.too_few for each in self.fits.values())
        unknown = unknown or any(name not in drawn for name in self.refused)
        return ConformanceVerdict.CONFORMS if tested and not unknown else ConformanceVerdict.UNTESTED


Watch = Callable[[str], None]
"""A function that is called with the progress, in words."""


def compare_program(
    program: Program, asked: ConformanceRequest, watch: Watch = lambda _: None
) -> ConformanceFinding:
    """Compare all that a program says it can do with the reference: vectors, then laws, then biases."""
    told = program.describe()
    at_hand = read_vectors() if asked.parameters is None else answered_vectors(asked.name, asked.parameters)
    about = [each for each in at_hand if is_target_request(asked.name, each.request)]
    if asked.known and (unknown := asked.known - {name_of_vector(each) for each in about}):
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"no vectors are called {', '.join(sorted(unknown)[:5])}",
            "kind/id of vectors that are replayed",
        )
    chosen = [each for each in about if is_supported_request(told, each.request)]
    replayed = [*replay_vectors(program, chosen, asked.ulps, lambda: watch(f"{len(chosen)} vectors"))]
    fits: dict[str, LawFit] = {}
    untested: list[str] = []
    refused: dict[str, list[str]] = {}
    biased: list[BiasCheck] = []
    drawn_from, failed = drawing_mechanisms(told, asked.name), None
    try:
        for name in drawn_from:
            try:
                arms = [arm for given in parameters_to_try(asked, name) for arm in build_arms(name, given)]
                fits[name] = fit_law(
                    program,
                    arms,
                    asked.alpha / len(drawn_from),
                    asked.draws,
                    lambda draws: watch(f"{draws} draws"),
                    together=name in told.capabilities.get("inputs", ()),
                )
            except Refused as refusal:
                if refusal.reason is Reason.TOO_MANY_OUTCOMES:
                    untested.append(name)
                # What the program says that it does not support is not offered, unless it is by name.
                elif refusal.reason is not Reason.UNSUPPORTED:
                    raise
                elif name in told.capabilities.get("randomize", ()):
                    refused[name] = [
                        " ".join(format_assignments(each)) for each in parameters_to_try(asked, name)
                    ]
            if asked.parameters is None and name in told.capabilities.get("randomize", ()):
                found = [*refused.get(name, ()), *refused_parameters(program, name, about)]
                refused[name] = list(dict.fromkeys(found))
        for name in told.capabilities.get("estimate", ()):
            if is_target_mechanism(asked.name, name) and name in ESTIMATES:
                biased += bias_checks(program, name, parameters_to_try(asked, name))
    except Refused as failure:
        if failure.reason in FAILED:
            failure.request = program.last_request
        # What was found before is not lost by what the program does after it.
        if failure.reason not in FAILED or not any(each.difference for each in replayed):
            raise
        failed = failure
    return ConformanceFinding(
        asked,
        told,
        replayed,
        explanations_by_op(replayed),
        fits,
        biased,
        untested,
        failed,
        {name: given for name, given in refused.items() if given},
    )


def refused_parameters(program: Program, name: str, about: Iterable[Vector]) -> list[str]:
    """The parameters of shipped draws at which the program refuses a draw from its own coins."""
    given = {
        " ".join(format_assignments(known)): (known, each.request["input"])
        for each in about
        if each.request["op"] == "randomize" and each.request.get("mechanism") == name and each.answer
        for known in [given_parameters(each.request)]
    }
    found = []
    for words, (known, value) in given.items():
        try:
            program.randomize(name, known, parse_value(value), 1)
        except Refused as refusal:
            if refusal.reason not in (Reason.UNSUPPORTED, Reason.PROGRAM_REFUSED):
                raise
            found.append(words)
    return found


def parameters_to_try(asked: ConformanceRequest, name: str) -> list[Parameters]:
    """The parameters at which laws are tested; refused if there are none."""
    if asked.parameters is not None:
        return [asked.parameters]
    found: list[Parameters] = [*default_parameters(name)]
    if found:
        return found
    raise Refused(Reason.MISSING, f"{name} has no example, and no parameters are given", "key=value for each")


def parse_target_name(name: str) -> str:
    """The full name of what is to be compared: a mechanism, a formula, a system, or `all`; refused if it is none."""
    known = {*MECHANISMS, *all_formulas(), ALL}
    if name in known | {each.partition(".")[0] for each in known}:
        return name
    if len(meant := names_in_systems(name, MECHANISMS)) == 1:
        return meant[0]
    raise Refused(
        Reason.UNKNOWN_NAME,
        f"no mechanism or formula {name!r}",
        f"{suggest_names(name, sorted(known))}; or {ALL}",
    )


def is_target_mechanism(wanted: str, name: str) -> bool:
    """Whether a mechanism is among what is to be compared."""
    return wanted in (ALL, name)


def is_target_request(wanted: str, request: Message) -> bool:
    """Whether a request is about what is to be compared; formulas go with the mechanisms of their system."""
    if "formula" not in request:
        return is_target_mechanism(wanted, str(request["mechanism"]))
    name = str(request["formula"])
    return wanted in (ALL, name) or name.partition(".")[0] == wanted.partition(".")[0]


def is_supported_request(told: Description, request: Message) -> bool:
    """Whether a program says that it answers such a request."""
    op = str(request["op"])
    if op == "randomize" and "count" not in request:
        op = "inputs" if "inputs" in request else "coins"
    return (request.get("formula") or request.get("mechanism")) in told.capabilities.get(op, ())


def drawing_mechanisms(told: Description, wanted: str) -> list[str]:
    """The mechanisms that a program draws from its own coins, among those that are asked for."""
    listed = told.capabilities.get("randomize", told.mechanisms)
    known = MECHANISMS if wanted != ALL else MECHANISMS.ours
    return [name for name in listed if is_target_mechanism(wanted, name) and name in known]
