"""Ground statements: relations are recorded, and every one of them is decided."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from ldproof.numbers import Real, Symbol, Term, enclose, exp, log, sqrt, term
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.ground import MOST, ByRecord, Ground, Relations, encloses, exactly, holds
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Strength, Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed

x, y = Symbol("x"), Symbol("y")
TWO = term(2)


def cases(*relations: Relation) -> Relations:
    """Numbered relations."""
    return lambda: ((str(place), each) for place, each in enumerate(relations))


FALSE = cases(equal(1, 2))
SQUARES = (equal(sqrt(TWO) ** 2, 2), below(exp(TWO), 8), equal((x + y) ** 2 - x**2, y * (2 * x + y)))


def ground(what: Relations, mutant: Relations = FALSE) -> Ground:
    """A claim about these relations."""
    return Ground("the claim", "so it is", "n <= 3", what, mutant)


def shown(claim: Ground) -> Theorem:
    """The theorem."""
    return prove(claim, ByRecord().certificate(claim))


def test_every_relation_is_recorded() -> None:
    """What is kept is their number and a hash, and is stored and read again as it was."""
    claim = ground(cases(*SQUARES))
    theorem = shown(claim)
    assert theorem.certificate == (3, claim.record().digest)
    assert theorem.evidence.strength is Strength.CHECKED
    assert theorem.evidence.text() == "checked n <= 3"
    assert "3 relations" in theorem.derivation("text")
    theorem.replay()
    prove(claim, store.decode(store.encode(theorem.certificate)))
    assert shown(replace(claim, proved=True)).evidence.strength is Strength.PROVED


def test_what_a_check_recorded_is_handed_out_once() -> None:
    """Nobody runs the code again for it, or is handed another claim's; who asks again gets it made again."""
    runs: list[str] = []

    def counted() -> Iterable[tuple[str, Relation]]:
        runs.append("a run")
        return cases(*SQUARES)()

    claim = ground(counted)
    certificate = shown(claim).certificate
    found = claim.record()
    assert runs == ["a run"]
    assert (len(found.cases), found.digest) == certificate
    assert replace(claim, cases=cases(*SQUARES[:2])).record() != claim.record() == found
    assert runs == ["a run"] * 2


def test_a_relation_that_is_bumped_is_refused() -> None:
    """By its truth, and by the record."""
    for so, bumped in (
        (
            equal(term(Fraction(1, 3)) + Fraction(1, 6), Fraction(1, 2)),
            equal(term(Fraction(1, 3)), Fraction(1, 2)),
        ),
        (equal(sqrt(TWO) * sqrt(TWO), 2), equal(sqrt(TWO) * sqrt(term(3)), 2)),
        (equal(exp(TWO) * exp(TWO), exp(term(4))), equal(exp(TWO) * exp(TWO), exp(term(3)))),
        (below(log(term(8)), Fraction(208, 100)), below(log(term(8)), Fraction(207, 100))),
        (at_most(TWO, 4 / TWO), at_most(TWO, 3 / TWO)),
        (Relation(sqrt(TWO), "!=", term(Fraction(7, 5))), Relation(sqrt(term(4)), "!=", TWO)),
        (equal(x * (1 / x), 1), equal(x * (1 / x), 1 + x)),
        (equal(exp(TWO), exp(TWO)), equal(exp(TWO), exp(TWO + Fraction(1, 10**60)))),
    ):
        assert holds(so)
        assert not holds(bumped)
        theorem = shown(ground(cases(*SQUARES, so)))
        assert_refused("not so for 3", prove, ground(cases(*SQUARES, bumped)), theorem.certificate)
        assert_refused("another record", prove, ground(cases(*SQUARES)), theorem.certificate)
        assert_refused("another record", prove, ground(cases(so, *SQUARES)), theorem.certificate)


@dataclass(frozen=True)
class Same(Relation):
    """A relation with its own opinion of what it is about."""

    @property
    def slack(self) -> Term:
        """Nothing."""
        return term(0)

    def symbols(self) -> frozenset[str]:
        """Some."""
        return frozenset("x")


def test_a_relation_is_decided_by_its_sides() -> None:
    """1 = 2 is recorded, whatever the relation says of itself."""
    assert_refused("3 is no relation: Same", shown, ground(cases(*SQUARES, Same(term(1), "=", TWO))))


def test_what_is_undefined_is_not_so() -> None:
    """Not even equal to itself."""
    for undefined in (
        equal(1 / (TWO - 2) + x, x),
        equal(1 / (TWO - 2), 1 / (TWO - 2)),
    ):
        assert_refused("", shown, ground(cases(*SQUARES, undefined)))


def test_what_cannot_be_decided_is_refused() -> None:
    """Inequalities with symbols, and between equal numbers that no precision tells apart."""
    assert_refused("only an identity", shown, ground(cases(below(x, x + 1))))
    assert_refused("no precision decides", shown, ground(cases(at_most(exp(TWO) * exp(TWO), exp(term(4))))))


def test_what_says_nothing_once_recorded_is_refused() -> None:
    """Two equal constants are whatever the code made of them; one relation with something to decide is enough."""
    assert_refused("it says nothing", shown, ground(cases(equal(2, 2), equal(x, x))))
    assert_refused("it says nothing", shown, ground(cases()))
    shown(ground(cases(equal(2, 2), equal(TWO + 1, 3))))


def test_names_are_used_once_and_mutants_fail() -> None:
    """As in an enumeration."""

    def twice() -> Iterable[tuple[str, Relation]]:
        yield from [("one", SQUARES[0]), ("one", SQUARES[1])]

    assert_refused("two cases are named one", shown, ground(twice))
    assert_refused("every relation of its mutant", shown, ground(cases(*SQUARES), cases(*SQUARES)))
    assert_refused("no relations to record", ByRecord().certificate, claimed(SQUARES[0]))


def test_no_other_certificate_is_a_record() -> None:
    """A number of cases is none."""
    cases: list[object] = [3, None, "3", (3, ""), (), {}]
    for certificate in cases:
        assert_refused("another record", prove, ground(cases(*SQUARES)), certificate)


def test_a_record_has_a_size() -> None:
    """Nobody reads a hundred thousand nodes at once."""
    assert_refused(
        "say it in several", ground(lambda: ((str(n), equal(term(n) + 1, n + 1)) for n in range(MOST))).record
    )


def test_numbers_of_the_reference_are_recorded_as_they_are() -> None:
    """A fraction, or two decimals around a number."""
    assert exactly(Real(Fraction(1, 3)) * 3) == 1
    assert_refused("is an enclosure", exactly, log(Real(Fraction(2))))
    found = [*encloses("log 2", enclose(log(Real(Fraction(2))), 20), log(TWO))]
    assert [name for name, _ in found] == ["log 2, from below", "log 2, from above"]
    assert all(holds(each) for _, each in found)
    assert not all(
        holds(each) for _, each in encloses("log 2", enclose(log(Real(Fraction(2))), 20), log(TWO + 1))
    )
