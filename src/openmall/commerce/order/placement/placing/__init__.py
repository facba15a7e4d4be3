"""Placing an order: pricing, reserving stock, and storing it."""
