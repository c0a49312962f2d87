"""Sections 1 and 2: the sketch without privacy, its hashes, and what privacy means here."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said
from ldproof_proofs.law import pointwise, privacy
from ldproof_proofs.sketch import bias, collisions
from ldproof_proofs.sketch.classic import bounds, exhaustive
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.formulas import rates
from ldproof_proofs.sketch.hashing import binary, families, primes
from ldproof_proofs.sketch.hashing import formulas as residues
from ldproof_proofs.sketch.law import pairs, rows

SKETCH = "the explainer on the Count-Min Sketch with local privacy"

SKETCHES: tuple[Entry, ...] = (
    Entry(
        "sketch.cms",
        f"{SKETCH}, section 1.1",
        "A sketch has d rows and w columns; the least of an item's counters is an upper bound on its count; memory is O(d w) "
        "and an update or a query O(d).",
        Verdict.HOLDS,
        (
            as_printed(
                "Without privacy, an item's counter in a row is never below its count, however many updates there were: so the "
                "least of its counters is an upper bound.",
                bounds.counter,
            ),
            besides(
                "If items share a column with a probability of at most the inverse of w, then other people add "
                "alpha N or more to a row's answer with a probability `miss` such that {classic-row/goal = "
                "exp(1)*miss <= 1}, where {classic-row/width = alpha*w >= exp(1)}; this is Markov's inequality.",
                bounds.markov,
                bounds.row_share,
            ),
            besides(
                "Rows that are independent all exceed with at most the product of such bounds, and d of them with at most delta "
                "where {classic-depth/d = ln(delta) >= -d}.",
                bounds.rows_share,
                bounds.depth,
            ),
            besides(
                "Affine hashes, constant ones among them, collide with probability {affine-above-ideal/right}, r "
                "being what the prime P leaves modulo w: more than {affine-above-ideal/left} where "
                "{affine-above-ideal/r >= 1}.",
                primes.lines,
                residues.counted,
                residues.beside_ideal,
            ),
            said(
                "A table of d rows and w columns has d w counters, and an update or a query looks at a counter in "
                "each row.",
                "the definition of the sketch",
                Role.PRINTED,
            ),
        ),
        also=(exhaustive.never_below, exhaustive.sized),
    ),
    Entry(
        "sketch.hash",
        f"ours, on {SKETCH}, section 1.1",
        "What a hash family has to be, and how often two items collide under it.",
        Verdict.OURS,
        (
            as_printed(
                "In every field, a line, and no other, has the values u and v at x and y, if these differ: that "
                "with the slope {line-only/right}, which has {line-at-x/goal} and {line-at-y/goal}. So the values "
                "of a random affine map at different items are independent uniform elements.",
                primes.lines,
            ),
            as_printed(
                "In every field, if {three-zeros-square/at x}, {three-zeros-square/at y} and "
                "{three-zeros-square/at z} where x, y and z differ, then a, b and c vanish: "
                "{three-zeros-square/goal}, {three-zeros-slope/goal} and {three-zeros-constant/goal}. So different "
                "quadratic maps do not agree at x, y and z, and the values of a random map there are independent.",
                primes.parabolas,
            ),
            as_printed(
                "A uniform number below {let P = k*w + r} is the same modulo w as another, independent of it, with "
                "probability {collision-counted/left = 1/w + r*(w - r)/(w*P^2)}, where r is less than w.",
                residues.counted,
            ),
            as_printed(
                "If that is c, then without the maps that send everything to the same place, as textbooks have it, "
                "it is {collision-without-constants/left = (P*c - 1)/(P - 1)}.",
                residues.counted,
            ),
            besides(
                "Where {affine-above-ideal/r >= 1} the first is more than {affine-above-ideal/left}, and the "
                "second at most {textbook-within-ideal/right}; and for any {textbook-dependent/c < 1} the second "
                "is less than c, which it would be if both columns were independent.",
                residues.beside_ideal,
                residues.dependent,
            ),
            besides(
                "Quadratic maps over a binary field collide with probability {chance}.",
                collisions.quadratic,
            ),
        ),
        also=(
            collisions.affine,
            families.independence,
            families.triples,
            items.exhaustively,
            families.ideal,
            families.drawn,
            binary.quadratic,
            primes.polynomials,
        ),
    ),
    Entry(
        "sketch.wide-deep",
        f"{SKETCH}, section 1.2",
        "A larger w makes errors smaller, and a larger d the collision probability.",
        Verdict.CORRECTED,
        (
            against(
                "In a row items collide with probability {collision-counted/left = 1/w + r*(w - r)/(w*P^2)}, {let "
                "P = k*w + r}, under affine hashes, constant ones among them: there is no d in it.",
                residues.counted,
            ),
            instead(
                "What d lowers is the probability that all rows are too large: it is at most the product of the rows' bounds, "
                "and at most delta where {classic-depth/d = ln(delta) >= -d}.",
                bounds.rows_share,
                bounds.depth,
            ),
            instead(
                "What w lowers is what others add to a row: it is alpha N or more with a probability `miss` such "
                "that {classic-row/goal = exp(1)*miss <= 1}, for every alpha with {classic-row/width = alpha*w >= "
                "exp(1)}, if items share a column with a probability of at most the inverse of w.",
                bounds.row_share,
            ),
            besides(
                "With privacy, where people report on all rows at the same total epsilon with symmetric flips, the "
                "noise of the mean rises with d: it is proportional to {expression}, which falls in u, and u is in "
                "inverse proportion to d.",
                bounds.noise_rises,
            ),
        ),
        also=(collisions.affine,),
        original="幅 $w$ を大きくすると誤差（オーバーエスティメーション率）が小さくなり、深さ $d$ を増やすと衝突確率が減ります",
        answer="False as printed: the collision probability of a row does not depend on d. True is: w bounds what other items add to a row, and d the probability that all rows are too large.",
        answer_in_japanese="誤り: 行の衝突確率は d によらない. 正しくは, w が他の項目の加える量を各行で抑え, d はすべての行が過大となる確率を下げる.",
    ),
)

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.ldp",
        f"{SKETCH}, section 2.1",
        "epsilon-LDP is Pr[A(x) = y] <= e^epsilon Pr[A(x') = y] for all x and x', and guarantees that nobody can infer the raw "
        "data.",
        Verdict.CORRECTED,
        (
            against(
                "It bounds a change of odds and not the odds: whoever took items' probabilities for `one` and "
                "`other` has, after a report, odds of at most {posterior/right = E*one/other}, {let E = 1 + x}. "
                "So, with these exchanged, odds that were large before stay so, but for a factor of E.",
                pairs.posterior,
            ),
            instead(
                "It has to be so for every output, whose probabilities p and q have {events/p <= E q}, and is so then for every "
                "event, whose probabilities P and Q have {ldp-singletons/goal}, where there are finitely many outputs.",
                pointwise.events,
                privacy.singletons_suffice,
            ),
        ),
        also=(pointwise.tight,),
        original="任意の $x,x'$ に対し ... $\\Pr[\\mathcal{A}(x)=y]\\le e^\\varepsilon\\,\\Pr[\\mathcal{A}(x')=y]$ を満たせばε-LDPです",
        answer="The inequality is right, but it does not prevent inference: it bounds the factor by which a report changes the odds of an item against another.",
        answer_in_japanese="不等式は正しいが, 推定を不可能にするものではない. 報告が項目間のオッズを変える倍率を抑えるだけである.",
    ),
    Entry(
        "sketch.rr",
        f"{SKETCH}, section 2.2",
        "The most classic method is randomized response, which adds noise to bits or categories.",
        Verdict.HOLDS,
        (
            as_printed(
                "Flips of a row with symmetric rates cost {symmetric-cost/right}, where root is the odds of a bit; "
                "k-ary responses and flips with other rates cost exactly what they were given as well.",
                rates.costs,
                rows.mechanisms,
            ),
            said(
                "Which method is the most classic is a matter of history: randomized response is older than the word privacy in "
                "this sense.",
                "Warner, Randomized Response, Journal of the American Statistical Association 60 (1965)",
                Role.PRINTED,
            ),
        ),
    ),
    Entry(
        "sketch.apple",
        f"{SKETCH}, sections 2.2 and 5",
        "Apple collects emoji and words with a Count-Min Sketch and local privacy.",
        Verdict.CORRECTED,
        (
            said(
                "What Apple runs is no Count-Min but a Count Mean Sketch: each report is about a sampled row, its "
                "flips are symmetric, and rows are joined by their mean.",
                "Apple, Learning with Privacy at Scale (2017)",
                Role.AGAINST,
            ),
            instead(
                "The minimum of denoised rows is no unbiased estimate, as {@sketch.min} shows; what is unbiased "
                "for an item is a mean of rows, after the collision probability c is taken out of it: "
                "{item-unbiased/goal = ((S - N*p)/(q - p) - N*c)/(1 - c) = f}, S being the mean number of ones in "
                "the item's cell.",
                items.item,
                bias.either_direction,
            ),
            instead(
                "A report about a row, drawn from d public ones, costs what the row costs, whatever d is; with the "
                "symmetric flips of odds root, the square root of e to the epsilon, that is {symmetric-cost/right "
                "= root^2}.",
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
