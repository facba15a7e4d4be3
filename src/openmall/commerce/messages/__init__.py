"""Automatic messages of a shop: their texts and channels."""
