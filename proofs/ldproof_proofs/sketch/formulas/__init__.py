"""The flips of a row of bits: what they cost, and which are best."""
