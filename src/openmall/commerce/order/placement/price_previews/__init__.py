"""Prices of products for guests and for the members of each customer group."""
