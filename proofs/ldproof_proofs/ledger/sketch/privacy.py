"""Sections 3.1 and 4.1: what is sent, and what it costs."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import composition, privacy
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch.formulas import in_symbols, rates, rounding
from ldproof_proofs.sketch.law import pairs, row, rows

REPORTS: tuple[Entry, ...] = (
    Entry(
        "sketch.irr",
        f"{SKETCH}, section 3.1",
        "In each row randomized response is applied to the bucket that should send a 1: what should be a 1 is one with "
        "probability q, what should be a 0 is a 1 with probability p.",
        Verdict.CORRECTED,
        (
            against(
                "Where only the item's own cell is noisy its column shows: whatever odds E are allowed, some row of bits is "
                "likelier than that, {lone-cell/goal = 0 < q*rest}.",
                pairs.lone,
            ),
            instead(
                "In every cell of the row, and with {row-ldp/p < q}: then a row is LDP with the odds R, {let R = q*(1 - p)/(p*(1 - "
                "q))}, as every event has probabilities P and Q under different items with {row-ldp/goal = P <= R*Q}.",
                row.private,
            ),
            instead(
                "No smaller odds will do: a row in which the bits in both items' columns speak for one of them has them exactly, "
                "{row-says-10/goal = q*(1 - p)*rest = R*p*(1 - q)*rest}, {let R = q*(1 - p)/(p*(1 - q))}.",
                row.attained,
            ),
        ),
        also=(pairs.lone_rows, row.exhaustively),
        original="本来1を送るべき場合は確率 $q$ で1, 残る確率で0 ... 本来0を送るべき場合は確率 $p$ で1, 残る確率で0",
        answer="False as printed: if only the item's own cell is noisy, its column shows. True is: with flips in every cell of the row and p below q, a row is LDP with the odds that section 4.1 prints.",
        answer_in_japanese="誤り: 項目自身のセルだけを乱すと列が露見する. 正しくは, 行のすべてのセルを乱し p が q より小さいとき, 行は 4.1 節のオッズで LDP を満たす.",
    ),
    Entry(
        "sketch.pairs",
        f"{SKETCH}, section 3.1",
        "The noisy bits are sent as pairs of row and column.",
        Verdict.REFUTED,
        (
            against(
                "A column that is named is the hash of the item, however noisy the bit beside it is: a report of probability q "
                "that is never sent for another item is likelier than any odds E allow, {named-cell/goal = 0 < q}.",
                pairs.reveals,
            ),
            against(
                "A person's own pairs of row, column and noisy bit are such a report.",
                pairs.named_pairs,
            ),
            besides(
                "A whole row of bits, all of them noisy, names none: {@sketch.irr}.",
                row.private,
            ),
        ),
        original="**ノイズ付きのビット** を行 $\\times$ 列のペアとしてサーバーに渡します。",
        answer="False: a column that is sent is the hash of the item, however noisy its bit is. The noisy bits of all columns have to be sent, see {@sketch.irr}.",
        answer_in_japanese="誤り: 送られる列番号は項目のハッシュ値そのものであり, ビットのノイズでは隠れない. すべての列のビットを送る必要がある.",
    ),
    Entry(
        "sketch.irr-source",
        f"{SKETCH}, section 3.1 and link [6]",
        "The flips are the instantaneous randomized response of link [6].",
        Verdict.REFUTED,
        (
            said(
                "The name is RAPPOR's, for the second of its stages; the first is kept, and bounds what any number "
                "of reports costs.",
                "Erlingsson, Pihur and Korolova, RAPPOR (CCS 2014)",
                Role.AGAINST,
            ),
            besides(
                "A row that is sent without noise, as it is where a curator adds the noise, is for some items likelier than any odds E "
                "allow: {plain-cell/goal = 0 < rest}.",
                pairs.central,
            ),
            besides(
                "Reports on T occasions, each with noise of its own, have the product of their odds, so that their epsilons add: "
                "{epsilons-add/goal}.",
                rows.exactly,
                composition.epsilons_add,
            ),
            said(
                "Link [6] is about sketches that a curator makes private.",
                "Zhao, Qiao, Redberg, Agrawal, El Abbadi and Wang, Differentially Private Linear Sketches (NeurIPS 2022)",
            ),
        ),
        also=(pairs.plain_rows,),
        original="**瞬間ランダム応答（IRR）** を適用し",
        answer="False: the name is that of a stage of RAPPOR, by Erlingsson, Pihur and Korolova.",
        answer_in_japanese="誤り: この名称は RAPPOR (Erlingsson, Pihur, Korolova) の段階のものである.",
    ),
)

COSTS: tuple[Entry, ...] = (
    Entry(
        "sketch.eps",
        f"{SKETCH}, section 4.1",
        "Each bit is epsilon-LDP with epsilon = ln(q (1 - p)/(p (1 - q))).",
        Verdict.LOOSE,
        (
            as_printed(
                "A bit keeps these odds: a one has {one-below-row/left} and its opposite {zero-below-row/left}, "
                "each less than {one-below-row/right}.",
                row.bits,
            ),
            sharper(
                "The larger of {one-below-row/left} and {zero-below-row/left} is enough for a bit, and the odds that are printed "
                "are their product, {row-is-both-bits/goal}.",
                row.bits,
            ),
            besides(
                "The printed odds are those of a row, exactly: with R for them, {let R = q*(1 - p)/(p*(1 - q))}, every event has "
                "probabilities P and Q under different items with {row-ldp/goal = P <= R*Q}, and a row whose bits both "
                "speak for an item attains them, {row-says-10/goal = q*(1 - p)*rest = R*p*(1 - q)*rest}.",
                row.private,
                row.attained,
            ),
        ),
        also=(row.exhaustively, in_symbols.in_symbols),
        original="各ビット送信はε-LDP (ε=ln((q(1−p))/(p(1−q)))) を満たし",
        answer="True, but not tight: the printed odds are a product, and its larger factor suffices for a bit.",
        answer_in_japanese="正しいが緩い: 印字されたオッズは積であり, ビットについてはその大きい方の因子で足りる.",
    ),
    Entry(
        "sketch.rounding",
        f"ours, on {SKETCH}, section 4.1",
        "Probabilities are rounded to a few bits, so that they can be written down.",
        Verdict.OURS,
        (
            as_printed(
                "With p rounded up and q rounded down a row costs no more than before, if neither becomes certain "
                "or impossible and p stays below q, where {row-is-both-bits/left} are its odds.",
                row.private,
                row.bits,
                rounding.monotone,
            ),
        ),
        also=(rounding.rounded_rates,),
    ),
    Entry(
        "sketch.composition",
        f"{SKETCH}, section 4.1",
        "The sketch as a whole is LDP by composition.",
        Verdict.CORRECTED,
        (
            against(
                "Not with the epsilon that is printed: at p of {two-rows-cost-more/p} and q of "
                "{two-rows-cost-more/q} a row that differs and another have the odds {two-rows-cost-more/left} "
                "together, and those that are printed are {two-rows-cost-more/right}.",
                rows.two_rows,
            ),
            instead(
                "Rows multiply: of what the rows of a sketch say, each in which the items' hashes differ "
                "multiplies the odds by at most those of a row, {ldp-composition/goal}, with P and Q for the probabilities of an event "
                "and odds for the product; and some bits attain them in all such rows at once.",
                row.private,
                rows.exactly,
                privacy.compose_mechanisms,
            ),
            besides(
                "So the odds of the whole are those of a row to the power of the largest number of rows in which "
                "some items' hashes differ.",
                row.private,
                rows.exactly,
                composition.composition,
            ),
            besides(
                "These are the reference's odds for given hashes, by the laws of its reports.",
                rows.for_given_hashes,
            ),
        ),
        also=(composition.independent,),
        original="Sketch全体としてもLDP合成則により保証されます",
        answer="False as printed: the printed epsilon does not hold for the sketch. True is: each row in which the items' hashes differ multiplies the odds by at most those of a row.",
        answer_in_japanese="誤り: 印字された ε はスケッチ全体には成り立たない. 正しくは, 項目のハッシュ値が異なる行ごとに, オッズに高々行のオッズが掛かる.",
    ),
    Entry(
        "sketch.sampled",
        f"ours, on {SKETCH}, section 4.1",
        "A report about one row, drawn from d public ones, costs no more than a row.",
        Verdict.OURS,
        (
            as_printed(
                "The row is as likely under every item, so that the odds of a report about it are those of what is said of it: "
                "{sampled-row/goal}, if that is so of the row that was drawn.",
                row.private,
                rows.sampled,
            ),
            besides(
                "Every mechanism here costs what it was given, exactly.",
                rows.mechanisms,
            ),
            besides(
                "With t for the odds of a one that does not belong there after a flip, and E t for those of a one "
                "that does, {let E = 1 + x}, flips cost {rates-cost/right = E}; so do those of OUE, "
                "{oue-cost/right = E}.",
                rates.costs,
            ),
        ),
        also=(rows.for_given_hashes,),
    ),
)
