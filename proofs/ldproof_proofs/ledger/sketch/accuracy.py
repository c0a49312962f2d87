"""Sections 3.2 and 4.2: what is estimated, how far it is off, and which parameters are best."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.reporting import ones
from ldproof_proofs.sketch import bias, counts, crossing, fixed, orders
from ldproof_proofs.sketch.accuracy import by_law, corrected, refuted
from ldproof_proofs.sketch.accuracy import in_symbols as bounds_in_symbols
from ldproof_proofs.sketch.estimators import items, joined
from ldproof_proofs.sketch.law import pairs
from ldproof_proofs.sketch.variance import exhaustive, in_symbols, mechanisms, moments, optimum, reports

ESTIMATES: tuple[Entry, ...] = (
    Entry(
        "sketch.inverse",
        f"{SKETCH}, section 3.2",
        "With y the rate of ones in the item's cell, (y - p)/(q - p) recovers its true frequency.",
        Verdict.CORRECTED,
        (
            against(
                "It counts the cell, which other items share. Of {bucket-is-not-item/N} people {bucket-is-not-item/f} holds the item, p is "
                "{bucket-is-not-item/p}, q is {bucket-is-not-item/q} and every other person collides with it with probability "
                "{bucket-is-not-item/c}: then the number of people that is estimated is {bucket-is-not-item/left} on average, and not "
                "{bucket-is-not-item/right}.",
                items.bucket_for_item,
            ),
            instead(
                "It is unbiased for the share of the people in the cell, {bucket-unbiased/goal}.",
                items.bucket,
            ),
            instead(
                "For the item collisions are taken out too, c being the exact collision probability: "
                "{item-unbiased/goal}, where f of N people hold the item and S is the mean number of ones in its "
                "cell, {ones-mean/goal}; its p, with which a one comes from a holder, is the q of before, and its "
                "q, with which it comes from another person, is the p of before and c times the difference.",
                items.item,
                ones.mean,
            ),
            besides(
                "With the collision probability of ideal hashes in its place it is biased where hashes are affine.",
                items.exhaustively,
            ),
        ),
        also=(joined.unbiased, joined.joined),
        original="ノイズ逆変換により真の頻度推定値 $\\hat f_i = (\\hat y_i - p)/(q - p)$ を計算し",
        answer="False as printed: the cell also counts items that collide. True is: this is unbiased for the share of the people in the cell, and the item's count needs the collisions taken out.",
        answer_in_japanese="誤り: セルは衝突した他の項目も数える. 正しくは, これはセルに入る人の割合の不偏推定であり, 項目の度数には衝突の補正が要る.",
    ),
    Entry(
        "sketch.fixed-hash",
        "ours",
        "With public hashes that stay as they are, the estimate keeps a bias that no number of people takes away.",
        Verdict.OURS,
        (
            as_printed(
                "Given the hashes an item's estimate is {fixed-mean/right} on average, where other items, held by "
                "f_1 and f_2 people, collide with it in the shares r_1 and r_2 of the rows and `shared` is the "
                "collision probability: that is {fixed-mean/left}.",
                fixed.mean,
            ),
            as_printed(
                "With K times as many people of every item the bias is K times as large: {fixed-bias-stays/right}.",
                fixed.grows,
            ),
            besides(
                "Given the hashes the estimate has that mean, and the variance of independent reports.",
                fixed.exhaustive,
            ),
        ),
    ),
    Entry(
        "sketch.min",
        f"{SKETCH}, section 3.2, step 3",
        "The noise is inverted in every row, and the minimum of the rows is the final estimate.",
        Verdict.REFUTED,
        (
            against(
                "It is neither an unbiased estimate nor the bound that section 1.1 makes of it. With {d:words} "
                "rows of {w:words} columns its bias is {down} where {N, down:words} people all hold the item and p "
                "is {p, down}, q {q, down}, and {up} where {f, up:words} of {N, up:words} hold it, {others:words} "
                "hold another item, and p is {p, up}, q {q, up}. In both cases it is below the count, and above "
                "it, with a probability of more than {often} each.",
                bias.either_direction,
            ),
            besides(
                "Each row's estimate is that of the share of the people in its cell, {goal}.", items.bucket
            ),
            besides(
                "A further row lowers the mean of the minimum, {min-falls-with-rows/goal}, unless all rows are "
                "certain: where a row is unbiased, several are below the count on average.",
                bias.another_row,
            ),
            besides(
                "Its mean square error is less than the mean estimate's variance with heavy collisions and little "
                "noise, for {N, colliding:words} people who all hold the same other item, a width of {w, "
                "colliding} and odds of {odds, colliding} of a bit, and more with noise alone, for {f, "
                "noisy:words} people who all hold the item, a width of {w, noisy} and odds of {odds, noisy}; both "
                "times with {d, noisy:words} rows.",
                bias.beats_and_loses,
            ),
            besides(
                "Its exact law is that of an order statistic of rows, whose numbers of ones have a known generating function.",
                bias.exhaustive,
                counts.exhaustive,
                orders.exhaustive,
            ),
        ),
        also=(bias.in_symbols,),
        original="**最小値**を最終推定値とします",
        answer="False: the minimum of the rows is biased, and it may be below the count or above it. The mean of the rows, corrected for collisions, is unbiased, see {@sketch.inverse}.",
        answer_in_japanese="誤り: 行の最小値は偏っており, 度数を下回ることも上回ることもある. 衝突を補正した行の平均は不偏である.",
    ),
)

ERRORS: tuple[Entry, ...] = (
    Entry(
        "sketch.error",
        f"{SKETCH}, section 4.2",
        "With suitable w and d the error is O~((1/epsilon) sqrt(ln(1/delta))) with high probability.",
        Verdict.REFUTED,
        (
            against(
                "For counts no constant does, whatever w and d are: where everybody holds the item and sends OUE, the "
                "probability `mass` that the minimum of d rows is within a fixed error is at most r, "
                "{error-no-constant/goal}, as soon as the people are so many, {let N = 2*n} with a whole n, that "
                "{error-no-constant/many = ways^2 <= r^2*(N + 1)}, `ways` being d times the number of counts of ones "
                "that are so near in a row: so for any w, d, epsilon and delta that do not grow with the people.",
                refuted.peak,
                refuted.no_constant,
            ),
            against(
                "Among {people} people who all hold the item a row of OUE at odds of {odds} is off by more than "
                "{constant} times the printed bound with a probability of more than {least}, where delta is "
                "{delta} and where it is {smaller delta}.",
                refuted.fails,
            ),
            besides(
                "For shares the bound, without a constant, is {error-vacuous/left} or more and says nothing unless epsilon is "
                "larger than the root of L, the logarithm of the inverse of delta: it is so where {error-vacuous/L}.",
                refuted.vacuous,
            ),
            besides(
                "A sum of `count` independent numbers, each from a range as long as that of shares, is D or more "
                "from its mean, {let D = sqrt(count*ln(2/delta)/2)}, with a probability such that "
                "{sum-within-deviation/goal}, by Hoeffding's bound, {deviation-sum/goal = "
                "2*exp(-2*count*(D/count)^2) <= delta}; a mean of so many is a count-th of that or more away with "
                "no larger probability, {mean-within-deviation/goal}.",
                corrected.reached,
            ),
            besides(
                "The error of the mean estimate is the sum of what reports add given the hashes and what the "
                "hashes add, {error-split/goal}, here with other items that f_1 and f_2 people hold; if each is "
                "within its bound, `noisy` and `collided`, then at ideal hashes, where `shared` is the inverse of "
                "w, it is at most {error-above/right} in either direction.",
                corrected.split,
                corrected.together,
            ),
        ),
        also=(
            refuted.largest,
            by_law.bounds,
            by_law.bounds_as_written,
            by_law.risks,
            bounds_in_symbols.in_symbols,
        ),
        original="幅 $w$、深さ $d$ を適切に選べば、高確率で $\\tilde O\\bigl(\\frac{1}{\\varepsilon}\\sqrt{\\log\\frac1\\delta}\\bigr)$ の誤差を達成可能です",
        answer="False: whatever w and d are, no constant makes this true of counts for any number of people.",
        answer_in_japanese="誤り: w と d をどう選んでも, 任意の人数の度数についてこの式を真にする定数はない.",
    ),
    Entry(
        "sketch.additional-variance",
        f"{SKETCH}, section 4.2",
        "Besides the sketch's bias there is additional variance from the noise.",
        Verdict.HOLDS,
        (
            as_printed(
                "With symmetric flips of odds s the variance of the mean estimate is {cms-variance/right = (w/(w - 1))^2*N*s/(s - "
                "1)^2 + (N - f)*(1 - 1/d)/(w - 1) + S/(d*(w - 1))}: its first term is the noise's, and the others, in which there "
                "are no odds, are those of collisions.",
                mechanisms.symmetric,
                exhaustive.exhaustive,
            ),
        ),
    ),
    Entry(
        "sketch.variances",
        "ours",
        "The mean estimate is unbiased over the hashes, and its variance is known exactly.",
        Verdict.OURS,
        (
            as_printed(
                "Let f of N people hold the item, S be the sum of the squares of how many hold each other item, "
                "`own` and `other` the variances with which a report supports its own and another column, `gap` "
                "the difference of the means, and `shared` and `triple` the probabilities that an item shares a "
                "column with another, and that a further item does with both: then the mean estimate's variance is "
                "{mean-variance/right}.",
                moments.of_mean,
            ),
            as_printed(
                "That of a row among d, each report being about a row that is drawn, is {row-variance/right}.",
                moments.of_one_row,
            ),
            as_printed(
                "Over ideal hashes a sampled row with any flips has {unary-variance/right}, with `gap` the difference of q and p.",
                mechanisms.general,
            ),
            as_printed(
                "With symmetric flips of odds s it is {cms-variance/right}.",
                mechanisms.symmetric,
            ),
            as_printed(
                "With a Hadamard sign of any but the constant coordinate it is {hcms-plus-variance/right = N*C^2 - "
                "f + (S - (N - f))/(d*(w - 1))}, {let C = (E + 1)/(E - 1)}.",
                mechanisms.hadamard,
            ),
            as_printed(
                "With k-ary responses it is {kary-variance/right}.",
                mechanisms.kary,
            ),
            as_printed(
                "A hash of one's own leaves out what people with the same item add, {own-hash-variance/right}, and "
                "where everybody reports on all d rows the variance is the d-th part of that with a row alone, "
                "{all-rows-variance/right = (f*own/gap^2 + (N - f)*(shared*(own/gap^2 + 1) + (1 - "
                "shared)*other/gap^2 - shared^2) + (shared - shared^2)*(S - (N - f)) + (triple - shared^2)*((N - "
                "f)^2 - S))/(d*(1 - shared)^2)}.",
                moments.own_hashes,
                moments.all_rows,
            ),
            as_printed(
                "These are the moments of a report: of a bit with rate q in one's own column and p elsewhere, with "
                "the variances {bit-variance-own/right} and {bit-variance-other/right}, of a k-ary response, with "
                "{column-variance-own/right = s*(1 - s)/(s - t)^2} and {column-variance-other/right = t*(1 - t)/(s "
                "- t)^2}, {let s = E/(E - 1 + w)}, {let t = 1/(E - 1 + w)}, and of a Hadamard sign, at every width.",
                reports.other_bits,
                reports.bits,
                reports.columns,
                reports.signs,
            ),
            as_printed(
                "These formulas, put together from the moments of a report and of a pair of them, are the "
                "variances over all hash functions and reports, and the mean over them is the item's count.",
                exhaustive.exhaustive,
                exhaustive.over_families,
            ),
        ),
    ),
    Entry(
        "sketch.hadamard",
        "ours",
        "A Hadamard sign should not be of the constant coordinate.",
        Verdict.OURS,
        (
            as_printed(
                "At the same budget leaving it out lowers the variance that {@sketch.variances} has by "
                "{hcms-plus-gain/right = ((2*w - 1)*N*(C^2 - 1) + 2*(w - 1)*(N - f))/(w - 1)^2}, {let C = (E + "
                "1)/(E - 1)}, which is never negative.",
                mechanisms.hadamard,
            ),
        ),
    ),
    Entry(
        "sketch.kary-width",
        "ours",
        "The best width for k-ary responses is 1 + E, for an item that nobody holds and where no two people hold the same one.",
        Verdict.OURS,
        (
            as_printed(
                "Then, by {@sketch.variances}, any width costs {kary-best-width/right} more than the width that "
                "makes this vanish, and it is never negative.",
                mechanisms.kary,
            ),
            besides(
                "In general the variance is {kary-variance/right}: what people who hold the same item add, by whom S exceeds N less f, "
                "falls as the width grows, {kary-wider-shares-less/goal} where {kary-wider-shares-less/w <= v}.",
                mechanisms.kary,
                mechanisms.wider,
            ),
        ),
    ),
    Entry(
        "sketch.optimal",
        "ours",
        "At a width w the best flips are neither symmetric nor those of OUE.",
        Verdict.OURS,
        (
            as_printed(
                "For an item that nobody holds, flips with odds t and E t have, by {@sketch.variances}, a variance "
                "larger than those at t0, where {optimal-excess/t0}, by {optimal-excess/right} times N, over the "
                "square of the probability that others do not collide with it, and that is never negative.",
                optimum.excess,
            ),
            as_printed(
                "The square of that t0 is {optimal-at-two/right} at the smallest width, where the flips are "
                "symmetric; times the square of E it exceeds the same of OUE by {optimal-when-wide/right}: that "
                "vanishes as the width grows, and at no width does it.",
                optimum.ends,
            ),
        ),
        also=(optimum.searched,),
    ),
    Entry(
        "sketch.rows-vs-sample",
        "ours",
        "Whether to send all rows with a d-th part of the budget each, or one sampled row with all of it.",
        Verdict.OURS,
        (
            as_printed(
                "With symmetric flips, by the odds Y in a sampled row, and by their d-th root y in each of all rows, "
                "the variance of {@sketch.variances} with all rows exceeds that with a sampled one by "
                "{rows-versus-sample/right = N*(w/(w - 1))^2/4*(c^2/d - K^2 + (1 - 1/d)*((w - 2)/w)^2) + f*(1 - "
                "1/d)/(w - 1)}, {let c = (y + 1)/(y - 1)}, {let K = (Y + 1)/(Y - 1)}: S does not matter, and what a "
                "larger width or holders of the item add is never negative.",
                crossing.difference,
            ),
            as_printed(
                "At the smallest width, for an item that nobody holds, sampling is no worse if "
                "{rows-versus-sample-from-two/left}, a being the logarithm of y, is no larger than the same of c, "
                "the logarithm of Y. If it is so with {rows-versus-sample-two/d:words} rows, b being the a there, "
                "{rows-versus-sample-from-two/no fall}, then it is with more, {rows-versus-sample-from-two/goal}. "
                "With {rows-versus-sample-two/d:words} rows the sign of the difference changes and does not change "
                "back.",
                crossing.from_two,
                crossing.with_two,
            ),
            as_printed(
                "There sampling wins at epsilon {below} and all rows win at {above}, for that width and {d "
                "0:words} rows.",
                crossing.located,
            ),
            besides(
                "At larger widths or with more rows all rows win at larger epsilons, for an item that nobody holds: at {epsilon 1} for w of "
                "{w 1} and d of {d 1}, at {epsilon 2} for {w 2} and {d 2}, at {epsilon 3} for {w 3} and {d 3}, at {epsilon 4} for {w 4} and "
                "{d 4}.",
                crossing.located,
            ),
        ),
        also=(crossing.certified, in_symbols.in_symbols),
    ),
    Entry(
        "sketch.refs",
        f"{SKETCH}, section 4.2 and link [6]",
        "The best parameters are derived in Answering Range Queries under Local Differential Privacy, link [6].",
        Verdict.REFUTED,
        (
            said(
                "Link [6] is Differentially Private Linear Sketches, about sketches that a curator makes private; the paper that is named "
                "is by Cormode, Kulkarni and Srivastava, and at another place.",
                "NeurIPS 2022; Proceedings of the VLDB Endowment 12 (2019)",
                Role.AGAINST,
            ),
            besides(
                "A row that is sent without noise is for some items likelier than any odds E allow: {plain-cell/goal = 0 < rest}.",
                pairs.central,
            ),
        ),
        also=(pairs.plain_rows,),
        original="効率的な解析と最適パラメータ設定は「Answering range queries under local differential privacy」に詳述されています",
        answer="False: link [6] is a paper about sketches that a curator makes private. The named paper is by Cormode, Kulkarni and Srivastava.",
        answer_in_japanese="誤り: リンク先は, キュレーターがスケッチを秘匿する方式の論文である. 挙げられた論文は Cormode, Kulkarni, Srivastava による.",
    ),
)
