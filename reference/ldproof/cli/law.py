"""`ldproof law`: the exact law of a mechanism's output."""

from typing import Annotated, Any

import typer

from ldproof.catalogue import Mechanism, Value, answer, logarithm, mechanism
from ldproof.cli.arguments import assignments
from ldproof.cli.endings import ending
from ldproof.cli.evaluate import DIGITS
from ldproof.cli.output import Status, say, say_json, show
from ldproof.cli.values import as_json, in_words
from ldproof.domains import DOMAINS
