"""Refunds: created with a claim, executed at once or when they are confirmed."""
