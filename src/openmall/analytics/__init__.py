"""What visitors do in a shop: collected, sessionised, kept as facts, reported."""
