"""Shops that take part in the partner programme."""
