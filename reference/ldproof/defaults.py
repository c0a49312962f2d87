"""The defaults that the commands and the Python functions share. It imports nothing, so that help is quick."""

ALL = "all"
"""Names everything that can be compared with the reference."""
BLACK_BOX = "black-box"
"""Names a program that claims to be no mechanism of ours."""
AUDIT_ALPHA, AUDIT_DRAWS = "0.05", 100_000
"""The probability that an audit is wrong about a program that keeps its claim, and the most pairs of draws."""
CONFORM_ALPHA, CONFORM_DRAWS = "1e-6", 12_000
"""The probability that a comparison is wrong about a program that draws from the law, and the most draws."""
ULPS = 16
"""The units in the last place by which a number may be off."""
TIMEOUT = "60"
"""The seconds for an answer."""
SEED = "ldproof"
"""What simulations' coins are made from."""
RUNS = "100"
"""As many as in the first source's first experiment."""
RULE = "bits"
"""How a genotype becomes a bit."""
SKETCH_DELTA = "1/20"
"""The probability that any interval of a query misses its count."""
UNBIASED, COMPLETE = "unbiased", "complete"
ESTIMATES = (UNBIASED, "consistent", COMPLETE)
"""The estimates of a query, first those that are the default."""
