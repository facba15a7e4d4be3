"""How many of a variant there are: the one place that changes a quantity, and says why."""
