"""Theorem 4, and what its proof shows beyond it."""
