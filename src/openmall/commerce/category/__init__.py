"""The tree products are displayed in."""
