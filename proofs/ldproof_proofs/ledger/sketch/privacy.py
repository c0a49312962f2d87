"""Sections 3.1 and 4.1: what is sent, and what it costs."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import composition, privacy
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.formulas import in_symbols, rates, rounding
from ldproof_proofs.sketch.law import pairs, row, rows
from ldproof_proofs.sketch.variance import mechanisms, moments

REPORTS: tuple[Entry, ...] = (
    Entry(
        "sketch.irr",
        f"{SKETCH}, section 3.1",
        "In each row randomized response is applied to the bucket that should send a 1: what should be a 1 is one with "
        "probability q, what should be a 0 is a 1 with probability p.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "If only the item's own cell is noisy, the item's column shows. A row with a one in this column has the "
                    "probability {lone-cell/right = q*rest} for the item, where `rest` is that of the other cells. It cannot "
                    "be sent for an item in another column. So no odds E bound the ratio of these probabilities."
                ),
                pairs.lone,
            ),
            instead(
                (
                    "Let all cells of the row be noisy, with {row-ldp/p > 0}, {row-ldp/p < q} and {row-ldp/q < 1}. Then "
                    "the row is LDP with the odds {row-ldp/odds}."
                ),
                row.private,
            ),
            instead(
                (
                    "Let R be these odds. No odds below R suffice, as some row of bits attains them: {row-says-10/goal = "
                    "q*(1 - p)*rest = R*p*(1 - q)*rest}."
                ),
                row.attained,
            ),
        ),
        also=(pairs.lone_rows, row.exhaustively),
        original="本来1を送るべき場合は確率 $q$ で1, 残る確率で0 ... 本来0を送るべき場合は確率 $p$ で1, 残る確率で0",
        answer=(
            "False as printed: if only the item's own cell is noisy, its column shows. True: with flips in every "
            "cell and p below q, a row is LDP with the odds {row-ldp/odds}, as section 4.1 prints."
        ),
        answer_in_japanese="誤り: 項目自身のセルだけを乱すと列が露見する. 正しくは, 行のすべてのセルを乱し p が q より小さいとき, "
        "行は 4.1 節のオッズ {row-ldp/odds} で LDP を満たす.",
    ),
    Entry(
        "sketch.pairs",
        f"{SKETCH}, section 3.1",
        "The noisy bits are passed to the server as pairs of row and column.",
        Verdict.REFUTED,
        (
            against(
                (
                    "Let a report name the item's column and a noisy bit. If this bit is set, it has a probability q for the item, "
                    "where {named-cell/q > 0}, and cannot be sent for an item in another column. So no odds bound the ratio."
                ),
                pairs.reveals,
                pairs.named_pairs,
            ),
        ),
        original="**ノイズ付きのビット** を行 $\\times$ 列のペアとしてサーバーに渡します。",
        answer=(
            "False: the column that is sent is the hash of the item, however noisy its bit is. The noisy bits of "
            "all columns have to be sent, see {@sketch.irr}."
        ),
        answer_in_japanese="誤り: 送られる列番号は項目のハッシュ値そのものであり, ビットのノイズでは隠れない. すべての列のビットを送る必要がある.",
    ),
    Entry(
        "sketch.irr-source",
        f"{SKETCH}, section 3.1 and link [6]",
        "The flips are the instantaneous randomized response (IRR) of link [6].",
        Verdict.REFUTED,
        (
            said(
                (
                    "The name is that of RAPPOR's second stage. RAPPOR's first stage is memoized, which bounds the cost "
                    "of all reports."
                ),
                "Erlingsson, Pihur and Korolova, RAPPOR (CCS 2014)",
                Role.AGAINST,
            ),
            besides(
                "Take reports on the same value, with independent noise and the budgets epsilon_1 and epsilon_2. Their "
                "likelihood ratios multiply, so that the budgets add: {epsilons-add/goal}.",
                rows.exactly,
                composition.epsilons_add,
            ),
        ),
        original="**瞬間ランダム応答（IRR）** を適用し",
        answer="False: the name is that of a stage of RAPPOR, by Erlingsson, Pihur and Korolova.",
        answer_in_japanese="誤り: この名称は RAPPOR (Erlingsson, Pihur, Korolova) の段階のものである.",
    ),
)

COSTS: tuple[Entry, ...] = (
    Entry(
        "sketch.eps",
        f"{SKETCH}, section 4.1",
        "Each bit that is sent is epsilon-LDP with {= epsilon = ln((q*(1 - p))/(p*(1 - q)))}.",
        Verdict.LOOSE,
        (
            as_printed(
                (
                    "Let {one-below-row/p > 0}, {one-below-row/p < q} and {one-below-row/q < 1}. Between items the "
                    "likelihood ratio of a bit is at most {one-below-row/left} if the bit is set, and at most "
                    "{zero-below-row/left} if not. Each is less than the printed {one-below-row/right}."
                ),
                row.bits,
            ),
            sharper(
                (
                    "For a bit the larger of both ratios suffices. A row needs their product, which is the printed "
                    "{row-is-both-bits/goal}; see {@sketch.irr}."
                ),
                row.bits,
            ),
        ),
        also=(row.exhaustively, in_symbols.in_symbols),
        original="各ビット送信はε-LDP (ε=ln((q(1−p))/(p(1−q)))) を満たし",
        answer=(
            "True, but not tight. The printed odds are the product of {one-below-row/left} and "
            "{zero-below-row/left}; for a bit the larger factor suffices."
        ),
        answer_in_japanese="正しいが緩い: 印字されたオッズは積であり, ビットについては {one-below-row/left} と {zero-below-row/left} "
        "の大きい方で足りる.",
    ),
    Entry(
        "sketch.rounding",
        f"ours, on {SKETCH}, section 4.1",
        "The probabilities may be rounded to a few bits without a loss of privacy.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let p be rounded up to p' and q down to q', with {q' > 0}, {p' <= q'} and {q' < 1}. Then the odds of"
                    " a row do not grow: {goal}."
                ),
                rounding.monotone,
            ),
        ),
        also=(rounding.rounded_rates,),
    ),
    Entry(
        "sketch.composition",
        f"{SKETCH}, section 4.1",
        "The sketch as a whole, too, is guaranteed by the composition rule of LDP.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "At {two-rows-cost-more/point} a pair of rows in which the items' hashes differ has the odds "
                    "{two-rows-cost-more/left}. The printed odds are {two-rows-cost-more/right}."
                ),
                rows.two_rows,
            ),
            instead(
                (
                    "Each row in which the items' hashes differ multiplies the odds by at most the odds of a row. Let "
                    "`odds` be the product. Then every event has probabilities P and Q with {ldp-composition/goal}."
                ),
                row.private,
                rows.exactly,
                privacy.compose_mechanisms,
            ),
            instead(
                (
                    "The odds of the sketch are the odds of a row, to the power of the largest number of rows in which "
                    "the hashes of some items differ. Some bits attain these odds."
                ),
                row.private,
                rows.exactly,
                composition.composition,
            ),
        ),
        also=(composition.independent, rows.for_given_hashes),
        original="Sketch全体としてもLDP合成則により保証されます",
        answer=(
            "False as printed: the printed epsilon does not hold for the sketch. True: each row in which the "
            "items' hashes differ multiplies the odds by at most the odds of a row."
        ),
        answer_in_japanese="誤り: 印字された ε はスケッチ全体には成り立たない. 正しくは, 項目のハッシュ値が異なる行ごとに, オッズに高々行のオッズが掛かる.",
    ),
    Entry(
        "sketch.written",
        f"ours, on {SKETCH}, sections 3 and 4",
        "Reports about all d rows, with any 0 < p < q < 1, are private and give unbiased estimates. Their odds and their "
        "variance are known exactly.",
        Verdict.OURS,
        (
            as_printed(
                "A row has the odds {row-ldp/odds}. Those of a report are these, to the power of the number of rows in which the "
                "items' columns differ, and some report attains them. So the largest are their d-th power.",
                row.private,
                rows.exactly,
                rows.mechanisms,
            ),
            as_printed(
                "Let S be the expected number of ones in the item's cell, and c the collision probability. In each row the "
                "estimate {item-unbiased/left} has the mean f, and so has the mean of all rows.",
                items.item,
            ),
            as_printed(
                "Now let S be the sum of the squares of the other items' numbers of people, and `gap` the difference of q and p. Over "
                "ideal hashes the variance of that mean is {unary-all-rows-variance/right}.",
                mechanisms.in_every_row,
                moments.all_rows,
            ),
        ),
    ),
    Entry(
        "sketch.sampled",
        f"ours, on {SKETCH}, section 4.1",
        "A report about one row, sampled from d public ones, costs no more than a row.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let a row be sampled in the same way for every item, with {row-ldp/p > 0}, {row-ldp/p < q} and "
                    "{row-ldp/q < 1}. Then the report is LDP with the odds {let R = q*(1 - p)/(p*(1 - q))} of a row. "
                    "Every event has probabilities P and Q under different items with {sampled-row-ldp/goal = P <= R*Q}."
                ),
                row.private,
                rows.sampled,
                rows.sampled_private,
            ),
            besides(
                (
                    "Let the bits of a row be set with the odds t, but with E times these odds in the item's own column. Then "
                    "the row has exactly the odds {rates-cost/right = E}. Likewise every mechanism here, OUE included, has "
                    "exactly the odds of its budget."
                ),
                rates.costs,
                rows.mechanisms,
            ),
        ),
        also=(rows.for_given_hashes,),
    ),
)
