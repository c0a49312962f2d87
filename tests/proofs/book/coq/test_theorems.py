"""What a theorem says in Coq: hypotheses, quantified symbols, and definedness in the conclusion."""

import json

from ldproof_proofs.book.coq.folder import contents
from ldproof_proofs.book.coq.reading import record
from ldproof_proofs.book.coq.theorems import LEFT, Theorems
from tests.proofs.checker.apart import objects


def theorems() -> Theorems:
    """The theorems of some claims' objects."""
    return Theorems({name: record(json.loads(text)) for name, text in objects().items()})


def statement(name: str) -> str:
    """What a theorem says, in one line."""
    return " ".join(theorems().written[name].text.partition("Proof.")[0].split())


def test_a_chain_says_what_is_given_what_is_defined_and_its_goal() -> None:
    assert statement("reporting.coin-nonnegative-01") == (
        "Theorem reporting_coin_nonnegative_01 : forall x : R, 0 < x -> "
        "(((2 + x) <> 0)) /\\ 0 <= (1 / (2 + x))."
    )


def test_a_citation_is_an_axiom_about_what_its_reading_says() -> None:
    assert statement("tails.markov") == (
        "Parameter says_tails_markov : R -> R -> R -> R -> Prop. "
        "Axiom tails_markov : forall M P off s : R, says_tails_markov M P off s -> 0 < s -> "
        "P <= (M * (exp ((- s) * off)))."
    )


def test_a_failure_is_shown_at_one_point_and_not_at_the_other() -> None:
    found = theorems().written["shots.constant-budget"]
    assert " ".join(found.text.split()).count("exists ") == 4
    assert "/\\ ~ (" in found.text


def test_every_object_is_a_theorem_or_left_for_a_reason() -> None:
    found = theorems()
    for name, text in objects().items():
        rule = json.loads(text)["rule"]
        assert (name in found.left) == (rule in LEFT)
        assert (name in found.written) == (rule not in ("enumeration", "ground", "signs"))
        assert (
            bool(found.written[name].mutant) == (rule not in ("citation", "shape"))
            if name in found.written
            else True
        )


def test_the_files_are_the_same_whenever_they_are_made() -> None:
    assert contents(objects()) == contents(dict(sorted(objects().items(), reverse=True)))
