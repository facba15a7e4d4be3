"""Icons of a shop's design: their pictures, and whether they are shown."""
