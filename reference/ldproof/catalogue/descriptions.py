"""What each mechanism is, in a sentence; E is e^epsilon."""

from collections.abc import Mapping

DESCRIPTIONS: Mapping[str, str] = {
    "shots.report": "m-shot reporting, Algorithm 1: in m of T rounds, drawn beforehand, the person's bit, right with the odds "
    "e^(epsilon/m), and in the others a dummy, which is 1 with probability r.",
    "counting.glance": "Algorithm 1: in one of T rounds, drawn beforehand, the person's bit, right with the odds E; in the "
    "others NULL.",
    "counting.harmony": "Harmony as the source has it: Glance with a 0 in the place of NULL.",
    "counting.harmony_published": "Harmony as published: Glance, with an estimate that counts a NULL as 1/2.",
    "counting.borappor": "Basic One-time RAPPOR: the person's bit in every round, right with the odds e^(epsilon/T).",
    "chi2.algorithm_1_f": "Algorithm 1 with (14), for m1 = m2: the statistic with Laplace's noise for that sensitivity is "
    "compared with tau.",
    "chi2.algorithm_1_y1": "Algorithm 1 with (15): the statistic with Laplace's noise for that sensitivity is compared with tau.",
    "chi2.algorithm_1_y2": "Algorithm 1 with (16), for controls whose variants are public: the statistic with Laplace's noise "
    "for that sensitivity is compared with tau.",
    "chi2.algorithm_2": "Algorithm 2, with a T that makes the ellipse a circle: |T| with Laplace's noise for Delta_T of (12) "
    "is compared with 1.",
    "chi2.algorithm_2_tight": "Algorithm 2 with Delta*, the longest step of T, in the place of Delta_T.",
    "chi2.algorithm_2_integer": "Algorithm 2 with the longest step of |T| over the tables that there are in the place of Delta_T.",
    "chi2.optimal": "M*: the decision is wrong with probability 1/(1 + E) where one person more could change it, and with an "
    "E-th of that for each further person who must.",
    "chi2.beta_optimal": "The test with the least beta-error: the probability of a 1 grows by E with each step away from the "
    "tables whose statistic is at most tau - beta, up to the middle, and is mirrored there.",
    "sketch.unary": "A row of bits about one of d rows, drawn: 1 with probability q in the item's column, and p in the others.",
    "sketch.per_user": "A row of bits under a public hash of the person's own, with the flips of cms.",
    "sketch.cms": "A row of bits about one of d rows, drawn, as in Apple's Count Mean Sketch: each is right with the odds "
    "e^(epsilon/2).",
    "sketch.oue": "A row of bits about one of d rows, drawn: 1 with probability 1/2 in the item's column, and 1/(1 + E) in "
    "the others.",
    "sketch.optimal": "A row of bits about one of d rows, drawn, with the flips at which the estimate of an item that nobody "
    "holds varies least.",
    "sketch.hcms": "A sign of a Hadamard matrix about one of d rows, drawn: that of the item's column at a drawn place of w, "
    "right with the odds E.",
    "sketch.hcms_plus": "As hcms, without the first place, at which all columns have the same sign.",
    "sketch.kary": "A column about one of d rows, drawn: the item's with probability E/(E + w - 1), and each other one with "
    "1/(E + w - 1).",
    "sketch.all_rows": "A row of bits for each of d rows, as the source has it: each bit is right with the odds "
    "e^(epsilon/(2 d)).",
}
"""By name: ours, and none of another package's, whose classes say it."""
