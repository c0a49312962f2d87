"""What is claimed, in any of the ways in which one says it."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from ldproof.audit import BLACK_BOX, Claim
from ldproof.audit import claim as claim_of
from ldproof.audit.claim import of_mechanism
from ldproof.catalogue import MECHANISMS
from ldproof.catalogue.arguments import assignments
from ldproof.interface.mechanisms import Mechanism, as_text, is_own, known
from ldproof.mechanisms import Level
from ldproof.rejections import Reason, Refused, quoted

Exact: TypeAlias = int | Fraction | Decimal | str
"""A number that is meant exactly; as text also `"1/2"` and `"ln(3)"`."""

Claimed: TypeAlias = Exact | Mapping[str, Exact] | Mechanism
"""An epsilon; `"odds=3"` or `{"odds": 3}`; or to be a mechanism."""


def claimed(thing: object, level: Level) -> Claim:
    """The claim that is meant."""
    if isinstance(thing, Mechanism) or is_own(thing):
        chosen = known(thing)
        if chosen.name in MECHANISMS:
            return claim_of(chosen.name, chosen.parameters, level)
        return of_mechanism(chosen.made, chosen.name, chosen.parameters, level)
    if isinstance(thing, str) and thing.partition(" ")[0] in MECHANISMS:
        raise Refused(
            Reason.NOT_A_VALUE,
            f"the claim {quoted(thing)} names a mechanism",
            "what `mechanism(name, ...)` makes; or an epsilon, or a text such as 'odds=3'",
        )
    if isinstance(thing, str) and "=" in thing:
        return claim_of(BLACK_BOX, assignments(thing.split()), level)
    if isinstance(thing, Mapping):
        if wrong := [each for each in thing if not isinstance(each, str)]:
            raise Refused(Reason.NOT_A_WORD, f"a parameter named {quoted(wrong[0])}", "names, as texts")
        return claim_of(BLACK_BOX, {name: as_text(name, each) for name, each in thing.items()}, level)
    return claim_of(BLACK_BOX, {"epsilon": as_text("epsilon", thing)}, level)
