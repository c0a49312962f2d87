"""`python -m ldproof_proofs`: find all certificates again, and write them where `prove --check` replays them.

With `--solvers`, solvers are asked what they have not been asked, and their answers are kept, too.
"""

import sys

from ldproof_proofs.book.certifying import certify

if __name__ == "__main__":
    sys.exit(certify(solvers="--solvers" in sys.argv[1:]))
