"""Texts: one version, one owner, and what is no state is refused by name without a word of it."""

import json
from dataclasses import dataclass

import pytest
from jsonschema import Draft202012Validator

from ldproof import codec
from ldproof.audit.audit_state import Kept
from ldproof.counting.collector import Received as Counted
from ldproof.rejections import Reason, Refused
from ldproof.reporting.state import Progress
from ldproof.shots.collector import Received as Ones
from ldproof.sketch.collector import Received as Sums
from tests.reference.refusals import refused
from tests.reference.states import no_states, with_parameters, with_state


@dataclass(frozen=True)
class Few:
    """A state."""

    tau: tuple[int, ...]


OWN = {"T": "3", "epsilon": "1"}
GOOD = codec.save(OWN, Few((1, 2)))


def test_what_was_saved_is_restored() -> None:
    assert codec.restore(Few, OWN, GOOD) == Few((1, 2))
    assert codec.save(dict(reversed(OWN.items())), Few((1, 2))) == GOOD
    assert codec.state_in(Few, codec.opened(GOOD)) == Few((1, 2))
    assert dict(codec.opened(GOOD).parameters) == OWN


@pytest.mark.parametrize("text", [None, 5, GOOD.encode(), ["tau"], *no_states(GOOD)])
def test_what_is_no_state_is_refused(text: str) -> None:
    with refused(Reason.DAMAGED_STATE) as caught:
        codec.restore(Few, OWN, text)
    assert caught.value.__cause__ is caught.value.__context__ is None


@pytest.mark.parametrize(
    "text",
    [
        with_parameters(GOOD, T="4"),
        with_parameters(GOOD, more="1"),
        codec.save({"T": "3"}, Few((1, 2))),
        codec.save({}, Few(())),
    ],
)
def test_what_belongs_elsewhere_is_refused(text: str) -> None:
    with refused(Reason.FOREIGN_STATE):
        codec.restore(Few, OWN, text)


def test_another_version_is_refused() -> None:
    for version in ("1", "3", "0", "-2"):
        with refused(Reason.WRONG_VERSION):
            codec.restore(Few, OWN, GOOD.replace('"version": 2', f'"version": {version}'))


def test_a_state_of_another_type_is_refused() -> None:
    with refused(Reason.DAMAGED_STATE):
        codec.restore(Progress, OWN, GOOD)


def test_no_refusal_says_what_is_there() -> None:
    secret = "(17, 31)"
    for text in (
        with_state(GOOD, tau=secret),
        with_state(GOOD, tau=[secret]),
        with_state(GOOD, **{secret: 1}),
        with_parameters(GOOD, T=secret),
        with_parameters(GOOD, **{secret: secret}),
        json.dumps({secret: 1}),
        secret,
    ):
        with pytest.raises(Refused) as caught:
            codec.restore(Few, OWN, text)
        assert "17" not in str(caught.value)
        assert caught.value.__cause__ is caught.value.__context__ is None


@pytest.mark.parametrize("kind", [Few, Progress, Ones, Counted, Sums, Kept])
def test_every_state_has_a_schema(kind: type[object]) -> None:
    found = codec.schema(kind)
    Draft202012Validator.check_schema(found)
    assert not Draft202012Validator(found).is_valid({"version": 2, "parameters": {}, "state": {"more": 1}})


def test_the_schema_is_of_what_is_saved() -> None:
    valid = Draft202012Validator(codec.schema(Few))
    valid.validate(json.loads(GOOD))
    for text in (
        GOOD.replace('"version": 2', '"version": 3'),
        with_state(GOOD, tau=["1"]),
        with_state(GOOD, more=1),
        with_parameters(GOOD, T=3),
    ):
        assert not valid.is_valid(json.loads(text))


def test_what_no_state_has_is_an_error_of_ours() -> None:
    with pytest.raises(TypeError):
        codec.save({}, object())
    with pytest.raises(ValueError, match="JSON compliant"):
        codec.save({}, float("nan"))
