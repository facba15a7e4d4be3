"""Carts of shoppers."""
