"""Theorem 5."""
