"""The oracle: the reference's answers to every request of the protocol, live and as test vectors."""
