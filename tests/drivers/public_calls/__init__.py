"""Calls of every public name with odd arguments; each must return a value or refuse by name."""
