"""The outcome of an audit in sentences."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import inf, isfinite, log

from ldproof.audit.bets import Breach
from ldproof.audit.claim import Claim, Written
from ldproof.audit.learn.events import WORST
from ldproof.audit.plan import Verdict
from ldproof.catalogue import answer
from ldproof.programs import Value
from ldproof.rendering.findings import Finding, Sighting, ratio, said
from ldproof.rendering.values import brief as brief_number

DIGITS = 6
"""Of what is irrational."""
PLACES = 4
"""Behind the point, of a bound."""
LONG = 26
"""So many characters of an event or an input are shown."""
PROVISO = {
    "sequential": "however long one watches",
    "fixed-sample": "unless how many samples there are depends on what they show",
}
UNTESTED = (
    "that is no proof, and privacy alone was tested: whether outputs are right, `ldproof conform` tests"
)
NAMED, LISTED = 3, 16
"""So many pairs are named, and so many inputs; JSON has them all."""
MANY = 1e9
"""Larger numbers are written as powers of ten."""


def sentences(found: Finding, *, full: bool = True) -> Iterator[str]:
    """What there is to say, the verdict first; with `full`, nothing is cut to fit a line."""
    samples = f"{found.samples:,} samples"
    if found.violated:
        yield (
            f"violated: {found.subject} does not keep its claim, {promise(found)}"
            if found.verdict is Verdict.REFUTED
            else f"not independent: the draws of {found.subject} depend on each other; "
            f"a claim is of independent draws, {promise(found)}"
        )
        yield in_numbers(found, found.sightings[0], full=full)
        yield kind_of_breach(found, found.sightings[0])
    else:
        yield (
            f"not refuted: {samples} of {found.subject} do not contradict the claim, {promise(found)}; {UNTESTED}"
        )
    yield looked_at(found, full=full)
    yield bound_in_words(found)
    if found.constant:
        yield "only one output was ever seen: privacy is trivially kept, and nothing is reported"
    if found.evidence is not None:
        share = percent(share_of(found.evidence, found.alpha))
        yield samples if found.violated else f"{samples}; evidence: {share} of what `violated` needs"
    if found.unreadable:
        yield f"{found.unreadable:,} of the samples are no output of {found.claim.name}"
    if found.expected is not None and not found.violated:
        yield f"an epsilon 5% above the claim takes whoever audits about {rough(found.expected)} pairs of draws"
    yield (
        "a program that keeps its claim is called violated with a probability of at most "
        f"{float(found.alpha):.6g}, {PROVISO[found.kind]} ({found.kind})"
    )


def looked_at(found: Finding, *, full: bool) -> str:
    """Which pairs of inputs were looked at, and how many there are."""
    inputs, pairs = found.possible
    count, tried = len(found.pairs), len(found.inputs)
    what = f"{count:,}" if pairs is None else f"{count:,} of {pairs:,}"
    among = "" if pairs is not None or inputs is None else f" among {tried:,} of {inputs:,} inputs"
    were = "pair of inputs was" if count == 1 and pairs in (None, 1) else "pairs of inputs were"
    said_of = f"{what} {were} looked at{among}"
    words = partial(as_pair, found, full=full)
    if count <= NAMED:
        return f"{said_of}: {'; '.join(map(words, range(count)))}"
    named = "; ".join(map(words, found.closely[:NAMED]))
    closely = f", most closely {named}" if named else ""
    most = None if full else LISTED
    listed = ", ".join(as_input(found.claim, each, full=full) for each in found.inputs[:most])
    more = f" and {tried - LISTED:,} more" if not full and tried > LISTED else ""
    return f"{said_of}{closely}; the inputs: {listed}{more}"


def as_pair(found: Finding, index: int, *, full: bool) -> str:
    """A pair of inputs in words."""
    return " and ".join(as_input(found.claim, each, full=full) for each in found.pairs[index].sides())


def as_input(claim: Claim, given: Value, *, full: bool) -> str:
    """An input as it is written, or its beginning."""
    text = said(claim, given)
    return text if full else brief(text)


def about(found: Finding) -> str:
    """What was audited, and its claim: this tells one finding from another."""
    return f"{found.subject}: {promise(found)}"


def promise(found: Finding) -> str:
    """The claim as it was written."""
    words = (f"{key}={as_written(value)}" for key, value in found.claim.as_written.items())
    level = "" if found.claim.level == "user" else f", at {found.claim.level} level"
    return " ".join([found.claim.name, *words]) + level


def as_written(value: Written) -> str:
    """A parameter as it was written."""
    return value if isinstance(value, str) else f"[{','.join(value)}]"


def bound_in_words(found: Finding) -> str:
    """What is known of epsilon: the bound is a statement of its own, and may lag behind the verdict."""
    epsilon, bound = found.claim.epsilon, found.bound
    claimed = brief_number(answer(epsilon, DIGITS), DIGITS)
    least = "unknown so far" if bound is None else below(bound, PLACES)
    if found.violated and (bound is None or bound <= float(epsilon)):  # near enough to choose words
        return (
            f"its epsilon is above {claimed}; the lower bound from these samples is {least}; "
            "for a tighter one, rerun with --throughout"
        )
    return f"the lower bound on its epsilon is {least}; it claims {claimed}"


def in_numbers(found: Finding, seen: Sighting, *, full: bool) -> str:
    """What was seen of an event: both rates, their ratio, and what the claim allows."""
    claim, counted = found.claim, seen.counted
    event = seen.in_full if full else seen.event
    worst = claim.worst.words if claim.worst is not None and seen.event == str(WORST) else ""
    rates = [
        f"in {times:,} of {samples:,} draws ({rate(times, samples)}) with input {as_input(claim, given, full=full)}"
        for times, samples, given in (
            (counted.likely, counted.likely_samples, seen.likely),
            (counted.unlikely, counted.unlikely_samples, seen.unlikely),
        )
    ]
    return (
        f"the event {event}{f' ({worst})' if worst else ''} came {' and '.join(rates)}: "
        f"a ratio of {times_as_likely(ratio(counted))}, where {allowed(claim)}"
    )


def rate(times: int, samples: int) -> str:
    """A share in percent."""
    return f"{100 * times / samples:.3g}%" if samples else "no draws"


def times_as_likely(found: float) -> str:
    """A ratio of rates."""
    return f"{found:.4g}" if isfinite(found) else "infinity"


def allowed(claim: Claim) -> str:
    """What a claim allows, as numbers."""
    beyond = f" and delta {float(claim.delta):.6g}" if claim.delta else ""
    return f"the claim allows e^epsilon = {float(claim.odds):.6g}{beyond}"


def kind_of_breach(found: Finding, seen: Sighting) -> str:
    """The kind of breach in words, and where it is explained."""
    kind = seen.breach
    if kind == Breach.SCALE and not found.claim.delta and 0 < (seen_ratio := ratio(seen.counted)) < inf:
        # As if the budget that was used were the logarithm of the ratio: a rough guess at what to look for.
        factor = log(seen_ratio) / float(found.claim.epsilon) if seen_ratio > 1 else 0.0
        if factor > 1:
            kind = f"{kind}, by a factor of about {factor:.2g}"
    return f"kind: {kind} (see docs/reading-a-verdict.md)"


def rough(count: float) -> str:
    """A large number of which few digits matter."""
    return f"{count:,.0f}" if count < MANY else f"{count:.1e}"


def brief(text: str) -> str:
    """An input that fits a line."""
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."


def share_of(logarithm: Fraction, alpha: Fraction) -> float:
    """A logarithm's share of that of 1/alpha, from 0 to 1."""
    return max(0.0, min(1.0, float(logarithm) / -log(alpha)))


def percent(share: float) -> str:
    """A share, and never all of it where something is missing."""
    return f"{int(100 * share)}%"


def below(value: Fraction, places: int) -> str:
    """A decimal that is not above a number."""
    units = value * 10**places // 1
    sign, digits = "-" * (units < 0), f"{abs(units):0{places + 1}}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
