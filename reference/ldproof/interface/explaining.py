"""What is printed, what is true, and why: told by the proofs, which are a package of their own."""

from importlib.metadata import entry_points
from typing import Literal

from ldproof.interface.values import named, yes
from ldproof.rejections import Reason, Refused

GROUP = "ldproof.interface"
"""The entry points under which the proofs' package brings what is asked for here."""


def explain(
    name: str, /, *, proof: bool = False, form: Literal["text", "markdown", "latex", "json"] = "text"
) -> str:
    """What there is to say of a claim, a formula or a mechanism, as it was proved for this release.

    With `proof`, every theorem below a claim is unfolded, lemmas first.

    >>> print(explain("shots.thm-4"))
    shots.thm-4...
    """
    found = entry_points(group=GROUP, name="explain")
    if not found:
        raise Refused(
            Reason.NOT_INSTALLED, "no package that explains anything is installed", "the wheel, which has one"
        )
    words: object = next(iter(found)).load()(
        named("what is to be explained", name), form, proof=yes("proof", proof)
    )
    return str(words)
