"""SARIF 2.1.0: findings as code hosts show them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True, slots=True)
class Result:
    """A finding: which rule it breaks, what it is about, and what is said."""

    rule: str
    about: str
    words: str


def sarif(rules: Mapping[str, str], results: Iterable[Result]) -> dict[str, object]:
    """The file: rules with what each asks for, and every finding an error."""
    listed = [*rules]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "ldproof",
                        "rules": [
                            {"id": name, "shortDescription": {"text": words}} for name, words in rules.items()
                        ],
                    }
                },
                "results": [
                    {
                        "ruleId": each.rule,
                        "ruleIndex": listed.index(each.rule),
                        "level": "error",
                        "message": {"text": each.words},
                        "locations": [{"logicalLocations": [{"fullyQualifiedName": each.about}]}],
                        "partialFingerprints": {"about/v1": each.about},
                    }
                    for each in results
                ],
            }
        ],
    }
