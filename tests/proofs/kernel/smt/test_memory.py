"""What is remembered is what was said, to just that question by just that solver."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.rejections import Reason, Refused
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.limits import LIMITS, Limits
from ldproof_proofs.kernel.smt.memory import Memory, decode, encode, key
from ldproof_proofs.kernel.smt.protocol import Answer, Reply, shown
from ldproof_proofs.kernel.smt.solvers import SOLVERS

Z3, CVC5 = SOLVERS
REPLIES = st.one_of(
    st.just(Reply(Answer.UNSAT)),
    st.builds(lambda model: Reply(Answer.SAT, model=model), st.dictionaries(st.text(), st.text())),
    st.builds(lambda reason: Reply(Answer.UNKNOWN, reason=shown(reason)), st.text()),
)


@given(REPLIES)
def test_a_reply_survives(reply: Reply) -> None:
    assert decode(json.loads(json.dumps(encode(reply)))) == reply


def test_anything_else_is_refused() -> None:
    for garbage in (
        "sat",
        None,
        1,
        [],
        [1],
        ["a", "b"],
        "",
    ):
        with pytest.raises(ValueError, match="no remembered reply"):
            decode(garbage)


def test_it_is_recalled_by_solver_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, another solver, another version or another limit: nothing is known."""
    known = Memory({key(Z3, "one"): Reply(Answer.UNSAT)})
    assert known.recalled(Z3, "one") == Reply(Answer.UNSAT)
    assert known.recalled(Z3, "two") is None
    assert known.recalled(CVC5, "one") is None
    with monkeypatch.context() as patch:
        patch.setitem(LIMITS, "z3", Limits(LIMITS["z3"].units + 1, 1, 1))
        assert known.recalled(Z3, "one") is None
    with monkeypatch.context() as patch:
        patch.setattr("ldproof_proofs.kernel.smt.solvers.version", lambda _: "0")
        assert known.recalled(Z3, "one") is None


def test_what_is_saved_is_a_line_a_reply(tmp_path: Path) -> None:
    replies = {
        key(solver, text): reply
        for solver in SOLVERS
        for text, reply in (("a", Reply(Answer.UNSAT)), ("b", Reply(Answer.SAT, model={"x": "1/2"})))
    }
    memory.save(replies, path := tmp_path / "opinions.json")
    assert memory.remembered(json.loads(path.read_text())).replies == replies
    assert len(path.read_text().splitlines()) == 2 + 2 * (2 + len(SOLVERS))


@pytest.mark.parametrize("stored", [{"z3": []}, {"z3": {"a": 5}}, {"z3": {"a": "sat"}}])
def test_a_damaged_file_is_refused_by_its_name(stored: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ldproof_proofs.kernel.shipped.read", lambda _, __: stored)
    with pytest.raises(Refused, match=r"opinions\.json beside the proofs") as refusal:
        memory.load()
    assert refusal.value.reason is Reason.DAMAGED_STATE


def test_a_reason_is_shown_without_control_characters() -> None:
    assert decode(["\x1b[31mred"]).reason == " [31mred"
