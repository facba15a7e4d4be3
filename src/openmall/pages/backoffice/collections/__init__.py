"""Brands, manufacturers, suppliers, trends and classifications."""
