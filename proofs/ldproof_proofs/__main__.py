"""`python -m ldproof_proofs`: find all certificates again, and write them where `prove --check` replays them."""

import sys
from pathlib import Path

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.ledger import ENTRIES


def main() -> int:
    """Write the certificates, unless an entry fails."""
    prover = Searching()
    failures = [f"{report.entry.name}: {report.failure}" for report in run(ENTRIES, prover) if report.failure]
    if failures:
        sys.stderr.write("\n".join([*failures, ""]))
        return 1
    store.save(prover.certificates(), Path(__file__).with_name(store.FILE))
    return 0


if __name__ == "__main__":
    sys.exit(main())
