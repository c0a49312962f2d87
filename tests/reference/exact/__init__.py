"""Exact draws: their laws by enumerating all coins, and their consumption against plain models of it."""
