"""Pictures of a shop: where they are kept, and how they are shown."""
