"""Hash families: collision probabilities and independence."""
