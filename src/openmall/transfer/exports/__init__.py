"""Exports a mall's products to files that this and other programs read."""
