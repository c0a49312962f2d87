"""The exact variances, and which is the least."""
