"""Automatic expiration of points by age."""
