"""Symbols are defined where they are used, by a claim's words or beside them."""

from collections.abc import Mapping

import pytest

from ldproof.numbers import Symbol
from ldproof_proofs.book.explained import ClaimInWords, stored
from ldproof_proofs.kernel.formulas import Formula, pieces, symbols
from ldproof_proofs.ledger.notation import NOTATION, OF_CLAIMS, undefined


@pytest.fixture(scope="module")
def claims() -> Mapping[str, ClaimInWords]:
    return stored()["claims"]


def taken_apart(claim: ClaimInWords) -> tuple[list[Formula], str]:
    """Its formulas and its words."""
    parts = [piece for each in claim["sentences"] for piece in pieces(each["text"])]
    words = " ".join(piece for piece in parts if isinstance(piece, str))
    return [piece for piece in parts if not isinstance(piece, str)], words


def test_every_symbol_is_defined(claims: Mapping[str, ClaimInWords]) -> None:
    found = {name: sorted(undefined(name, *taken_apart(claim))) for name, claim in claims.items()}
    assert {name: each for name, each in found.items() if each} == {}


def test_no_meaning_is_left_over(claims: Mapping[str, ClaimInWords]) -> None:
    for name, own in OF_CLAIMS.items():
        spoken = frozenset().union(*(symbols(each["text"]) for each in claims[name]["sentences"]))
        assert own.keys() <= spoken, name
    for system, own in NOTATION.items():
        mine = (claim for name, claim in claims.items() if name.startswith(f"{system}."))
        spoken = frozenset().union(*(symbols(each["text"]) for claim in mine for each in claim["sentences"]))
        assert spoken & own.keys(), system


def test_what_is_not_defined_is_found() -> None:
    rho, T = Symbol("rho"), Symbol("T")
    assert undefined("shots.thm-4", [(rho, "<=", T)], "it is") == {"rho"}
    assert undefined("shots.thm-4", [(rho, "<=", T)], "rho is the factor") == set()
    assert undefined("shots.thm-4", [(rho, "=", T)], "it is") == set()
    assert undefined("sketch.min", [(Symbol("x_1"), "<", T)], "x is a row") == set()
