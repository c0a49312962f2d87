"""ldproof: the executable ground truth for four ways of counting people without learning about any one of them."""
