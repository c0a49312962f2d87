"""`python -m ldproof` is the command line."""

from ldproof.cli.main import main

main()
