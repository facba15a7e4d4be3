"""Recipes: which events of a kind an app wants, by conditions on their fields."""
