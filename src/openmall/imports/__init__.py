"""Fills a shop from files: products and categories as other systems write them."""
