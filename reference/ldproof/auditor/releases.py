"""Releases of a mechanism that are audited one after another, and what is said of several of them together.

The evidence against a release is an e-process that begins with 1. Let e_i be what it is at the end of release i. If the
releases from j to k keep their claim, then the product of e_j, ..., e_k is an e-process, too, whatever the others do: the
bets on a release may depend on all that earlier ones have shown. It is refuted at the share 1/(j (j + 1)) of alpha. The
shares of all j add up to 1, so that any releases that keep their claim are ever said not to with a probability of at most alpha.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.errors import Reason, Refused, quote_given
from ldproof.numbers import Real, log

LONGEST = 80
"""The most characters of the name of a release."""


@dataclass(frozen=True, slots=True)
class Release:
    """What an audit has shown of one release, at its end."""

    name: str
    pairs: int
    """Pairs of draws."""
    log_evidence: Fraction
    violated: bool


def parse_release(name: object, *, has_state: bool, prefix: str = "") -> str:
    """Return the name of a release; nothing if none is given. Raise `Refused` if it is wrong, or there is no state."""
    if name is None:
        return ""
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name.strip()) <= LONGEST:
        raise Refused(
            Reason.NOT_A_WORD, f"release = {quote_given(name)}", f"a name of at most {LONGEST} characters"
        )
    if not has_state:
        raise Refused(Reason.MISSING, f"{prefix}release without {prefix}state", f"{prefix}state and a file")
    return name.strip()


def share_of_release(number: int) -> Fraction:
    """Return the share of alpha of the release of this number, which begins with 1."""
    return Fraction(1, number * (number + 1))


def first_refuted_together(releases: Sequence[Release], alpha: Fraction) -> int | None:
    """Return the number of the latest release from which on all up to the last are refuted together, or None.

    Releases up to one that was refuted alone do not count: it is not news that one of these breaks the claim.
    """
    joint_log_evidence = Fraction(0)
    for number in range(len(releases), 0, -1):
        if releases[number - 1].violated:
            return None
        joint_log_evidence += releases[number - 1].log_evidence
        if number < len(releases) and joint_log_evidence >= log(Real(1 / (share_of_release(number) * alpha))):
            return number
    return None
