"""Shoppers of the storefront, and the sessions they are known by."""
