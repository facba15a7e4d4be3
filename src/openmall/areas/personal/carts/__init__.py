"""Carts: what shoppers mean to buy."""
