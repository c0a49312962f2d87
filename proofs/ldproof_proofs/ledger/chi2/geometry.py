"""The source's claims on the statistic, its ellipse, what one person moves, and what noise then hides."""

from ldproof_proofs.chi2 import regions, significance
from ldproof_proofs.chi2.accuracy import synthetic
from ldproof_proofs.chi2.curator import counterexamples, laplace, losses
from ldproof_proofs.chi2.ellipse import conic, image
from ldproof_proofs.chi2.formulas import identity
from ldproof_proofs.chi2.formulas import statistic as formulas
from ldproof_proofs.chi2.sensitivities import (
    balanced,
    exhaustive,
    larger_groups,
    middle,
    norm,
    one_step,
    star,
)
from ldproof_proofs.chi2.sensitivities import statistic as rows
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import composition, pointwise, privacy

CHI2 = "Kakizaki, Fukuchi, Sakuma: differentially private chi-squared tests by a geometric interpretation"

MODEL: tuple[Entry, ...] = (
    Entry(
        "chi2.eq-1",
        f"{CHI2}, section 1, equation (1), and section 3, equation (6)",
        "chi2 = (ad - bc)^2 N / ((a+b)(a+c)(b+d)(c+d)); with m1 and m2 known it is (a m2 - b m1)^2 N/((a+b)(N-a-b) m1 m2).",
        Verdict.HOLDS,
        (
            as_printed(
                "Where no margin is empty, (1) is {eq-1-is-eq-6/right = (a*m2 - b*m1)^2*N/((a + b)*(N - a - "
                "b)*m1*m2)}, {let N = m1 + m2}; and both are Pearson's sum over all cells of the square of what is "
                "observed less what is expected, over what is expected.",
                formulas.two_forms,
            ),
            besides(
                "Wherever it is defined, the statistic is at most the number of people: {statistic-at-most-people/goal = (a*(b + d) "
                "- b*(a + c))^2 <= (a + b)*(c + d)*(a + c)*(b + d)}.",
                synthetic.at_most_people,
            ),
            besides(
                "Where nobody or everybody has the variant (1) has no value; here the statistic is {without a "
                "margin:words} there.",
                formulas.every_table,
            ),
        ),
    ),
    Entry(
        "chi2.p-value",
        f"{CHI2}, section 1",
        "Comparing the statistic with the threshold of a significance level is comparing the p-value with the level.",
        Verdict.HOLDS,
        (
            said(
                "A p-value falls strictly as the statistic grows, so that both comparisons agree.",
                "the definition of a p-value, and a density that is nowhere zero",
                Role.PRINTED,
            ),
            besides(
                "At every statistic with {p-value-in-symbols/tau >= 0} and {p-value-in-symbols/tau <= 1000000000} the "
                "reference's p-value is the probability that a standard normal number is, up to its sign, larger than "
                "the statistic's root, which is erfc of the root in {p-value-in-symbols/goal}; at the quantile of a "
                "level it is erfc of the positive u at which that is the level, as {quantile-in-symbols/goal}.",
                significance.in_symbols,
            ),
            besides(
                "The reference's threshold of a level is not below the quantile, and less than {p-value-by-integral/above} of itself above "
                "it.",
                significance.levels,
                significance.thresholds,
            ),
        ),
    ),
    Entry(
        "chi2.threshold",
        f"{CHI2}, section 5.1.1",
        "tau = 3.84 belongs to the significance level 0.05.",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of a rounded number: a squared standard normal number exceeds {usual-threshold/low:7} with a "
                "probability above the level {usual-threshold/level}, and {usual-threshold/high:7} with a smaller "
                "probability.",
                significance.usual,
                significance.usual_by_series,
            ),
            besides(
                "It exceeds {usual-threshold/printed:3} itself with a probability above the level.",
                significance.usual,
                significance.usual_by_series,
            ),
        ),
    ),
    Entry(
        "chi2.fienberg",
        f"{CHI2}, section 1.1, and section 4.2",
        "Fienberg et al.'s method cannot promise differential privacy where the numbers of cases and of controls differ.",
        Verdict.HOLDS,
        (
            as_printed(
                "With fewer cases than controls (14), {delta-f-too-small/left = 4*N/(N + 2)}, {let N = m1 + m2}, "
                "is less than what a case's variant moves the statistic by where all controls have it and no other "
                "case; exchanging cases and controls leaves the statistic as it is.",
                balanced.too_small,
                rows.flipped,
            ),
            as_printed(
                "Noise for D tells more than epsilon of a longer step, `move`: at a neighbour's value the "
                "densities have the odds {longer-step-tells/right}, and {longer-step-tells/goal}.",
                laplace.tells,
            ),
        ),
    ),
    Entry(
        "chi2.def-2.1",
        f"{CHI2}, section 2.1, Definition 2.1",
        "M is epsilon-private if Pr[M(D) = s]/Pr[M(D') = s] <= e^epsilon for all outputs s and all databases D, D' at a "
        "Hamming distance of 1.",
        Verdict.CORRECTED,
        (
            against(
                "If a case may become a control too, (15) is no sensitivity: with a of {labels-move-the-statistic/a}, b of "
                "{labels-move-the-statistic/b}, m1 of {labels-move-the-statistic/m1} and m2 of {labels-move-the-statistic/m2}, a case "
                "without the variant who becomes a control moves the statistic by a number whose square is "
                "{labels-move-the-statistic/left}; that of (15) is {labels-move-the-statistic/right} with the sizes after it, and no "
                "more with those before it.",
                counterexamples.label_changes,
            ),
            against(
                "Nor is (12): with a of {labels-move-the-norm/a}, b of {labels-move-the-norm/b}, m1 of {labels-move-the-norm/m1}, m2 of "
                "{labels-move-the-norm/m2} and tau of {labels-move-the-norm/tau}, a case with the variant who becomes a control moves "
                "|T| by {labels-move-the-norm/left:5}, and (12) is {labels-move-the-norm/right:5} with both sizes.",
                counterexamples.label_changes,
            ),
            instead(
                "With m1 and m2 public and neighbours that differ in a person's variant, (15) bounds every step in "
                "a, up or down, between tables that are not degenerate; the other steps are in {@chi2.eq-15}.",
                one_step.within,
                larger_groups.public_within_private,
            ),
            besides(
                "From groups of the same size (14) bounds even that.",
                counterexamples.from_even_groups,
            ),
            instead(
                "The inequality is to be without a quotient, which has no value where an output cannot come out under the other data: "
                "and what is so of outcomes, whose probabilities p and q have {events/p <= E q}, is so of events of any finite number of "
                "outcomes, whose probabilities P and Q have {ldp-singletons/goal}.",
                pointwise.events,
                privacy.singletons,
            ),
        ),
    ),
    Entry(
        "chi2.thm-2.1",
        f"{CHI2}, section 2.2, Definition 2.2 and Theorem 2.1",
        "f(D) + Y with Laplace's noise Y of scale Delta/epsilon is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                "At a number whose distances from neighbours' values are d and u, {laplace-density/u <= d + D} as "
                "these are D apart at most, and the densities, both without the same factor, have "
                "{laplace-density/goal}.",
                laplace.density,
            ),
            besides(
                "D may be any number that no step between neighbours exceeds, and less will not do: where neighbours' values are further apart, by "
                "`move`, the densities have at one of the values the odds {longer-step-tells/right}, and {longer-step-tells/goal}.",
                laplace.tells,
            ),
            besides(
                "Several tests of the same people multiply the odds, and so add their epsilons: {epsilons-add/goal}.",
                composition.composition,
                composition.epsilons_add,
            ),
            said(
                "The source gives the epsilon of a test where it reports on many tests of the same people.",
                "its section 5.2",
            ),
        ),
    ),
    Entry(
        "chi2.post-processing",
        f"{CHI2}, section 2.2",
        "Comparing a private number with a threshold that does not depend on the data stays private.",
        Verdict.HOLDS,
        (
            as_printed(
                "For finitely many outcomes: every event of what is drawn from a private mechanism's output, by any channel, has "
                "probabilities P and Q with {goal}.",
                privacy.post_processing,
            ),
            as_printed(
                "For a number with Laplace's noise and this comparison, {noise-ldp/goal}: see {@chi2.thm-2.2}.",
                laplace.tail,
                laplace.reaches,
                laplace.private,
            ),
            besides(
                "What is possible under a neighbour's data is so under the other's: {possible/goal} if {possible/p "
                "> 0}.",
                pointwise.possible,
            ),
        ),
    ),
    Entry(
        "chi2.thm-2.2",
        f"{CHI2}, section 2.2, Theorem 2.2 and Algorithm 1",
        "Algorithm 1 is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                "Its answer is LDP: every event has probabilities P and Q under the data of neighbours with {noise-ldp/goal}. "
                "Here r and q are the reaches of values on the same side of the threshold, {noise-ldp/q <= r + 1} and {noise-ldp/r <= q "
                "+ 1}, and r_2 and q_2 are those of values on different sides, {noise-ldp/r_2 + q_2 <= 1}.",
                laplace.private,
            ),
            as_printed(
                "Reaches are distances from the threshold h divided by D, and those of neighbours, {reach-beyond/y <= z + D}, are "
                "such: {reach-beyond/goal} on the same side, and {reach-across/goal} on different sides.",
                laplace.reaches,
            ),
            as_printed(
                "A value at the distance d from the threshold gets the other answer with the probability {laplace-tail/right}.",
                laplace.tail,
            ),
        ),
        also=(losses.every_loss,),
    ),
)

