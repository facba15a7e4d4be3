"""Copies of an installation or of one mall: made, checked, read back, and moved elsewhere."""
