"""Products, their options, variants and stock."""
