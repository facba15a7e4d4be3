"""Texts of categories, products and the store in the languages of a mall's other shops."""