ELLIPSE: tuple[Entry, ...] = (
    Entry(
        "chi2.lem-3.1",
        f"{CHI2}, section 3, Lemma 3.1, equations (7) to (9)",
        "The real (a, b) with chi2 = tau are the ellipse (7), AB - C^2 = tau N m1 m2 (m1 + m2)^2 > 0, and chi2 > tau if and "
        "only if (a, b) is outside.",
        Verdict.CORRECTED,
        (
            against(
                "The tables of nobody and of everybody with the variant, where (6) has no value, are points of (7) "
                "too: its left side is {nobody-on-conic/right} at both.",
                identity.on_conic,
            ),
            instead(
                "Where some people have the variant and some have not, the left side of (7) is {sign-and-statistic/right = (K - "
                "tau)*m1*m2*s*(N - s)}, {let K = (a*m2 - b*m1)^2*(m1 + m2)/((a + b)*(m1 + m2 - a - b)*m1*m2)}, {let N = m1 + m2}, "
                "{let s = a + b}, where K is the statistic: it is positive where the table is significant, and not otherwise.",
                conic.decides,
                identity.by_statistic,
                identity.decides,
            ),
            instead(
                "The determinant is {determinant/right = tau*N*m1*m2*(m1 + m2)^2}, {let N = m1 + m2}, and positive.",
                conic.determinant,
            ),
            besides(
                "The centre is the middle of all tables: around it (7) is the quadratic form of A, C and B less "
                "{scale-is-form-at-centre/left = tau*m1*m2*N^2/4}, {let N = m1 + m2}.",
                conic.around_centre,
            ),
        ),
        also=(
            regions.regions,
            regions.nearly,
        ),
    ),
    Entry(
        "chi2.lem-3.2",
        f"{CHI2}, section 3, Lemma 3.2, equations (10) and (11), and appendix A.1",
        "T of (10) makes the ellipse a unit circle: (a, b) is outside if and only if |T(a, b)| > 1.",
        Verdict.CORRECTED,
        (
            against(
                "As our copy prints (10), and (A.3), the square of |T| is {printed-map-decides/left:6} at a of "
                "{printed-map-decides/a} and b of {printed-map-decides/b} for m1 of {printed-map-decides/m1}, m2 "
                "of {printed-map-decides/m2} and tau of {printed-map-decides/tau}: the table is not significant, "
                "its statistic is the least that there is, and it would be outside.",
                image.as_printed,
            ),
            against(
                "Nor is the ellipse's centre sent to the origin: at a of {printed-map-centre/a} and b of "
                "{printed-map-centre/b} for m1 of {printed-map-centre/m1}, m2 of {printed-map-centre/m2} and tau "
                "of {printed-map-centre/tau}, |T| is {printed-map-centre/left:6}.",
                image.as_printed,
            ),
            instead(
                "The translation belongs inside the bracket that is scaled, as in the step from (A.2) to (A.3): what is printed is the rotated centre, with "
                "the other sign, {let N = m1 + m2}; then the "
                "square of |T| is {norm-is-form/left = ((2*(a + b) - N)/N)^2 + 4*(a*m2 - b*m1)^2/(tau*m1*m2*N)}, the form of A, C "
                "and B around the centre over R.",
                image.rotated,
                image.axes,
                image.shift,
                conic.norm,
            ),
            instead(
                "With that, the square of |T| is above {outside-is-norm-above-1/left:words} where the left side "
                "of (7) is positive, and at most {inside-is-norm-at-most-1/right:words} where it is not.",
                identity.decides,
            ),
            besides(
                "(11), its numerator over its denominator, is {eq-11/R = tau*m1*m2*N^2/4}, {let N = m1 + m2}, as (A.9) says: "
                "{eq-11/goal:short}.",
                image.printed_scale,
            ),
            besides(
                "Where tau is N and m2 is not the smaller group, the larger eigenvalue is A, as C vanishes and "
                "{axis-at-n/goal}; the vector that (10) divides by the length of vanishes then.",
                image.larger_first,
            ),
            besides(
                "The second eigenvector of appendix A.1, with A less the first eigenvalue above, lacks a division "
                "of that by C: it is an eigenvector only if C is A less the second eigenvalue, times what the "
                "first exceeds A by; and that is {second-axis-asks/right = (m1*m2*(tau - m1 - m2))^2}, the square "
                "of C.",
                image.second_axis,
            ),
            besides(
                "The map that runs as printed is (10), whatever the cells of a table are, at the sizes and thresholds that were looked at.",
                image.printed_map,
            ),
        ),
        also=(image.mended,),
    ),
    Entry(
        "chi2.thm-3.1",
        f"{CHI2}, section 3, Theorem 3.1",
        "With T of (10): if |T(a, b)| > 1 the test is significant, and, as the proof says, only then.",
        Verdict.CORRECTED,
        (
            against(
                "With T as (10) is printed it is not so, as {@chi2.lem-3.2} has it: at a of {printed-map-decides/a} and b of "
                "{printed-map-decides/b} for m1 of {printed-map-decides/m1}, m2 of {printed-map-decides/m2} and tau of "
                "{printed-map-decides/tau} the square of |T| is {printed-map-decides/left:6}, and the table is not significant.",
                image.as_printed,
            ),
            instead(
                "With T as {@chi2.lem-3.2} mends (10), the square of |T| is {master-identity/right = 1 + (K/tau - "
                "1)*4*s*(N - s)/N^2}, {let K = (a*m2 - b*m1)^2*(m1 + m2)/((a + b)*(m1 + m2 - a - b)*m1*m2)}, {let "
                "N = m1 + m2}, {let s = a + b}, where some people have the variant and some have not and K is the "
                "statistic: it is above its first summand if and only if K exceeds tau.",
                identity.identity,
                identity.decides,
            ),
            instead(
                "Where nobody has the variant, or everybody, the square is {degenerate-nobody/right}, and the table not significant.",
                identity.degenerate,
            ),
            besides(
                "For all real a and b the left side of (7) says on which side of its threshold |T| is: "
                "{norm-and-sign/goal = tau*m1*m2*N^2*(S - 1) = 4*(N*(a*m2 - b*m1)^2 - tau*m1*m2*(a + b)*(N - a - "
                "b))}, {let N = m1 + m2}, with {let S = ((2*(a + b) - m1 - m2)/(m1 + m2))^2 + 4*(a*m2 - "
                "b*m1)^2/(tau*m1*m2*(m1 + m2))} for the square of |T|.",
                identity.everywhere,
            ),
            besides(
                "The factor of the margin in it, its weight, is {weight-of-a-share/right = 4*p*(1 - p)}, {let p = (a + b)/(m1 + m2)}, p "
                "being the share of those with the variant.",
                formulas.weight,
            ),
        ),
    ),
    Entry(
        "chi2.thm-4.1",
        f"{CHI2}, section 4.1, Theorem 4.1, equation (12), and appendix A.2",
        "The sensitivity of |T| is {= Delta_T = 2*sqrt(((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2))}.",
        Verdict.LOOSE,
        (
            as_printed(
                "Read as a number that no step exceeds, and of T as {@chi2.lem-3.2} mends it: a step in a moves T "
                "by the root of {step-of-t-in-a/right = 4*m2/(tau*m1*N) + 4/N^2}, and a step in b by that of "
                "{step-of-t-in-b/right = 4*m1/(tau*m2*N) + 4/N^2}, {let N = m1 + m2}, whatever the table.",
                norm.lengths,
            ),
            as_printed(
                "|T| moves by no more, also where one of the tables is at the centre; exchanging cases and "
                "controls leaves it as it is, so that this is so of steps in b.",
                norm.triangle,
                norm.at_centre,
                norm.alike,
            ),
            as_printed(
                "The square of (12), {t-squared/left = 4*((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2)}, {let N"
                " = m1 + m2}, is the sum of both squares, as the sum of the eigenvalues is that of A and B.",
                norm.as_the_source,
                norm.printed,
            ),
            sharper(
                "The longer of both steps is enough, and less than (12), whose square is {t-squared-and-star/right = 4*((N - m)/(m*tau*N) "
                "+ 1/N^2) + 4*(m/((N - m)*tau*N) + 1/N^2)}, {let N = m1 + m2}, {let m = min(m1, m2)}: the first summand is that of the "
                "longer one.",
                star.longest,
                star.compared,
                star.tied,
            ),
            besides(
                "So (12) is never attained, as no step of |T| exceeds the longer step of T; with S for the square "
                "of that, its own is at most {t-at-most-root-two-stars/right = 2*S}, {let S = 4*((m1 + m2 - "
                "min(m1, m2))/(min(m1, m2)*tau*(m1 + m2)) + 1/(m1 + m2)^2)}, and is that where the groups have the "
                "same size.",
                star.compared,
                star.longest,
                norm.triangle,
                norm.at_centre,
                norm.alike,
            ),
            besides(
                "Where {m1 <= m2} the longer step is that in a.",
                star.tied,
            ),
            besides(
                "In the row in which as many controls have the variant as have not, |T| is so many steps as a is "
                "away from the middle of the cases: its square is {norm-on-ray/right = (a - "
                "m1/2)^2*(4*m2/(tau*m1*N) + 4/N^2)}, {let N = m1 + m2}. So for {whole-step-outwards/m1 >= 2} the "
                "last step of that row is as long as T's, and with a case alone both of its tables have the same "
                "|T|; in any other row every step is shorter, if neither table is the centre.",
                norm.along_the_ray,
                norm.triangle,
            ),
            besides(
                "In a row |T| is convex: it is at most the mean of the |T| of both neighbours in the row, if "
                "neither of these is at the centre; and with all variants flipped it is the same. So in a row "
                "without the centre a step in a is no longer than the last one of that row, or of the row opposite.",
                norm.convex,
                norm.alike,
            ),
            besides(
                "Of rows on the same side of the centre, |T| grows by as much or more in the nearer one, at each "
                "step from the middle of the row on; where it falls in that one, it falls by no more than in the "
                "other.",
                middle.nearer,
            ),
            besides(
                "Of rows as far from it on different sides, |T| grows by as much or more, at each step from the "
                "middle of the row on, in the one with the smaller b where C is negative, and the larger b where C "
                "is positive; the first is so where {lean-below/side = tau < N}, {let N = m1 + m2}, and the second "
                "where {lean-above/side = N < tau}.",
                middle.leaning,
                middle.lean,
            ),
            besides(
                "With a case alone, of rows on that side |T| grows by as much or more in the farther one, at its "
                "only step.",
                middle.single,
            ),
        ),
        original=r"カイ二乗検定において, $\|T((a, b)^t)\|_2$ の Sensitivity Δ は式 (12) となる.",
        answer="True as an upper bound, but never attained: if m1 is at most m2, the square of the longest step of T is "
        "{step-of-t-in-a/right = 4*m2/(tau*m1*N) + 4/N^2}, {let N = m1 + m2}.",
        answer_in_japanese="上界としては正しいが, 達成されない. m1 が m2 以下のとき, T の最大の変化量の平方は "
        "{step-of-t-in-a/right = 4*m2/(tau*m1*N) + 4/N^2} である ({let N = m1 + m2}).",
        also=(exhaustive.integers,),
    ),
    Entry(
        "chi2.thm-4.2",
        f"{CHI2}, section 4.1, Theorem 4.2 and Algorithm 2",
        "Algorithm 2 is epsilon-private.",
        Verdict.HOLDS,
        (
            as_printed(
                "It compares |T| with its threshold after Laplace's noise for Delta_T, which no step of |T| "
                "exceeds, {@chi2.thm-4.1}: so every event has probabilities P and Q with {noise-ldp/goal}, as {@chi2.thm-2.2} says of "
                "any such number.",
                norm.lengths,
                norm.triangle,
                norm.at_centre,
                norm.alike,
                norm.printed,
                laplace.tail,
                laplace.reaches,
                laplace.private,
            ),
            besides(
                "So it is with the longer step in the place of Delta_T.",
                norm.triangle,
                norm.at_centre,
                norm.alike,
                star.longest,
                laplace.tail,
                laplace.reaches,
                laplace.private,
            ),
            besides(
                "With Delta_T it wastes budget: at an epsilon of {epsilon:words} no answer tells more than "
                "{least..most} between any two neighbours, and some answer does tell that, for {few:words} cases "
                "and as many controls at tau of {tau} and for {many:words} of each at tau of {many tau:words}; "
                "for {few:words} of each at tau of {many tau:words} it is {across least..across most}.",
                losses.wasted,
            ),
        ),
        also=(losses.every_loss,),
    ),
    Entry(
        "chi2.eq-14",
        f"{CHI2}, section 4.2, equation (14)",
        "For m1 = m2 the sensitivity of the statistic is Delta_F = 4N/(N + 2).",
        Verdict.HOLDS,
        (
            as_printed(
                "For groups of the same size, of m1 each, (15) is {delta-f-is-y1/right = 4*N/(N + 2)}, {let N = "
                "2*m1}: so {@chi2.eq-15} says that no step exceeds it.",
                balanced.as_printed,
                rows.flipped,
                one_step.within,
                one_step.first_step,
                larger_groups.public_within_private,
            ),
            as_printed(
                "The step from no case and all controls with the variant to a case more is as long, with a case "
                "alone as with more.",
                larger_groups.attained,
                balanced.single,
            ),
        ),
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-15",
        f"{CHI2}, section 4.2, equation (15)",
        "The sensitivity of the statistic is Delta_Y1 = N^2/(m1 m2) max{m1, m2}/(max{m1, m2} + 1).",
        Verdict.HOLDS,
        (
            as_printed(
                "A step in a between tables that are not degenerate moves the statistic, up or down, by at most "
                "(16), {step-up-within-y2/right = N^2/(m1*m2)*M/(M + 1)}, {let N = m1 + m2}, {let M = m2 - min(b,"
                " m2 - b)}, which is at most (15), {y2-within-y1/goal = N^2/(m1*m2)*M/(M + 1) <= N^2/(m1*m2)*L/(L"
                " + 1)}, {let L = m1 + m2 - min(m1, m2)}.",
                one_step.within,
                larger_groups.public_within_private,
            ),
            as_printed(
                "The step away from the table that nobody's variant makes, where (1) has no value and the "
                "statistic is the least that there is, is within (16) too; flipping all variants, and exchanging "
                "cases and controls, leaves the statistic as it is, so that the same is so of the step to the "
                "table of everybody and of steps in b.",
                one_step.first_step,
                rows.from_nobody,
                rows.flipped,
            ),
            as_printed(
                "Where {y1-attained/m1 <= m2} the step from no case and all controls with the variant to a case "
                "more is as long, with a case alone as with more.",
                larger_groups.attained,
                balanced.single,
            ),
            besides(
                "In a row the statistic is {statistic-in-parts/right = N^2/(m1*m2)*(b^2/s + (m2 - b)^2/(N - s) - m2^2/N)}, {let N = m1 + "
                "m2}, {let s = a + b}; a step adds to the second part and takes from the first, each at most a count over the next one, "
                "which grows with the count.",
                rows.in_two_parts,
                rows.step,
                rows.share,
            ),
        ),
        also=(
            exhaustive.rows,
            exhaustive.by_whole_numbers,
        ),
    ),
    Entry(
        "chi2.eq-16",
        f"{CHI2}, section 4.2, equation (16)",
        "Where b and d are public too, it is Delta_Y2 = N^2/(m1 m2) max{b, d}/(max{b, d} + 1).",
        Verdict.LOOSE,
        (
            as_printed(
                "No step in a between tables that are not degenerate moves the statistic by more, and none away from the table that "
                "nobody's variant makes, nor to that of everybody, as flipping all variants leaves the statistic as it is.",
                one_step.within,
                one_step.first_step,
                rows.flipped,
            ),
            sharper(
                "Where some controls have the variant and some have not, every step is shorter.",
                one_step.within,
            ),
            sharper(
                "In such a row the steps grow, and flipping all variants leaves the statistic as it is: so the longest is the first one of "
                "the rows b and m2 less b, each of which is {first-of-row/right = N^2*(2*b^2*m1 - b*m1^2 - 2*b*m1*m2 + b*m1 - b*m2 + "
                "m2^2)/(m1*m2*(b + 1)*(N - b)*(N - b - 1))}, {let N = m1 + m2}, with its own b, up or down.",
                rows.step,
                rows.convex,
                rows.first_of_row,
                rows.flipped,
            ),
            besides(
                "Where {b <= c} (16) is {y2-of-row/right = N^2/(m1*m2)*(m2 - b)/(m2 - b + 1)}, {let N = m1 + m2}.",
                larger_groups.tied,
            ),
            besides(
                "If b is private it is no sensitivity: with a of {y2-needs-public-controls/a}, b of "
                "{y2-needs-public-controls/b}, m1 of {y2-needs-public-controls/m1}, m2 of "
                "{y2-needs-public-controls/m2}, tau of {y2-needs-public-controls/tau} and epsilon of "
                "{y2-needs-public-controls/epsilon}, a one is {y2-needs-public-controls/left:4} times as likely as "
                "with another control's variant, where no more than e to the epsilon is promised.",
                counterexamples.private_controls,
                laplace.tail,
            ),
        ),
        also=(exhaustive.rows,),
    ),
)
