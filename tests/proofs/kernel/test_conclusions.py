"""What an induction says of its rows serves as a lemma: of rows, given what all rounds share, and of nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Citation, Implication, axiom, implication, lemma
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import algebra, at_once
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.rows import COUNT
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from ldproof_proofs.law.pointwise import collect, nothing
from tests.proofs.kernel.making import FALSE, claimed, shown

c, b, x, y, z, P = map(Symbol, ("c", "b", "x", "y", "z", "P"))
STEP = at_once("one more", search)
SUM = Induction(
    "sum",
    "where U adds up c, which is at most b, over t rounds",
    nothing,
    collect,
    (Round(term(1), {"U": c}),),
    lambda view: at_most(view.rows["U"](0), view.t * b),
    lambda view: at_most(view.rows["U"](0), view.t * b / 2),
    {"c": 1, "b": 1},
    {"c <= b": at_most(c, b), "b >= 0": at_most(0, b)},
)
BY = ByInduction(at_once("0 = 0", algebra), [STEP], [STEP])


def summed() -> Theorem:
    """U <= t b."""
    return prove(SUM, BY.certificate(SUM))


def using(
    goal: Relation, given: dict[str, Relation], stands: tuple[str, ...], **values: object
) -> Implication:
    """A claim by that lemma: x is the row after y rounds, each of which is at most z."""
    put_in: dict[str, Term | int] = {"U_k": x, "t": y, "b": z, **values}
    known = {"sum": lemma(summed(), **put_in)}
    at = {"x": 0, "y": 2, "z": 3, "c": 1, "P": 1}
    claim = claimed(goal, given, known, at=at, mutant=Mutant(FALSE, at))
    return replace(claim, reading="x is U of sum after y rounds", stands=stands)


def test_what_it_says() -> None:
    """Its rows' entries stand for something; what is given of all rounds alike is asked for, and of each one is not."""
    found = implication(summed())
    assert str(found.goal) == "U_k <= t*b"
    assert found.stands == ("U_k",)
    assert list(found.given) == ["b >= 0"]


def test_it_is_used_of_rows() -> None:
    """x <= y z, where x is the row after y rounds, whatever each of them adds."""
    theorem = shown(using(at_most(x, y * z), {"z >= 0": at_most(0, z)}, ("x",)), search)
    assert theorem.evidence.text() == "proved"
    assert theorem.claim.lemmas


def test_who_uses_it_says_what_rows_are() -> None:
    """No symbol becomes a row's entry by itself, and no number does."""
    given = {"z >= 0": at_most(0, z)}
    with pytest.raises(NotProved, match="x stands for something in sum, and for nothing here"):
        shown(using(at_most(x, y * z), given, ()), search)
    with pytest.raises(NotProved, match="U_k stands for something, and not for 7"):
        shown(using(at_most(7, y * z), given, ("x",), U_k=7), search)


def test_what_all_rounds_share_is_presupposed() -> None:
    """Of b below 0 it says nothing."""
    with pytest.raises(NotProved, match="sum may be used only given 0 <= z"):
        shown(using(at_most(x, y * z), {}, ("x",)), search)


def test_one_row_has_had_one_number_of_rounds() -> None:
    """After two rounds and after three, the same x would be at most 2 z whatever it is."""
    known = {name: lemma(summed(), U_k=x, t=term(number), b=z) for name, number in (("2", 2), ("3", 3))}
    at = {"x": 0, "z": 3}
    claim = claimed(at_most(x, 2 * z), {"z >= 0": at_most(0, z)}, known, at=at, mutant=Mutant(FALSE, at))
    with pytest.raises(NotProved, match="x is U_k of sum at different places"):
        shown(replace(claim, reading="x is U", stands=("x",)), search)


def test_what_is_about_powers_is_no_lemma() -> None:
    """G would be any number for who does not know its k."""
    claim = Induction(
        "powers",
        "where a are rows",
        transcript.start,
        transcript.forward_step,
        (Round(term(1), {"a": term(0)}),),
        lambda view: at_most(view.rows["a"](0), view.power(0)),
        lambda view: at_most(view.rows["a"](0), view.power(0) - 1),
        {},
        {},
        base=term(2),
    )
    still = at_once("as it was", search)
    theorem = prove(claim, ByInduction(still, [still], [still]).certificate(claim))
    with pytest.raises(NotProved, match="what is about powers of k is no lemma"):
        lemma(theorem).relation  # noqa: B018


