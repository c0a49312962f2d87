"""What may be worth asking of the outputs that came."""

from collections.abc import Iterator

from ldproof.audit.learn.classifier import learnt
from ldproof.audit.learn.columns import Table
from ldproof.audit.learn.features import PLAIN, Feature

ALONE = 8
"""So many measures are looked at each on its own."""


def features(table: Table) -> Iterator[Feature]:
    """The features that these outputs have: the plain ones, leaves where they are few, what tells most, all of it weighed."""
    yield from map(Feature, ("output", "kind", "number"))
    if any(each.taken is not None for each in table.outputs.looks):
        yield from map(Feature, ("taken", "draw"))
        if any(each.worst for each in table.outputs.looks):
            yield Feature("worst, taken")
    leaves = table.outputs.sequence("leaves").shape[1]
    if 1 < leaves <= ALONE:
        yield from (Feature("measure", ("place", "leaves", place)) for place in range(leaves))
    telling, score = learnt(table.outputs, table.sides)
    measures = dict.fromkeys(measure for _, _, measure in telling if measure[0] not in PLAIN)
    yield from (Feature("measure", each) for each in [*measures][:ALONE])
    yield from (Feature("score", ((1, (each,)),)) for each in telling[:ALONE])
    if len(score) > 1:
        yield Feature("score", score)
