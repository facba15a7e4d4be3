"""Dated versions: which one a call speaks, and what changed between them."""
