"""The statistic, and how far its table lies from the ellipse."""
