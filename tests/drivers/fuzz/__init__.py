"""Whatever is written on the command line, or said to the oracle, has an answer: a value, a verdict, or a named refusal."""
