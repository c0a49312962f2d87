"""What the collector estimates from reports, for items whose columns it is given: as JSON, with no hash in it."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ldproof.domains import domain
from ldproof.mechanisms import text_of
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.sketch import estimators
from ldproof.sketch.client import Report
from ldproof.sketch.collector import Collector, collector
from ldproof.sketch.hashing.told import Told
from ldproof.sketch.mechanism import MECHANISMS, Reporting
from ldproof.sketch.plan import Plan, Rows
from ldproof.sketch.spaces import Columns, Said, Secrets

Received = Mapping[str, object]
Estimating = Callable[[Received], list[Real]]

JOINS = {"mean": estimators.mean, "median": estimators.median, "minimum": estimators.minimum}
"""How the rows' estimates become one."""


def unary(
    w: object, d: object, p: object, q: object, collision: object = None, estimator: object = "mean"
) -> Estimating:
    """Of the mechanism whose probabilities are given."""
    return estimating("unary", MECHANISMS["unary"](w, d, p, q), collision, estimator)


def per_user(w: object, collision: object = None, estimator: object = "mean", **given: object) -> Estimating:
    """Of the mechanism in which every report has a hash of its own."""
    return estimating("per_user", MECHANISMS["per_user"](w, **given), collision, estimator)


def by_budget(word: str) -> Callable[..., Estimating]:
    """Of one of the others."""

    def construct(
        w: object, d: object, collision: object = None, estimator: object = "mean", **given: object
    ) -> Estimating:
        return estimating(word, MECHANISMS[word](w, d, **given), collision, estimator)

    return construct


def estimating(word: str, known: Reporting, collision: object, estimator: object) -> Estimating:
    """How many people hold each item; items collide as often as in an ideal family, if nothing else is said."""
    often = Fraction(1, known.channel.width)
    if collision is not None:
        often = Fraction(domain("collision", "sketch").accept("collision", collision))
    join = JOINS[str(domain("estimator", "sketch").accept("estimator", estimator))]

    def estimates(received: Received) -> list[Real]:
        match received:
            case {"reports": list(reports), "columns": list(items)}:
                said = [known.outputs.read(each) for each in reports]
                own = known.rows is Rows.OWN
                rows = Secrets(known.channel.width, len(said) if own else known.d)
                columns = [rows.read(text_of(each)) if text_of(each) or rows.d else () for each in items]
                if not columns:
                    return []
                return join(heard(word, known, said, columns, often).hits(range(len(items))))
            case _:
                raise Refused(
                    Reason.MISSING, "no lists of reports and columns", "reports, and the items' columns"
                )

    return estimates


def heard(
    word: str, known: Reporting, said: Sequence[Said], columns: Sequence[Columns], often: Fraction
) -> Collector:
    """A collector that has received some reports, under hashes that are told by some items' columns."""
    own = known.rows is Rows.OWN
    family = Told(known.channel.width, len(columns), often)
    keys = tuple(zip(*columns, strict=True))
    plan = Plan(word, known.rows, family, () if own else keys, known.channel, known.budget)
    found = collector(plan, range(len(columns)) if own else ())
    for place, (row, contents) in enumerate(said):
        found.receive(Report(keys[place] if own else () if row is None else (row,), contents))
    return found


ESTIMATES: Mapping[str, Callable[..., Estimating]] = {
    "unary": unary,
    "per_user": per_user,
    **{word: by_budget(word) for word in MECHANISMS if word not in ("unary", "per_user")},
}
"""By mechanism."""
