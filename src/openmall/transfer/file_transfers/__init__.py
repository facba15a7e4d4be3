"""Carries out imports and exports that were created as calls."""
