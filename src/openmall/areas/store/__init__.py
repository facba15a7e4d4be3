"""Settings of a shop."""
