"""Customers with all that is known of them."""
