"""Discount codes: what they take off, and for whom."""
