"""Notices of products that are back in stock: who asked for one, and sending them."""
