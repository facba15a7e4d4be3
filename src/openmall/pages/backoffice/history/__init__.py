"""Recorded writes and their undo, and the activity log."""
