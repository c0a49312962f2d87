"""The variance of the mean estimate: over hashes, rows and noise, for fixed hashes, and which noise is best."""
