"""The source that these entries are about."""

COUNTING = "Ono, Fukuchi, Akimoto, Sakuma: one-shot reporting for locally private continual counting"
