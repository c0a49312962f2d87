"""Theorems about what plans promise."""
