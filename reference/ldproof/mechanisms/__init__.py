"""Mechanisms."""

from ldproof.mechanisms.laws import law_of
from ldproof.mechanisms.maximum import tight
from ldproof.mechanisms.protocol import Level, Mechanism, Privacy, Space
from ldproof.mechanisms.spaces import Finite, from_text, json_of, text_of, to_text, valid

__all__ = [
    "Finite",
    "Level",
    "Mechanism",
    "Privacy",
    "Space",
    "from_text",
    "json_of",
    "law_of",
    "text_of",
    "tight",
    "to_text",
    "valid",
]
