"""Products of shops that take part in the partner programme."""
