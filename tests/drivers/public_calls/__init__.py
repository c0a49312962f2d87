"""Calls with odd things in the place of the arguments of every public name: refused by name, or answered."""
