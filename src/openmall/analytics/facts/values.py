"""The values of facts."""

Fact = str | int | bool
"""A value of a fact."""
