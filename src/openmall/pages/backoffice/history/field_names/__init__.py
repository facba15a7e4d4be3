"""What the fields of resources are called in the back office, by the areas of a shop."""
