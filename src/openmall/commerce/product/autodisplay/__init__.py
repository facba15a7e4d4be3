"""Choosing the products that a rule of automatic display shows."""
