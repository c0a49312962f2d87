"""Sections 3.2 and 4.2: what is estimated, how far it is off, and which parameters are best."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch import bias, crossing, fixed
from ldproof_proofs.sketch.accuracy import by_law, corrected, refuted
from ldproof_proofs.sketch.accuracy import in_symbols as bounds_in_symbols
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.law import pairs
from ldproof_proofs.sketch.variance import exhaustive, in_symbols, mechanisms, moments, optimum, reports

ESTIMATES: tuple[Entry, ...] = (
    Entry(
        "sketch.inverse",
        f"{SKETCH}, section 3.2",
        "Let y_i be the observed rate of ones in the item's cell of row i. Inverting the noise gives the estimate "
        "{= f_i = (y_i - p)/(q - p)} of the true frequency.",
        Verdict.CORRECTED,
        (
            against(
                "The cell counts other items, too. At {bucket-is-not-item/point}, with c for the probability of a collision, the "
                "estimated count is {bucket-is-not-item/left} on average, and not {bucket-is-not-item/right}.",
                items.bucket_for_item,
            ),
            instead(
                "It is unbiased for the share of the people in the cell: {bucket-unbiased/goal}.",
                items.bucket,
            ),
            instead(
                "For the item, collisions are taken out, too: {item-unbiased/goal}, where c is the exact collision probability and "
                "{ones-in-cell/goal = S = f*q + (N - f)*(p + c*(q - p))} is the mean number of ones in the cell.",
                items.item,
                items.ones_in_cell,
            ),
        ),
        also=(items.exhaustively,),
        original="ノイズ逆変換により真の頻度推定値 $\\hat f_i = (\\hat y_i - p)/(q - p)$ を計算し",
        answer="False as printed: the cell also counts items that collide. True: this is unbiased for the share of the people in "
        "the cell. The item's count is {item-unbiased/left} on average, with S for the number of ones and c for the collision probability.",
        answer_in_japanese="誤り: セルは衝突した他の項目も数える. 正しくは, これはセルに入る人の割合の不偏推定である. 項目の度数の不偏推定は "
        "{item-unbiased/left} である. S はセルに立つビットの数, c は衝突確率である.",
    ),
    Entry(
        "sketch.fixed-hash",
        "ours",
        "If the public hashes stay fixed, the estimate in general has a bias that no number of people removes.",
        Verdict.OURS,
        (
            as_printed(
                "Let f_1 people hold another item, and the rest, f_2 people, yet another item. These items collide with the item in "
                "the shares r_1 and r_2 of the rows. Given the hashes, the estimate has the mean {fixed-mean/left}, with `shared` "
                "for the collision probability.",
                fixed.mean,
            ),
            as_printed(
                "Unless both terms vanish or cancel, this is biased. With K times as many people of every item it is K times as large: {fixed-bias-stays/right = "
                "K*(f_1*(r_1 - shared) + f_2*(r_2 - shared))/(1 - shared)}.",
                fixed.grows,
            ),
        ),
        also=(fixed.exhaustive,),
    ),
    Entry(
        "sketch.min",
        f"{SKETCH}, section 3.2, step 3",
        "The noise is inverted in every row, and the minimum of the rows is the final estimate.",
        Verdict.REFUTED,
        (
            against(
                "Let there be {d:words} rows of {w:words} columns. If all of {N, down:words} people hold the item, then at p = {p, "
                "down} and q = {q, down} the minimum has the bias {down}.",
                bias.either_direction,
            ),
            against(
                "If {f, up:words} of {N, up:words} people hold it and {others:words} hold another item, then at p = {p, up} and q "
                "of {q, up} the bias is {up}. In both cases it is too small, and too large, with a probability above {often} each.",
                bias.either_direction,
            ),
            besides(
                "Each further row lowers the mean of the minimum, unless rows are certain.",
                bias.another_row,
            ),
            besides(
                "If {N, colliding:words} people hold another item, at odds of {odds, colliding} for a bit and a width of {w, "
                "colliding}, its mean square error is below the variance of the mean estimate. If {f, noisy:words} people hold the "
                "item, at odds of {odds, noisy} and a width of {w, noisy}, it is above.",
                bias.beats_and_loses,
            ),
        ),
        also=(bias.exhaustive, bias.in_symbols),
        original="**最小値**を最終推定値とします",
        answer="False: the minimum of the rows is biased, by {down} and by {up} in the examples. The mean of the rows, corrected "
        "for collisions, is unbiased, see {@sketch.inverse}.",
        answer_in_japanese="誤り: 行の最小値は偏っており (例では {down} と {up}), 度数を下回ることも上回ることもある. 衝突を補正した行の平均は不偏である.",
    ),
)

ERRORS: tuple[Entry, ...] = (
    Entry(
        "sketch.error",
        f"{SKETCH}, section 4.2",
        "For suitable w and d an error of the order O~ of {= (1/epsilon)*sqrt(ln(1/delta))} is achieved with high probability.",
        Verdict.REFUTED,
        (
            against(
                "Let all of {let N = 2*n} people hold the item and use OUE, so that a row's number of ones is Binomial. Let `ways` be d "
                "times how many numbers of ones put a row within a fixed error. The minimum of the d rows is within it with a "
                "probability `mass`. If {error-no-constant/many = ways^2 <= r^2*(N + 1)}, as for all large N, then "
                "{error-no-constant/goal}.",
                refuted.peak,
                refuted.no_constant,
            ),
            against(
                "Let {people} people hold the item. At odds of {odds} the error of a row of OUE exceeds {constant} times the "
                "printed bound with a probability above {least}, at delta = {delta} and at {smaller delta}.",
                refuted.fails,
            ),
            besides(
                "For shares the bound, without a constant, is {error-vacuous/left} or more if {error-vacuous/L}, with L for the "
                "logarithm of the inverse of delta. Then it says nothing.",
                refuted.vacuous,
            ),
            besides(
                "Add independent numbers from intervals of unit length, with `count` for how many they are. By Hoeffding's "
                "inequality the sum is {let D = sqrt(count*ln(2/delta)/2)} or more from its mean with a probability of at most "
                "{deviation-sum/goal = 2*exp(-2*count*(D/count)^2) <= delta}.",
                corrected.reached,
            ),
            besides(
                "The error of the mean estimate has a part from the reports, given the hashes, and a part from the hashes. If `noisy` "
                "and `collided` bound them, it is at most {error-above/right} in either direction, over ideal hashes.",
                corrected.split,
                corrected.together,
            ),
            besides(
                "So the printed order lacks the square root of N and the collisions. Let {alpha}. The mean estimate over ideal hashes is "
                "alpha or more from f with probability {goal:bound of Q}.",
                corrected.likely,
            ),
            besides(
                "For OUE the inverse of q less p is at most {right}, of the printed order in epsilon.",
                corrected.gap_order,
            ),
        ),
        also=(
            refuted.largest,
            by_law.bounds,
            bounds_in_symbols.in_symbols,
        ),
        original="幅 $w$、深さ $d$ を適切に選べば、高確率で $\\tilde O\\bigl(\\frac{1}{\\varepsilon}\\sqrt{\\log\\frac1\\delta}\\bigr)$ の誤差を達成可能です",
        answer="False: whatever w and d are, no constant makes this true of counts for any number of people. The entry states a bound "
        "for the mean estimate, with the square root of the number of people and a term for collisions.",
        answer_in_japanese="誤り: w と d をどう選んでも, 任意の人数の度数についてこの式を真にする定数はない. "
        "平均による推定については, 人数の平方根と衝突の項を含む上界が成り立つ.",
    ),
    Entry(
        "sketch.additional-variance",
        f"{SKETCH}, section 4.2",
        "In addition to the bias of the sketch, the noise adds variance.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let bits be flipped symmetrically, with s for the likelihood ratio of a bit. Over ideal hashes the mean estimate has the variance "
                "{cms-variance/right = (w/(w - 1))^2*N*s/(s - 1)^2 + (N - f)*(1 - 1/d)/(w - 1) + S/(d*(w - 1))}. The first term is "
                "that of the noise, and the others are those of collisions.",
                mechanisms.symmetric,
                exhaustive.exhaustive,
            ),
        ),
        original="Count–Min Sketchのバイアスに加え、LDPノイズによる**追加分散**が生じます。",
    ),
    Entry(
        "sketch.variances",
        "ours",
        "The mean estimate is unbiased over the hashes, and its variance is known exactly.",
        Verdict.OURS,
        (
            as_printed(
                "Let each report be about a row, drawn uniformly from d rows with independent hashes. What it adds to its own and to "
                "another column has the variances `own` and `other`, and means that differ by `gap`. Let `shared` be the probability that "
                "different items share a column, and `triple` that a further item shares it, too. Then the mean estimate has the mean f and the variance "
                "{mean-variance/right = (f*own/gap^2 + (N - f)*(shared*(own/gap^2 + 1) + (1 - shared)*other/gap^2 - shared^2) + "
                "(shared - shared^2)/d*(S - (N - f)) + (triple - shared^2)/d*((N - f)^2 - S))/(1 - shared)^2}.",
                moments.of_mean,
                exhaustive.exhaustive,
                exhaustive.over_families,
            ),
            as_printed(
                "Let also different items have independent columns. Then the variance is {unary-variance/right} for flips of bits, "
                "with `gap` for the difference of q and p; for symmetric flips see {@sketch.additional-variance}.",
                mechanisms.general,
            ),
            as_printed(
                "For k-ary responses it is then {kary-variance/right}, and for Hadamard signs of any but the constant coordinate "
                "{hcms-plus-variance/right = N*((E + 1)/(E - 1))^2 - f + (S - (N - f))/(d*(w - 1))}.",
                mechanisms.kary,
                mechanisms.hadamard,
            ),
            besides(
                "If everybody draws a hash of their own, the variance is {own-hash-variance/right}. Reports on all d rows have the d-th part "
                "of the variance with a row alone.",
                moments.own_hashes,
                moments.all_rows,
            ),
            besides(
                "In the own and another column a bit has the variances {bit-variance-own/right} and {bit-variance-other/right}, and "
                "a k-ary response {column-variance-own/right = E*(w - 1)/(E - 1)^2} and {column-variance-other/right = (E + w - "
                "2)/(E - 1)^2}.",
                reports.other_bits,
                reports.bits,
                reports.columns,
                reports.signs,
            ),
        ),
        also=(moments.of_one_row,),
    ),
    Entry(
        "sketch.hadamard",
        "ours",
        "Hadamard responses should leave out the constant coordinate.",
        Verdict.OURS,
        (
            as_printed(
                "At the same epsilon, to leave it out lowers the variance by {hcms-plus-gain/right = (4*(2*w - 1)*N*E/(E - 1)^2 + 2*(w - "
                "1)*(N - f))/(w - 1)^2}, which is never negative.",
                mechanisms.hadamard,
            ),
        ),
    ),
    Entry(
        "sketch.kary-width",
        "ours",
        "For k-ary responses the best width is 1 + E, for an item that nobody holds, if no two people hold the same one.",
        Verdict.OURS,
        (
            as_printed(
                "Let nobody hold the item, and let all people hold different items. At width w the variance exceeds its minimum by "
                "{kary-best-width/right}.",
                mechanisms.kary,
            ),
            besides(
                "Collisions among people with a common item add {kary-wider-shares-less/right} to the variance. This does not "
                "rise with the width.",
                mechanisms.wider,
            ),
        ),
    ),
    Entry(
        "sketch.optimal",
        "ours",
        "The best flips depend on the width w: they are symmetric at w = 2, and approach those of OUE as w grows.",
        Verdict.OURS,
        (
            as_printed(
                "Let other columns be set with odds t and the item's own with odds E t, and let {optimal-excess/t0}. For an item "
                "that nobody holds, the variance at t exceeds that at t0 by {optimal-excess/right = ((w - 1)*E + 1)*E*w*N*(t - "
                "t0)^2/(t*(w - 1)^2*(E - 1)^2)}.",
                optimum.excess,
            ),
            as_printed(
                "At the smallest width the square of t0 is {optimal-at-two/right}: the flips are symmetric.",
                optimum.ends,
            ),
            as_printed(
                "Optimized unary encoding (OUE) sets other columns with the inverse of E as odds. As w grows, t0 approaches it: "
                "{optimal-when-wide/goal:short}, with `squared` for the square of t0.",
                optimum.ends,
            ),
        ),
        also=(optimum.searched,),
    ),
    Entry(
        "sketch.rows-vs-sample",
        "ours",
        "At the same epsilon, sampling one row is better than reporting on all rows unless epsilon is large.",
        Verdict.OURS,
        (
            as_printed(
                "Let flips be symmetric, with odds Y in a sampled row, or with their d-th root y in each of all rows. The variance "
                "with all rows less that with a sampled one is {rows-versus-sample/right}.",
                crossing.difference,
            ),
            as_printed(
                "Let nobody hold the item, and let there be {located/d 0:words} rows of {located/w 0:words} columns. Sampling wins "
                "up to some epsilon between {located/below:3} and {located/above:3}, and all rows win beyond it.",
                crossing.with_two,
                crossing.located,
            ),
            as_printed(
                "If sampling wins with {rows-versus-sample-two/d:words} such rows, {rows-versus-sample-from-two/no fall}, then it "
                "wins with d rows, too, as {rows-versus-sample-from-two/goal}. Here a, b and c are the logarithms of y with d rows, of "
                "y with those, and of Y.",
                crossing.from_two,
                crossing.with_two,
            ),
            besides(
                "For an item that nobody holds, all rows win at epsilon {epsilon 1} for w = {w 1} and d = {d 1}, and at {epsilon 2} "
                "for {w 2} and {d 2}. So they do at {epsilon 3} for {w 3} and {d 3}, and at {epsilon 4} for {w 4} and {d 4}.",
                crossing.located,
            ),
        ),
        also=(crossing.certified, in_symbols.in_symbols),
    ),
    Entry(
        "sketch.refs",
        f"{SKETCH}, section 4.2 and link [6]",
        "An efficient analysis and the best parameters are given in Answering Range Queries under Local Differential Privacy, "
        "link [6].",
        Verdict.REFUTED,
        (
            said(
                "Link [6] is Differentially Private Linear Sketches, in which a curator adds the noise. The named paper, by Cormode, "
                "Kulkarni and Srivastava, is elsewhere.",
                "NeurIPS 2022; Proceedings of the VLDB Endowment 12 (2019)",
                Role.AGAINST,
            ),
            said(
                "Link [4] is Frequency Estimation under Local Differential Privacy, by Cormode, Maddock and Maple, as it is called. What "
                "is taken from it is judged in {@sketch.min} and {@sketch.error}.",
                "Proceedings of the VLDB Endowment 14 (2021)",
            ),
            besides(
                "With a curator a user's row is sent without noise: it has the probability {plain-cell/right = rest}, and cannot be "
                "sent for some other item.",
                pairs.central,
            ),
        ),
        also=(pairs.plain_rows,),
        original="効率的な解析と最適パラメータ設定は「Answering range queries under local differential privacy」に詳述されています",
        answer="False: link [6] is a paper about sketches that a curator makes private. The named paper is by Cormode, Kulkarni and Srivastava.",
        answer_in_japanese="誤り: リンク先は, キュレーターがスケッチを秘匿する方式の論文である. 挙げられた論文は Cormode, Kulkarni, Srivastava による.",
    ),
)
