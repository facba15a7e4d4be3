"""Refunds: what is given back of what an order cost, and when."""
