"""The chi-squared test of a two-by-two table, released with differential privacy."""
