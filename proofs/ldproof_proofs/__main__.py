"""`python -m ldproof_proofs`: find all certificates again, and write them where `prove --check` replays them."""

import sys

from ldproof_proofs.book.certifying import certify

if __name__ == "__main__":
    sys.exit(certify())
