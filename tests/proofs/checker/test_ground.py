"""Records of relations: the checker decides every one again, and refuses what the kernel refuses."""

from collections.abc import Callable

import pytest

from ldproof.numbers import Symbol, exp, log, sqrt, term
from ldproof_proofs.book.export.objects import Objects, written
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import prove
from tests.proofs.checker.apart import Object, check, outcome, read, refused

x = Symbol("x")
TWO = term(2)
RELATIONS = (
    equal(sqrt(TWO) * exp(TWO) ** -1, sqrt(TWO) / exp(TWO)),
    below(exp(TWO), 8),
    at_most(log(TWO) * TWO - 1, TWO),
    equal((x + 1) ** 2 / x, x + 2 + 1 / x),
    Relation(sqrt(TWO), "!=", term(1)),
)


def exported() -> str:
    """A record as an object."""
    claim = Ground(
        "the claim",
        "so it is",
        "five",
        lambda: ((f"case {place}", each) for place, each in enumerate(RELATIONS)),
        lambda: [("one", equal(1, 2))],
    )
    theorem = prove(claim, ByRecord().certificate(claim))
    made = Objects()
    made.add([theorem])
    return made.made()["the claim"]


def place(found: Object, *node: object) -> int:
    """Where a node stands."""
    nodes = found["nodes"]
    assert isinstance(nodes, list)
    return [*map(tuple, nodes)].index(node)


def moved(case: int, side: int, *node: object) -> Callable[[Object], None]:
    """One side of a case becomes another node."""

    def change(found: Object) -> None:
        cases = found["cases"]
        assert isinstance(cases, list)
        assert isinstance(cases[case], list)
        cases[case][side] = place(found, *node)

    return change


def valued(before: str, after: str) -> Callable[[Object], None]:
    """A constant becomes another one."""

    def change(found: Object) -> None:
        nodes = found["nodes"]
        assert isinstance(nodes, list)
        nodes[place(found, "constant", before)] = ["constant", after]

    return change


def signed(found: Object) -> None:
    """What is below is said to be equal."""
    cases = found["cases"]
    assert isinstance(cases, list)
    assert isinstance(cases[1], list)
    cases[1][2] = "="


def ahead(found: Object) -> None:
    """A node refers to one that comes after it."""
    nodes = found["nodes"]
    assert isinstance(nodes, list)
    nodes[0], nodes[-1] = nodes[-1], nodes[0]


def emptied(found: Object) -> None:
    """No case is left."""
    found["cases"] = []


def test_a_record_is_decided_again() -> None:
    """It is a theorem, and what is believed is said."""
    found = outcome(exported())
    assert isinstance(found, check.Data)
    assert found.rule == "ground"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (valued("8", "7"), "not so for case 1"),
        (valued("1", "2"), "not so for case"),
        (valued("8", "1/0"), "no fraction"),
        (moved(1, 1, "constant", "8"), "not so for case 1"),
        (moved(3, 3, "symbol", "x"), "not so for case 3"),
        (signed, "not so for case 1"),
        (ahead, "no term: "),
        (emptied, "there is no case"),
    ],
)
def test_a_spoilt_record_is_refused(change: Callable[[Object], None], why: str) -> None:
    """A constant, a side, a sign or a name is another one."""
    found = read(exported())
    change(found)
    assert refused(outcome(written(found)), why)
