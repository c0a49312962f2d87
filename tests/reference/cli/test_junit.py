"""JUnit's XML."""

from xml.etree import ElementTree as ET

import pytest

from ldproof.cli.junit import Case, junit


@pytest.mark.parametrize("lacking", ["\0", "\x08", "\x1b", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_lacks_is_marked(lacking: str) -> None:
    """Programs say everything, and what they say is in names and messages."""
    said = f"a{lacking}b"
    file = junit(
        "tool", said, [Case("room", said, said, (said, said)), Case("room", "n", said, skipped=True)]
    )
    (suite,) = ET.fromstring(file)
    failed, skipped = suite
    texts = [suite.get("name"), failed.get("name")]
    texts += [
        text for each in (*failed, *skipped) for text in (each.get("message"), each.text) if text is not None
    ]
    assert texts == ["a\N{REPLACEMENT CHARACTER}b"] * 7


@pytest.mark.parametrize("kept", ["\t", "\n", "ü", "\U0001f600", "<&>\"'", "\x7f"])
def test_what_xml_has_is_kept(kept: str) -> None:
    (suite,) = ET.fromstring(junit("tool", "s", [Case("room", "n", f"a{kept}b")]))
    assert suite[0][0].text == f"a{kept}b"
