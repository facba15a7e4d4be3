"""The log of state transitions of items, which `state_changes.py` shows."""
