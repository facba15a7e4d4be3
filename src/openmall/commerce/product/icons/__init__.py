"""Icons beside a product's name."""
