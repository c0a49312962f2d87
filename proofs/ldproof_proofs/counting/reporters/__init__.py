"""How many people report in a round."""
