"""The source on m-shot reporting."""

SHOTS = "Ono, Fukuchi, Sakuma: sequential heavy hitters under local differential privacy"
