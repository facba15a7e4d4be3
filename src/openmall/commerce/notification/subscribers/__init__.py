"""Newsletters to mail addresses without an account: asked for, confirmed and ended."""
