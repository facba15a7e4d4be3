"""Pictures of a shop: how they are made, where they are kept, and how they are shown."""
