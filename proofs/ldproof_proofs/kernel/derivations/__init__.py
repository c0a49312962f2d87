"""Derivations for readers: found by SymPy, certified line by line."""
