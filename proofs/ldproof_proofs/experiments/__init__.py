"""Theorems about the sources' experiments."""
