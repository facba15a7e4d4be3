"""Bundles: products made of other products, sold together at a discount."""
