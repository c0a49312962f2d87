"""`python -m tests.audit.zoo`: every specimen, and what an audit says of it."""

from ldproof.audit.audit_state import AuditState
from tests.audit.zoo import BROKEN, RIGHT
from tests.audit.zoo.audits import LEVEL, STRICT, caught, cleared
from tests.audit.zoo.specimens import Specimen

LINE = "  {:38} {:>7} {:>7} {:>7} {:>7} {:>7}  {}"


def row(specimen: Specimen, true: float, course: AuditState) -> str:
    """A line of the table, one with what there is to say, and one with the command that audits it."""
    claimed, tight, bound = (f"{each:.3f}" for each in (specimen.claimed, true, float(course.bound() or 0)))
    counts = course.pairs_drawn, course.plan.most
    line = LINE.format(specimen.name, claimed, tight, *counts, bound, course.verdict)
    return f"{line}\n      {specimen.sentence}\n      {specimen.command}"


def main() -> None:
    """Print both tables."""
    head = LINE.format("", "claimed", "true", "pairs", "at most", "bound", "verdict")
    print(f"broken, watched at alpha = {LEVEL}: epsilon, pairs of draws, certified bound on epsilon")
    print(f"(`at most`: the pairs in which it has to be caught)\n{head}")
    for broken in BROKEN.values():
        print(row(broken, broken.epsilon, caught(broken)), flush=True)
    print(f"\nright, watched at alpha = {STRICT}\n{head}")
    for right in RIGHT.values():
        print(row(right, right.claimed, cleared(right)), flush=True)


if __name__ == "__main__":
    main()
