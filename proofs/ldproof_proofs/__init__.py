"""ldproof_proofs: the theorems about ldproof, each with a certificate, and the ledger of every claim."""
