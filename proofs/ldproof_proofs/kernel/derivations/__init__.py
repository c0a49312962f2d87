"""Derivations as text: words, and displays that are certified in the form in which they are printed."""
