"""Random command lines and oracle requests; each must get a value, a verdict, or a refusal with a reason."""
