"""Texts as searches compare them, beside the n-grams of names."""
