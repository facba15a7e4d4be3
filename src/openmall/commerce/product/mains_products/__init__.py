"""The products of a main display group, in their order."""
