"""Proof objects: every theorem alone in a file, for a checker that is not ours."""
