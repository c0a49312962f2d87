"""Theorems about m-shot reporting."""
