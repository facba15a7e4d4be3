"""Orders that an app draws up for a buyer, who pays them elsewhere."""
