"""All rounds of a whole population."""
