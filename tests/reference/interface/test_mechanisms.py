"""What a mechanism of the interface refuses, it refuses without telling a secret."""

import pytest

import ldproof


@pytest.mark.parametrize(
    ("name", "parameters", "secret"),
    [
        ("shots.report", {"T": 5, "m": 1}, "10x01"),
        ("shots.report", {"T": 5, "m": 1}, "101101"),
        ("counting.glance", {"T": 5}, "0110?"),
        ("sketch.kary", {"w": 4, "d": 2}, "2,x3"),
        ("sketch.kary", {"w": 4, "d": 2}, "3,77"),
        ("chi2.optimal", {"m1": 4, "m2": 6, "tau": 2}, "7x1"),
        ("chi2.optimal", {"m1": 4, "m2": 6, "tau": 2}, "3,x1"),
    ],
)
def test_a_refusal_does_not_say_what_a_person_has(
    name: str, parameters: dict[str, object], secret: str
) -> None:
    with pytest.raises(ldproof.Refused) as refusal:
        ldproof.mechanism(name, **parameters, odds=3).randomize(secret)
    told: BaseException | None = refusal.value
    while told is not None:
        assert not [
            part for part in (secret, *secret.split(",")) if len(part) > 1 and part in f"{told!r} {told}"
        ]
        told = told.__cause__ or told.__context__
