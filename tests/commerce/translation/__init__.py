"""Translations of categories, products and the store."""
