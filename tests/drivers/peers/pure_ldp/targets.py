"""The clients of pure-ldp; the hash functions of its sketches tell the items 0 and 2 apart."""

from tests.drivers.peers.targets import each, none

TARGETS = (
    *each("DE | SUE | OUE | HE", 0, 1),
    *each("HE, lowest bits", 0, 1, none),
    *each("BLH | OLH | FLH | HadamardMech | HadamardResponse", 0, 1),
    *each("HadamardMech, with its type", 0, 1, none),
    *each("RAPPOR, 1 hash | RAPPOR, 2 hashes", 0, 2, none),
    *each("CMS | HCMS | PCS | SketchResponse | SketchResponse, count sketch", 0, 2),
    *each("PEM over DE | TreeHist over DE | SFP over HCMS", "00", "11"),
)
