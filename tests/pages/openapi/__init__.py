"""The reference of the APIs as pages."""
