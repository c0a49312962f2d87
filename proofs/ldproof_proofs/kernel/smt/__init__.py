"""The rule `smt`: what z3 and cvc5 say to the same text. It proves nothing; it can only object."""
