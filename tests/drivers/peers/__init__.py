"""Libraries of others, each in an environment of its own, audited through the protocol."""
