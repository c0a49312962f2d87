"""A plan by its kind, from numbers or text."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from ldproof.budget import WAYS
from ldproof.catalogue.signatures import request
from ldproof.domains import accept
from ldproof.names import find
from ldproof.planning.count import CountPlan, plan_count
from ldproof.planning.deployment import deployment
from ldproof.planning.promises import ceiling
from ldproof.planning.requirement import Requirement, required, within
from ldproof.planning.telling import Tell, silent
from ldproof.rejections import Reason, Refused

AnyPlan: TypeAlias = CountPlan | Requirement
"""What is planned: frozen, with `to_json()`."""


def count(tell: Tell, /, alpha: object = None, **given: object) -> AnyPlan:
    """Counting in rounds; with alpha, what is left out of N, T and the budget is what is asked for."""
    missing = [name for name in ("N", "T") if given.get(name) is None]
    missing += [] if any(given.get(way) is not None for way in WAYS) else ["epsilon"]
    if alpha is None or not missing:
        request(deployment).check("plan count", given)
        plan = plan_count(deployment(**given), tell)
        return plan if alpha is None else reaching(plan, alpha)
    if len(missing) > 1:
        raise Refused(Reason.MISSING, f"{' and '.join(missing)} are missing", "alpha and all of them but one")
    (name,) = missing
    # Anything stands for what is asked for: it is replaced at once.
    placed = {**given, name: people(given.get("mu")) if name == "N" else 1}
    request(deployment).check("plan count", placed)
    return required(deployment(**placed), name, alpha, tell)


def people(mu: object) -> int:
    """Some number of people of whom a share is a whole number."""
    return 1 if mu is None else Fraction(accept({"mu": mu})["mu"]).denominator


def reaching(plan: CountPlan, alpha: object) -> CountPlan:
    """The plan, if it reaches an error; otherwise what is the least."""
    target = Fraction(accept({"alpha": alpha})["alpha"])
    if within(plan.alpha, target):
        return plan
    budget = plan.asked.budget
    raise Refused(
        Reason.OUT_OF_RANGE,
        f"no mechanism reaches alpha = {target} here",
        f"{ceiling(plan.alpha)} or more, by {plan.chosen.name} at {budget.given} = {budget.value}",
    )


KINDS: Mapping[str, Callable[..., AnyPlan]] = {"count": count}
"""Each by its name."""


def plan(kind: str, tell: Tell = silent, /, **given: object) -> AnyPlan:
    """The plan of this kind: `count`, `test` or `sketch`; `tell` is told what is being computed."""
    return find("plan", kind, KINDS)(tell, **given)
