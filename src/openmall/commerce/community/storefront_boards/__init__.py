"""Boards in the storefront: shoppers read and write articles and comments."""
