"""Which events to bet on: features of outputs, their counts, and what an event promises."""
