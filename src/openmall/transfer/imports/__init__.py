"""Fills a shop from files: products and categories as other programs write them."""
