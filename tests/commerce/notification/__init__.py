"""Messages of a shop to its customers."""
