"""The oracle: its answers, its robustness, and its test vectors."""
