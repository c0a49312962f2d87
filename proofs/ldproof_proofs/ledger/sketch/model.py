"""Sections 1 and 2: the sketch without privacy, its hashes, and what privacy means here."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said
from ldproof_proofs.law import pointwise, privacy
from ldproof_proofs.sketch import bias, collisions
from ldproof_proofs.sketch.classic import bounds
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.formulas import rates
from ldproof_proofs.sketch.hashing import formulas as residues
from ldproof_proofs.sketch.hashing import primes
from ldproof_proofs.sketch.law import pairs, rows

SKETCH = "the explainer on the Count-Min Sketch with local privacy"

SKETCHES: tuple[Entry, ...] = (
    Entry(
        "sketch.cms",
        f"{SKETCH}, sections 1.1 and 1.2",
        "A sketch has d rows and w columns. The least of an item's counters is returned as an upper bound on its count. "
        "Memory is O(d w), and an update or a query takes O(d).",
        Verdict.HOLDS,
        (
            as_printed(
                "After any number of updates an item's counter in a row is at least its count, and so is the minimum over "
                "the rows.",
                bounds.counter,
            ),
            said(
                "There are d w counters, and an update or a query reads d of them.",
                "the definition of the sketch",
                Role.PRINTED,
            ),
        ),
        original="その最小値を出現回数の上界近似値として返します ... メモリ使用量は **$O(d\\times w)$**、更新・問い合わせともに **$O(d)$** 時間で完結します",
    ),
    Entry(
        "sketch.hash",
        f"ours, on {SKETCH}, section 1.1",
        "Random affine maps are independent at any pair of items, and random quadratic maps at any triple; how often items share "
        "a column is known exactly.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let x and y be different elements of a field. The line with the values u and v at x and y has the "
                    "slope {line-only/right}, and no other line has these values. So the values of a random affine map at"
                    " x and y are independent and uniform."
                ),
                primes.lines,
            ),
            as_printed(
                (
                    "In a field let x, y and z differ, and let a quadratic map vanish at all of them: "
                    "{three-zeros-square/at x}, and likewise at y and z. Then {three-zeros-square/goal}, so that a "
                    "vanishes, and so do b and c. So the values of a random quadratic map at x, y and z are independent."
                ),
                primes.parabolas,
            ),
            as_printed(
                "Let {let P = k*w + r}, where r is less than w. Under random affine maps modulo P, constant ones included, "
                "different items share a column with probability {collision-counted/left = 1/w + r*(w - r)/(w*P^2)}.",
                residues.counted,
            ),
            besides(
                (
                    "Under random affine maps, constant ones included, different items share a column with a probability "
                    "above {affine-above-ideal/left} if {affine-above-ideal/r >= 1}. Textbooks leave the constant maps out. "
                    "Then this probability is at most {textbook-within-ideal/right}."
                ),
                residues.counted,
                residues.beside_ideal,
            ),
            besides(
                (
                    "Under random quadratic maps over a binary field, different items share a column with probability "
                    "{chance}, if the column is given by the last bits of the value."
                ),
                collisions.quadratic,
            ),
        ),
        also=(
            collisions.affine,
            items.exhaustively,
        ),
    ),
    Entry(
        "sketch.wide-deep",
        f"{SKETCH}, section 1.2",
        "A larger width w makes the errors smaller, and a larger depth d reduces the collision probability.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let {let P = k*w + r} be the prime of affine hashes. In a row, different items share a column with "
                    "probability {collision-counted/left = 1/w + r*(w - r)/(w*P^2)}. This does not depend on d."
                ),
                residues.counted,
            ),
            instead(
                (
                    "Let items share a column with a probability of at most the inverse of w, and let {classic-row/width = alpha*w >= "
                    "exp(1)}. Let P be the probability that other people add alpha N or more to a counter. Then "
                    "{classic-row/goal = exp(1)*P <= 1}."
                ),
                bounds.markov,
                bounds.row_share,
            ),
            instead(
                (
                    "In d independent rows these probabilities multiply. So other people add alpha N or more in all rows "
                    "with a probability of at most {classic-depth/left}. This is at most delta if {classic-depth/d = "
                    "ln(delta) >= -d}."
                ),
                bounds.rows_share,
                bounds.depth,
            ),
            besides(
                (
                    "With privacy a larger d has a price. Let everybody report on all d rows with symmetric flips, at the "
                    "same total epsilon for every d. The variance that the flips add to the mean of the rows is proportional "
                    "to {expression}. This falls in u, so that it rises with d."
                ),
                bounds.noise_rises,
            ),
        ),
        also=(collisions.affine,),
        original="幅 $w$ を大きくすると誤差（オーバーエスティメーション率）が小さくなり、深さ $d$ を増やすと衝突確率が減ります",
        answer=(
            "False as printed: the collision probability of a row does not depend on d. True: a larger w lowers "
            "what other items add to a row, and a larger d lowers the probability that all rows are too large."
        ),
        answer_in_japanese="誤り: 行の衝突確率は d によらない. 正しくは, w が他の項目の加える量を各行で抑え, d はすべての行が過大となる確率を下げる.",
    ),
)

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.ldp",
        f"{SKETCH}, section 2.1",
        "A randomized mechanism A is epsilon-LDP if Pr[A(x) = y] <= e^epsilon Pr[A(x') = y] for all x and x'. This guarantees "
        "that nobody can infer the raw data.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let an item and another item have the prior probabilities `one` and `other`. After a report the odds"
                    " of the items are at most {posterior/right = E*one/other} and at least {posterior-below/left = "
                    "one/(E*other)}. So for moderate E an item that was nearly certain before the report remains nearly "
                    "certain."
                ),
                pairs.posterior,
            ),
            instead(
                (
                    "Let there be finitely many outputs. For each, let p and q be its probabilities under different "
                    "items, and let {events/p <= E q}. Then every event has probabilities P and Q under these items with "
                    "{ldp-singletons/goal}."
                ),
                pointwise.events,
                privacy.singletons_suffice,
            ),
        ),
        also=(pointwise.tight,),
        original="任意の $x,x'$ に対し ... $\\Pr[\\mathcal{A}(x)=y]\\le e^\\varepsilon\\,\\Pr[\\mathcal{A}(x')=y]$ を満たせばε-LDPです",
        answer=(
            "The inequality is right, but privacy does not prevent inference: it bounds the factor by which a "
            "report changes the odds of an item against another item."
        ),
        answer_in_japanese="不等式は正しいが, 推定を不可能にするものではない. 報告が項目間のオッズを変える倍率を抑えるだけである.",
    ),
    Entry(
        "sketch.rr",
        f"{SKETCH}, section 2.2",
        "The most classic method is randomized response, which adds noise to bit strings or categorical data.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Symmetric flips of a row, with s for the likelihood ratio of a bit, are LDP with the odds "
                    "{symmetric-cost/right}. The odds of each other mechanism of the reference are exactly those of its "
                    "budget."
                ),
                rates.costs,
                rows.mechanisms,
            ),
            said(
                "Randomized response is older than the word privacy in this sense.",
                "Warner, Randomized Response, Journal of the American Statistical Association 60 (1965)",
                Role.PRINTED,
            ),
        ),
        original="最も古典的な手法は **ランダム化応答**（Randomized Response）で、ビット列やカテゴリデータにノイズを付与します",
    ),
    Entry(
        "sketch.apple",
        f"{SKETCH}, sections 2.2 and 5",
        "Apple uses a Count-Min Sketch with LDP to collect how often emoji and words are used.",
        Verdict.CORRECTED,
        (
            said(
                (
                    "Apple's sketch is a Count Mean Sketch: each report is about a sampled row, flips are symmetric, and "
                    "the estimates of the rows are averaged."
                ),
                "Apple, Learning with Privacy at Scale (2017)",
                Role.AGAINST,
            ),
            instead(
                (
                    "The minimum of the rows is biased, see {@sketch.min}. Let c be the collision probability, and let S "
                    "be the mean number of ones in the item's cells. Then the mean of the rows is unbiased: "
                    "{item-unbiased/goal = ((S - N*p)/(q - p) - N*c)/(1 - c) = f}."
                ),
                items.item,
                bias.either_direction,
            ),
            instead(
                (
                    "A report about a sampled row has the odds of this row, for every number d of rows. These odds are "
                    "{symmetric-cost/right = s^2} if s is the likelihood ratio of a bit, since the bits of both items' "
                    "columns differ."
                ),
                rows.sampled,
                rates.costs,
            ),
        ),
        also=(rows.mechanisms, items.exhaustively),
        original="AppleがiOSで絵文字使用頻度を集める際にCMS+LDPを利用",
        answer="False as printed: Apple runs a Count Mean Sketch, which samples a row for each report and averages the rows.",
        answer_in_japanese="誤り: Apple が用いるのは Count Mean Sketch であり, 報告ごとに行を抽出し, 行の推定を平均する.",
    ),
)