def test_another_claim_that_concludes_is_no_lemma() -> None:
    """A kind of claim of one's own says what it likes, and nobody may use it."""

    class Forged(Induction):
        @property
        def conclusion(self) -> Implication:
            return claimed(FALSE)

    forged = Forged(*(getattr(SUM, name) for name in SUM.__slots__))
    theorem = prove(forged, BY.certificate(SUM))
    with pytest.raises(NotProved, match="it cannot be a lemma"):
        implication(theorem)


BOUND = replace(
    claimed(at_most(P, b), {"b >= 0": at_most(0, b)}, at={"P": 0, "b": 1}, name="bound"),
    mutant=Mutant(below(P, 0), {"P": 0, "b": 1}),
    reading="P is a probability",
    stands=("P",),
)


def cited(**values: Term | int) -> Induction:
    """The same sum, where that c <= b is cited of what c is in words."""
    put_in: dict[str, Term | int] = {"P": c, **values}
    known = {"bound": lemma(prove(BOUND, Citation("somebody")), **put_in)}
    given = {"b >= 0": at_most(0, b)}
    return replace(SUM, name="sum of cited", given=given, known=known, kinds=(Round(term(1), {"U": c}),))


def test_a_rounds_own_number_may_stand_for_something() -> None:
    """Then the sum rests on the citation."""
    claim = cited()
    theorem = prove(claim, BY.certificate(claim))
    assert theorem.evidence.text() == "proved given [bound: somebody]"
    assert implication(theorem).stands == ("U_k",)


def test_what_all_rounds_share_stands_for_nothing() -> None:
    """b is no round's own, and one number is not two things."""
    claim = cited(P=b, b=c)
    claim = replace(claim, given={"c >= 0": at_most(0, c), "c <= b": at_most(c, b), "b >= 0": at_most(0, b)})
    with pytest.raises(NotProved, match="b stands for something in what is known, and is no round's own"):
        prove(claim, BY.certificate(claim))
    twice = {
        name: lemma(prove(BOUND, Citation("somebody")), P=c, b=each)
        for name, each in (("1", b), ("2", b + 1))
    }
    claim = replace(cited(), known=twice, given={"b >= 0": at_most(0, b), "b + 1 >= 0": at_most(0, b + 1)})
    with pytest.raises(NotProved, match="c stands for different things"):
        prove(claim, BY.certificate(claim))


def test_nothing_is_put_in_for_what_stands_for_something() -> None:
    """With c = 100 the citation would say that 100 <= b."""
    claim = cited()
    theorem = prove(claim, BY.certificate(claim))
    instance = Instance(
        "instance",
        "",
        theorem,
        [{"c": term(100)}],
        {"c": term(1)},
        {"b >= 0": at_most(0, b)},
        {},
        {},
        {"b": 1},
    )
    with pytest.raises(NotProved, match="c stands for something in bound"):
        prove(instance, ByInstance().certificate(instance))


V = Symbol("V")


def power(more: int) -> Induction:
    """V^t as e^(t ln V), or e^((t + more) ln V)."""
    return Induction(
        "power",
        "where M is multiplied by V in each round",
        nothing,
        lambda row, _, share: [whole * share for whole in row],
        (Round(term(1), {"M": V}),),
        lambda view: equal(view.rows["M"](0), 0 * exp((view.t + more) * log(V))),
        lambda view: equal(view.rows["M"](0), 1),
        {"V": 1},
        {"V > 0": below(0, V)},
        {"sum": axiom(Always.SUM, COUNT * log(V), log(V))},
    )


def test_what_always_holds_may_be_about_the_number_of_rounds() -> None:
    """A fact of analysis is so for every t; what is given may not be about t."""
    step = at_once("0 V = 0", search)
    claim = power(0)
    assert (
        prove(claim, ByInduction(step, [step], [step]).certificate(claim))
        .evidence.text()
        .startswith("checked")
    )
    wrong = replace(
        claim, given={**claim.given, "t >= 5": at_most(Fraction(5), COUNT)}, example={"V": 1, "t": 9}
    )
    with pytest.raises(NotProved, match="t is the induction's own"):
        prove(wrong, ByInduction(step, [step], [step]).certificate(wrong))
