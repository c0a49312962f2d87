"""The Coq files of proof objects."""
