"""The explainer on the Count-Min Sketch with local privacy, place by place."""

from ldproof_proofs.ledger.places import Place

PLACES: tuple[Place, ...] = (
    Place(
        "before the summary",
        "",
        "how the text was to be written",
        reason="it is about the text, and claims nothing about the method",
    ),
    Place(
        "summary",
        "",
        "noise before sending, a matrix of fixed size, any item's frequency",
        ("sketch.answers",),
    ),
    Place(
        "section 1.1",
        "",
        "d rows and w columns, the minimum as an upper bound",
        ("sketch.cms", "sketch.hash"),
    ),
    Place("section 1.2", "", "memory O(d w), updates and queries O(d)", ("sketch.cms",)),
    Place("section 1.2", "", "a larger w and a larger d", ("sketch.wide-deep",)),
    Place("section 2.1", "", "the definition, and what it guarantees", ("sketch.ldp",)),
    Place("section 2.2", "", "randomized response", ("sketch.rr",)),
    Place("section 2.2", "", "what Apple runs", ("sketch.apple",)),
    Place("section 3.1", "", "step 1: d hash functions name a row and a column", ("sketch.hash",)),
    Place(
        "section 3.1",
        "",
        "step 2: instantaneous randomized response",
        ("sketch.irr", "sketch.irr-source", "sketch.rounding"),
    ),
    Place("section 3.1", "", "step 3: pairs of row and column", ("sketch.pairs",)),
    Place(
        "section 3.2",
        "",
        "step 1: reports are added up",
        reason="a step of the algorithm, which the reference follows",
    ),
    Place("section 3.2", "", "step 2: a counter over N as the rate of ones", ("sketch.inverse",)),
    Place("section 3.2", "", "step 3: the inversion", ("sketch.inverse", "sketch.fixed-hash")),
    Place("section 3.2", "", "step 3: the minimum", ("sketch.min",)),
    Place("section 4.1", "", "a bit's epsilon", ("sketch.eps", "sketch.rounding")),
    Place(
        "section 4.1",
        "",
        "the whole sketch, by composition",
        ("sketch.composition", "sketch.written", "sketch.sampled"),
    ),
    Place("section 4.2", "", "additional variance", ("sketch.additional-variance", "sketch.variances")),
    Place("section 4.2", "", "the order of the error", ("sketch.error",)),
    Place("section 4.2", "", "where the best parameters are derived", ("sketch.refs", "sketch.optimal")),
    Place("section 5", "", "emoji and words", ("sketch.apple",)),
    Place("section 5", "", "range queries", ("sketch.range",)),
    Place("closing paragraph", "", "small costs, an infinite domain", ("sketch.cost",)),
    Place(
        "links",
        "",
        "links [1] to [3], and [5]",
        reason="references: what is taken from them is judged where it is used",
    ),
    Place("links", "", "link [4]", ("sketch.refs",)),
    Place("links", "", "link [6]", ("sketch.refs", "sketch.irr-source")),
)
