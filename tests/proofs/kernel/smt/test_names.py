"""Every name can be asked about, and comes back with its own value."""

from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import below, equal
from ldproof_proofs.kernel.smt.names import TAKEN, called, quoted
from ldproof_proofs.kernel.smt.opinions import search
from ldproof_proofs.kernel.smt.solvers import SOLVERS
from tests.proofs.kernel.smt.fakes import PATIENCE

AWKWARD = [
    *TAKEN.pattern.split("|"),
    *("E", "x", "X", "x_1", "_x", "1x", "a b", "x'", "x.1", "a(b", "a;b", 'a"b', "a{0}", "ε", "φ₁", "é b"),
    *("", " ", "|", "a|b", "a\\b", "a\nb", "a\tb", "\ud800", ".a", "@a", "-x", "=", "=>", "+", "<=", "/"),
    *("x!1", "shared!1", "exp!1", "symbol!0", "symbol!1", "exp", "log", "sqrt", "min", "max", "pi", "sin"),
    *("Real", "Int", "Bool", "check-sat", "declare-const", "select", "implies", "if", "div", "mod", "is_int"),
]


def test_solvers_read_every_name() -> None:
    for solver in SOLVERS:
        values = {name: number for number, name in enumerate(AWKWARD)}
        facts = {name: equal(Symbol(name), number) for name, number in values.items()}
        assert search(facts, below(0, 0), [solver], PATIENCE) == values


@given(st.sets(st.text()))
def test_no_two_symbols_share_a_name(symbols: set[str]) -> None:
    names = called(symbols)
    assert names.keys() == symbols
    assert len(set(names.values())) == len(symbols)
    assert all(name == symbol or "!" in name for symbol, name in names.items())


def test_plain_names_stand_as_they_are() -> None:
    assert quoted("E") == "E"
    assert quoted("x_1") == "x_1"
    assert quoted("symbol!3") == "symbol!3"
    assert quoted("a b") == "|a b|"
