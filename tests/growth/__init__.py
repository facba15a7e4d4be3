"""How much work lists and counts are in a large shop, counted exactly on both stores."""
