"""Theorems about locally private continual counting."""
