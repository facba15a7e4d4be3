"""A shop's own names of order states."""
