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
                (
                    "The cell counts other items, too. Let c be the probability of a collision. At "
                    "{bucket-is-not-item/point} the estimated count is {bucket-is-not-item/left} on average, and not "
                    "{bucket-is-not-item/right}."
                ),
                items.bucket_for_item,
            ),
            instead(
                (
                    "The printed estimate is unbiased for the share of the people in the item's cell: "
                    "{bucket-unbiased/goal}."
                ),
                items.bucket,
            ),
            instead(
                (
                    "Let c be the exact collision probability, and let {ones-in-cell/goal = S = f*q + (N - f)*(p + c*(q -"
                    " p))} be the mean number of ones in the item's cell. Then taking out the collisions gives the item's"
                    " count: {item-unbiased/goal}."
                ),
                items.item,
                items.ones_in_cell,
            ),
        ),
        also=(items.exhaustively,),
        original="ノイズ逆変換により真の頻度推定値 $\\hat f_i = (\\hat y_i - p)/(q - p)$ を計算し",
        answer=(
            "False as printed: the cell also counts items that collide. True: let S be the mean number of ones "
            "and c the collision probability; then the item's count is {item-unbiased/left}."
        ),
        answer_in_japanese="誤り: セルは衝突した他の項目も数える. 正しくは, これはセルに入る人の割合の不偏推定である. 項目の度数の不偏推定は "
        "{item-unbiased/left} である. S はセルに立つビットの数, c は衝突確率である.",
    ),
    Entry(
        "sketch.fixed-hash",
        "ours",
        "If the public hashes stay fixed, the mean estimate in general has a bias that no number of people removes.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let f people hold the item, f_1 people another item, and the other f_2 people yet another. These others "
                    "collide with the item in the shares r_1 and r_2 of the rows. Let `shared` be the probability of a "
                    "collision over random hashes. Given the hashes, the mean estimate has the mean {fixed-mean/left}."
                ),
                fixed.mean,
            ),
            as_printed(
                (
                    "Unless both terms vanish or cancel, the estimate is biased. With K times as many people of every "
                    "item the bias is K times as large: {fixed-bias-stays/right = K*(f_1*(r_1 - shared) + f_2*(r_2 - "
                    "shared))/(1 - shared)}."
                ),
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
                (
                    "Let there be {d:words} rows of {w:words} columns, and let all of {N, down:words} people hold the "
                    "item. If p = {p, down} and q = {q, down}, the minimum has the bias {down}."
                ),
                bias.either_direction,
            ),
            against(
                (
                    "Let {f, up:words} of {N, up:words} people hold the item, and {others:words} another item. If p is "
                    "{p, up} and q is {q, up}, the bias is {up}. In both examples the minimum is too small with a "
                    "probability above {often}, and too large with a probability above {often}."
                ),
                bias.either_direction,
            ),
            besides(
                "Each further row lowers the mean of the minimum, unless a row's number of ones is certain.",
                bias.another_row,
            ),
            besides(
                (
                    "With {d, colliding:words} rows, the mean square error of the minimum can be smaller or larger than the "
                    "variance of the mean estimate. It is smaller if all of {N, colliding:words} people hold another item, a "
                    "row has {w, colliding} columns, and bits are flipped with the odds {odds, colliding}. It is larger if "
                    "all of {f, noisy:words} people hold the item, with {w, noisy} columns and the odds {odds, noisy}."
                ),
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
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let all of {let N = 2*n} people hold the item, and use optimized unary encoding (OUE), which sends the "
                    "item's own bit as a fair coin. Let s of the possible numbers of ones in a row's cell give an error of at "
                    "most a given x. If {error-no-constant/many = (d*s)^2 <= r^2*(N + 1)}, the minimum of the d rows has such "
                    "an error with probability at most r. For fixed x and d, s does not grow with N. So this probability "
                    "vanishes as N grows."
                ),
                refuted.peak,
                refuted.no_constant,
            ),
            against(
                (
                    "Let {people} people hold the item, and let them use OUE with odds of {odds}. The error of a row "
                    "exceeds {constant} times the printed bound with probability above {least}, for delta = {delta} and "
                    "of {smaller delta}."
                ),
                refuted.fails,
            ),
            instead(
                (
                    "Let {error-likely/w >= 2}, {error-likely/d > 0}, {error-likely/gap} and {error-likely/alpha = w/(w -"
                    " 1)*(sqrt(N*ln(4/delta)/2)/(q - p) + (N - f)*sqrt(ln(4/delta)/(2*d))) <= alpha}. Over ideal hashes "
                    "the mean of the rows misses a count by alpha or more with probability {error-likely/goal:bound of "
                    "Q}. The order of alpha has the square root of N and a term for collisions."
                ),
                corrected.likely,
            ),
            instead(
                (
                    "The source divides counts by N, and so estimates shares. Its estimate of a share is off by alpha "
                    "over N or more with probability {error-likely/goal:bound of Q}."
                ),
                corrected.likely,
            ),
            besides(
                (
                    "Let L be the logarithm of the inverse of delta, and let {error-vacuous/L}. Then the printed bound, "
                    "without a constant, is {error-vacuous/left} or more, which is as much as a share can be."
                ),
                refuted.vacuous,
            ),
            besides(
                (
                    "In the bound alpha on the error of the mean, the part that comes from noise is divided by the difference "
                    "of q and p. For OUE the inverse of this difference is {error-gap-order/left}, at most {right}. So this "
                    "part has the printed order in epsilon."
                ),
                corrected.gap_order,
            ),
        ),
        also=(
            corrected.split,
            corrected.together,
            refuted.largest,
            by_law.bounds,
            bounds_in_symbols.in_symbols,
        ),
        original="幅 $w$、深さ $d$ を適切に選べば、高確率で $\\tilde O\\bigl(\\frac{1}{\\varepsilon}\\sqrt{\\log\\frac1\\delta}\\bigr)$ の誤差を達成可能です",
        answer=(
            "False for counts: for no w, d and constant does the printed bound hold for all N. True: over ideal "
            "hashes the mean of the rows misses a count by alpha or more with probability at most delta if "
            "{error-likely/alpha = w/(w - 1)*(sqrt(N*ln(4/delta)/2)/(q - p) + (N - f)*sqrt(ln(4/delta)/(2*d))) <="
            " alpha}. The shares of section 3.2 have alpha over N."
        ),
        answer_in_japanese=(
            "人数の度数については誤り: w, d と定数をどう選んでも, すべての N については成り立たない. 正しくは, 理想的なハッシュのもとで {error-likely/alpha = w/(w - "
            "1)*(sqrt(N*ln(4/delta)/2)/(q - p) + (N - f)*sqrt(ln(4/delta)/(2*d))) <= alpha} ならば, 行の平均による度数の推定が "
            "alpha 以上外れる確率は delta 以下である. 3.2 節のような割合では alpha を N で割る."
        ),
    ),
    Entry(
        "sketch.additional-variance",
        f"{SKETCH}, section 4.2",
        "In addition to the bias of the sketch, the noise adds variance.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let bits be flipped symmetrically, with s for the likelihood ratio of a bit. Over ideal hashes the "
                    "mean estimate has the variance {cms-variance/right = (w/(w - 1))^2*N*s/(s - 1)^2 + (N - f)*(1 - "
                    "1/d)/(w - 1) + S/(d*(w - 1))}. The first term comes from the noise, and the other terms from "
                    "collisions."
                ),
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
                (
                    "Let each report be about a row, drawn uniformly from d rows with independent hashes. Let `own` and "
                    "`other` be the variances of what a report adds to its own column and to another column, and `gap` "
                    "the difference of the means. Let `shared` be the probability that different items share a column, "
                    "and `triple` that a further item shares it, too. Then the mean estimate is unbiased. Its variance is"
                    " {mean-variance/right = (f*own/gap^2 + (N - f)*(shared*(own/gap^2 + 1) + (1 - shared)*other/gap^2 - "
                    "shared^2) + (shared - shared^2)/d*(S - (N - f)) + (triple - shared^2)/d*((N - f)^2 - S))/(1 - "
                    "shared)^2}."
                ),
                moments.of_mean,
                exhaustive.exhaustive,
                exhaustive.over_families,
            ),
            as_printed(
                (
                    "Let also different items have independent columns, and let `gap` be the difference of q and p. Then "
                    "the variance is {unary-variance/right} for flips of bits. For symmetric flips see "
                    "{@sketch.additional-variance}."
                ),
                mechanisms.general,
            ),
            as_printed(
                (
                    "With independent columns the variance is {kary-variance/right} for k-ary responses. For Hadamard "
                    "signs of a coordinate that is not constant it is {hcms-plus-variance/right = N*((E + 1)/(E - 1))^2 -"
                    " f + (S - (N - f))/(d*(w - 1))}."
                ),
                mechanisms.kary,
                mechanisms.hadamard,
            ),
            besides(
                (
                    "If everybody draws a hash of their own, the variance is {own-hash-variance/right}. Now let everybody "
                    "report on all d rows, with public hashes and independent noise. If `own`, `other` and `gap` stay as "
                    "they are, the variance is the d-th part of that with a single row. The privacy budget is then up to "
                    "d times as large."
                ),
                moments.own_hashes,
                moments.all_rows,
            ),
            besides(
                (
                    "For flips of bits, `own` over the square of `gap` is {bit-variance-own/right}, and `other` over this "
                    "square is {bit-variance-other/right}. For k-ary responses these quotients are {column-variance-own/right "
                    "= E*(w - 1)/(E - 1)^2} and {column-variance-other/right = (E + w - 2)/(E - 1)^2}."
                ),
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
                (
                    "At the same epsilon, leaving out the constant coordinate lowers the variance by "
                    "{hcms-plus-gain/right = (4*(2*w - 1)*N*E/(E - 1)^2 + 2*(w - 1)*(N - f))/(w - 1)^2}. This is never "
                    "negative."
                ),
                mechanisms.hadamard,
            ),
        ),
    ),
    Entry(
        "sketch.kary-width",
        "ours",
        (
            "Let nobody hold the item, and let all people hold different items. Then the best width for k-ary "
            "responses is 1 + E."
        ),
        Verdict.OURS,
        (
            as_printed(
                "Let nobody hold the item, and let all people hold different items. At width w the variance exceeds its minimum by "
                "{kary-best-width/right}.",
                mechanisms.kary,
            ),
            besides(
                (
                    "If several people hold the same other item, the variance for an item that nobody holds is larger by "
                    "{kary-wider-shares-less/right} than if they hold different items. This term does not rise with the "
                    "width."
                ),
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
                (
                    "Let other columns be set with odds t, and the item's own column with odds E t. Let t0 be the "
                    "positive solution of {optimal-excess/t0}. For an item that nobody holds, the variance at t exceeds "
                    "the variance at t0 by {optimal-excess/right = ((w - 1)*E + 1)*E*w*N*(t - t0)^2/(t*(w - 1)^2*(E - "
                    "1)^2)}."
                ),
                optimum.excess,
            ),
            as_printed(
                "At the smallest width the square of t0 is {optimal-at-two/right}. Then the flips are symmetric.",
                optimum.ends,
            ),
            as_printed(
                (
                    "Let `squared` be the square of t0. Optimized unary encoding (OUE) sets other columns with the "
                    "inverse of E as odds. As w grows, t0 approaches these odds, since {optimal-when-wide/goal:short}."
                ),
                optimum.ends,
            ),
        ),
        also=(optimum.searched,),
    ),
    Entry(
        "sketch.rows-vs-sample",
        "ours",
        (
            "At the same epsilon, a report about one sampled row has a smaller variance than a report about all d"
            " rows, d >= 2, for every width and every item, unless epsilon exceeds 8 artanh(1/sqrt(1 + sqrt(2))) "
            "= 6.114..."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let flips be symmetric. Let a bit be kept with the odds Y if a row is sampled, and with the odds y if all d "
                    "rows are sent, where both reports cost epsilon. The variance with all rows exceeds the variance with a "
                    "sampled row by {rows-versus-sample/right}."
                ),
                crossing.difference,
            ),
            as_printed(
                (
                    "Let {rows-versus-sample-two/two rows}, {rows-versus-sample-two/two columns} and "
                    "{rows-versus-sample-two/nobody}. Then the difference is {rows-versus-sample-two/right}. It is "
                    "positive for small epsilon, and changes its sign only where epsilon is "
                    "{rows-versus-sample-crossing-epsilon/epsilon}, that is "
                    "{rows-versus-sample-crossing-epsilon/epsilon:5}."
                ),
                crossing.with_two,
                crossing.prove_crossing,
            ),
            as_printed(
                (
                    "Let a be the logarithm of y with d rows, b that with a pair of rows, and c that of Y, with "
                    "{rows-versus-sample-two/d:words} or more rows. For items that nobody holds and the smallest width, "
                    "sampling wins against a pair of rows if {rows-versus-sample-from-two/no fall}. Then it wins against d rows, too, as {rows-versus-sample-from-two/goal}."
                ),
                crossing.from_two,
                crossing.with_two,
            ),
            as_printed(
                "A larger width or an item with holders adds a term to the difference that is never negative: {rows-versus-sample-width/goal = 0 <= N*(w/(w - 1))^2/4*(1 - 1/d)*((w - 2)/w)^2 + f*(1 - 1/d)/(w - 1)}. "
                "So where sampling wins at the smallest width for items that nobody holds, it wins for all widths and items.",
                crossing.difference,
            ),
            besides(
                (
                    "For an item that nobody holds, reports about all rows have the smaller variance in these examples. With "
                    "{w 1:words} columns and {d 1:words} rows epsilon is {epsilon 1}, with {w 2:words} columns and {d "
                    "2:words} rows it is {epsilon 2}. With {w 3} columns and {d 3:words} rows it is {epsilon 3}, and with {w "
                    "4} columns and {d 4} rows it is {epsilon 4}."
                ),
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
                (
                    "Link [6] is Differentially Private Linear Sketches, in which a curator adds the noise. The named "
                    "paper, by Cormode, Kulkarni and Srivastava, appeared in the Proceedings of the VLDB Endowment."
                ),
                "NeurIPS 2022; Proceedings of the VLDB Endowment 12 (2019)",
                Role.AGAINST,
            ),
            said(
                (
                    "Link [4] is the named paper, Frequency Estimation under Local Differential Privacy. It is by Cormode, "
                    "Maddock and Maple. The claims that the source takes from link [4] are judged in {@sketch.min} and "
                    "{@sketch.error}."
                ),
                "Proceedings of the VLDB Endowment 14 (2021)",
            ),
        ),
        also=(pairs.central, pairs.plain_rows),
        original="効率的な解析と最適パラメータ設定は「Answering range queries under local differential privacy」に詳述されています",
        answer="False: link [6] is a paper about sketches that a curator makes private. The named paper is by Cormode, Kulkarni and Srivastava.",
        answer_in_japanese="誤り: リンク先は, キュレーターがスケッチを秘匿する方式の論文である. 挙げられた論文は Cormode, Kulkarni, Srivastava による.",
    ),
)
