"""How sentences are headed, by what they are to the printed claim."""

from collections.abc import Mapping

ROLES: Mapping[str, str] = {
    "the printed claim": "As printed",
    "what contradicts it": "Against it",
    "what is so in its place": "Instead",
    "more than it says": "Sharper",
    "besides": "Besides",
}
