"""Wish lists of customers."""
