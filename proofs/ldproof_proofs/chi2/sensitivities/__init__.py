"""How much one person moves the statistic, and the norm."""
