"""The oracle: what it answers, what it survives, and its vectors."""
