"""Urgent inquiries in the storefront: shoppers send them and read the answers."""
