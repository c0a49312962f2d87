"""A program that serves our own mechanisms: a name, and those of them that it knows, are its arguments."""

import sys

from ldproof.oracle.ops import draw
from ldproof.programs.serving import serve

if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2:], draw)
