"""Malls to try things out in: their clock can be moved on, and calls go wrong as asked."""
