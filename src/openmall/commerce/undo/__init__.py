"""Undo of admin writes: what they changed is recorded with them, and reverted by a later call."""
