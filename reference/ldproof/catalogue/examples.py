"""An example of each mechanism: parameters, a person's secret, and an output that can come out."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """All as text."""

    parameters: Mapping[str, str]
    input: str
    output: str


def _example(parameters: str, secret: str, output: str) -> Example:
    return Example(dict(each.split("=") for each in parameters.split()), secret, output)


EXAMPLES: Mapping[str, Example] = {
    "shots.report": _example("T=3 m=1 r=0 odds=3", "101", "001"),
    "counting.glance": _example("T=3 odds=3", "101", "-0-"),
    "counting.harmony": _example("T=3 odds=3", "101", "100"),
    "counting.harmony_published": _example("T=3 odds=3", "101", "--1"),
    "counting.borappor": _example("T=3 odds=27", "101", "111"),
    "chi2.algorithm_1_f": _example("m1=4 m2=4 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_1_y1": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_1_y2": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.algorithm_2": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.algorithm_2_tight": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.algorithm_2_integer": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "0"),
    "chi2.optimal": _example("m1=4 m2=6 tau=1 odds=3", "3,1", "1"),
    "chi2.beta_optimal": _example("m1=4 m2=6 tau=2 beta=1 odds=3", "3,1", "1"),
    "sketch.unary": _example("w=4 d=2 p=1/4 q=3/4", "2,0", "0:1,0,0,1"),
    "sketch.cms": _example("w=4 d=2 odds=9", "2,0", "1:0,0,1,0"),
    "sketch.oue": _example("w=4 d=2 odds=3", "2,0", "0:0,1,1,0"),
    "sketch.optimal": _example("w=4 d=2 odds=3", "2,0", "0:0,0,1,0"),
    "sketch.hcms": _example("w=4 d=2 odds=3", "2,0", "1:0,1"),
    "sketch.hcms_plus": _example("w=4 d=2 odds=3", "2,0", "0:3,1"),
    "sketch.kary": _example("w=4 d=2 odds=3", "2,0", "0:2"),
    "sketch.per_user": _example("w=4 odds=9", "2", "0,0,1,0"),
    "sketch.all_rows": _example("w=4 d=2 odds=81", "2,0", "0,0,1,0;1,0,0,0"),
}
"""By name, in the order of PROTOCOL.md."""
