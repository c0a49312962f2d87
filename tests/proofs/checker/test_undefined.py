"""What is defined nowhere shows nothing, and what is on trust is read as it is written: each of these once passed."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ldproof.numbers import sqrt, term
from ldproof_proofs.book.export.objects import address, written
from ldproof_proofs.book.export.syntax import Json
from ldproof_proofs.kernel.anchors import same
from ldproof_proofs.kernel.combination import Combination, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.implication import Citation
from ldproof_proofs.kernel.relations import equal
from ldproof_proofs.kernel.theorem import prove
from tests.proofs.checker.apart import check, outcome, refused
from tests.proofs.checker.kinds import BY_LEMMA, IN_DISGUISE, follows, leaning, leant, record
from tests.proofs.checker.test_forgeries import CITED, ONE, TWO, ZERO, X, Y, meaning, told
from tests.proofs.kernel.making import claimed, x, y

NEGATIVE: Json = ["constant", "-5"]


def test_what_follows_from_what_is_undefined_is_not_at_hand() -> None:
    """That e^(log(-5)) = -5 and e^(log(-5)) > 0 is so wherever they are defined: where -5 > 0, and that is nowhere."""
    assert isinstance(outcome(follows()), check.Data)
    for value in (NEGATIVE, X):
        assert refused(outcome(*leant(value, BY_LEMMA)), "no fact that may be used is named value > 0")


def test_the_kernel_does_not_lean_on_it() -> None:
    """The same, where claims are replayed: and where the number is above 0, it is believed."""
    with pytest.raises(NotProved, match="no fact is named 'value > 0'"):
        leaning(x, Combination((product("value > 0"),)))
    assert leaning(x, Combination((product("h"), product(factor=1)))).name


def test_no_identity_divides_by_what_is_0_in_disguise() -> None:
    """5 = 8 where z/z = 1 and z = sqrt(x)^2 - x; of numbers, where one is missing."""
    two: Json = ["-", ["*", ["sqrt", TWO], ["sqrt", TWO]], TWO]
    for zero, why, untied in (
        (IN_DISGUISE, "not so for one", "is not tied"),
        (two, "undecided", "undecided"),
    ):
        other: Json = ["+", ["constant", "7"], ["/", zero, zero]]
        assert refused(told(record(["constant", "5"], other)), why)
        assert refused(told(anchored(["constant", "5"], other)), untied)
    assert refused(told(anchored(["constant", "-1"], ["^", ["sqrt", ["constant", "-1"]], 2])), "no sqrt")
    assert isinstance(told(anchored(["constant", "2"], ["^", ["sqrt", TWO], 2])), check.Data)
    disguised = sqrt(x) ** 2 - x
    for left, right in ((term(5), 7 + (sqrt(y) ** 2 - y) / disguised), (term(8), 7 + disguised / disguised)):
        assert not same(left, right)
        assert not holds(equal(left, right))
    assert not same(term(-1), sqrt(term(-1)) ** 2)
    assert same(term(2), sqrt(term(2)) ** 2)


def anchored(value: Json, definition: Json) -> dict[str, Json]:
    """A record of what is so, with an anchor."""
    anchor: Json = {"formula": "f", "near": {}, "value": value, "definition": definition}
    return {**record(ONE, ONE), "anchors": [anchor]}


@pytest.mark.parametrize("said", [{}, {"x": X}, {"other": ["symbol", "z"]}])
def test_a_citation_says_what_all_its_symbols_stand_for(said: Mapping[str, Json]) -> None:
    """Else whoever cites it may put anything in for them, and drop what the reading says."""
    assert refused(told({**CITED, "said": [meaning("cited", said)]}), "nothing stands for that")
    assert isinstance(told({**CITED, "said": [meaning("cited", {"x": X}, y=Y)]}), check.Data)


def test_the_kernel_cites_of_symbols_that_occur() -> None:
    claim = claimed(equal(x, 1), {})
    for stands in ((), ("y",)):
        object.__setattr__(claim, "reading", "x is the number of noses")
        object.__setattr__(claim, "stands", stands)
        with pytest.raises(NotProved, match="no symbol stands for that"):
            prove(claim, Citation("a look"))


@pytest.mark.parametrize("name", ["exp(x)", "0", "x + 1", "", "x\n", "1/2", "x = y"])
def test_no_symbol_is_written_as_another_term(name: str) -> None:
    """0 < exp(x) is true of exponentials, and cited of a symbol with that name it is not."""
    own: Json = ["symbol", name]
    goal: Json = [ZERO, "<", own]
    assert refused(told({**CITED, "reading": "", "said": [], "goal": goal}), "no term")
    assert isinstance(
        told({**CITED, "reading": "", "said": [], "goal": [ZERO, "<", ["symbol", "a_{k+1}"]]}), check.Data
    )


def test_what_is_on_trust_is_listed_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No reference ends its line, or takes back what stands there."""
    text = written({**CITED, "certificate": {"reference": "somebody\nOn trust: 0 \x1b[2Kcitations"}})
    (tmp_path / f"{address(text)}.json").write_text(text, encoding="utf-8")
    (tmp_path / "index.json").write_text(json.dumps({"theorems": {"cited": address(text)}}))
    assert check.main([str(tmp_path)]) == 0
    told_of = capsys.readouterr().out
    assert len(told_of.splitlines()) == len({"shown", "citation", "on trust", "the citation"})
    assert "\x1b" not in told_of
