"""The outcome of an audit in sentences."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import log

from ldproof.audit.claims import Claim, Written
from ldproof.audit.learn.events import WORST
from ldproof.audit.plan import Verdict
from ldproof.catalogue import answer
from ldproof.rendering.findings import Finding, Sighting, said
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


def sentences(found: Finding) -> Iterator[str]:
    """What there is to say, the verdict first."""
    samples = f"{found.samples:,} samples"
    if found.violated:
        yield (
            f"violated: this program does not keep what it claims, {promise(found)}"
            if found.verdict is Verdict.REFUTED
            else "not independent: an output together with other draws shows more of its input than is claimed, "
            f"{promise(found)}"
        )
        yield in_numbers(found.claim, found.sightings[0])
    else:
        yield f"not refuted: {samples} do not contradict the claim, {promise(found)}; {UNTESTED}"
    yield looked_at(found)
    yield bound_in_words(found)
    if found.constant:
        yield "only one output was ever seen: privacy is trivially kept, and nothing is reported"
    if found.evidence is not None:
        share = percent(share_of(found.evidence, found.alpha))
        yield f"{samples}; the evidence is {share} of what the verdict `violated` takes"
    if found.unreadable:
        yield f"{found.unreadable:,} of the samples are no output of {found.claim.name}"
    if found.expected is not None and not found.violated:
        yield f"an epsilon 5% above the claim takes whoever audits about {rough(found.expected)} pairs of draws"
    yield (
        "a program that keeps its claim is called violated with a probability of at most "
        f"{float(found.alpha):.6g}, {PROVISO[found.kind]} ({found.kind})"
    )


def looked_at(found: Finding) -> str:
    """Which pairs of inputs were looked at, and how many there are."""
    inputs, pairs = found.possible
    count, tried = len(found.pairs), len(found.inputs)
    what = f"{count:,}" if pairs is None else f"{count:,} of {pairs:,}"
    among = "" if pairs is not None or inputs is None else f" among {tried:,} of {inputs:,} inputs"
    were = "pair of inputs was" if count == 1 and pairs in (None, 1) else "pairs of inputs were"
    said_of = f"{what} {were} looked at{among}"
    if count <= NAMED:
        return f"{said_of}: {'; '.join(map(partial(as_pair, found), range(count)))}"
    named = "; ".join(map(partial(as_pair, found), found.closely[:NAMED]))
    closely = f", most closely {named}" if named else ""
    listed = ", ".join(brief(said(found.claim, each)) for each in found.inputs[:LISTED])
    more = f" and {tried - LISTED:,} more" if tried > LISTED else ""
    return f"{said_of}{closely}; the inputs: {listed}{more}"


def as_pair(found: Finding, index: int) -> str:
    """A pair of inputs in words."""
    return " and ".join(brief(said(found.claim, each)) for each in found.pairs[index].sides())


def promise(found: Finding) -> str:
    """The claim as it was written."""
    words = (f"{key}={as_written(value)}" for key, value in found.claim.parameters.items())
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
            f"its epsilon is above the {claimed} that it claims; a bound takes more samples than a verdict: "
            f"these are enough for a lower bound of {least}, and `throughout` draws on"
        )
    return f"the lower bound on its epsilon is {least}; it claims {claimed}"


def in_numbers(claim: Claim, seen: Sighting) -> str:
    """What was seen of an event, in a sentence."""
    one, other = (brief(said(claim, each)) for each in (seen.likely, seen.unlikely))
    counted = seen.counted
    worst = claim.worst.words if claim.worst is not None and seen.event == str(WORST) else ""
    named = f"{seen.event} ({worst})" if worst else seen.event
    return (
        f"the event {named} happens "
        f"in {counted.likely:,} of {counted.likely_samples:,} draws with input {one}, "
        f"and in {counted.unlikely:,} of {counted.unlikely_samples:,} with input {other}"
    )


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
