"""Ready-made handlers for plain resources."""
