"""Custom properties: fields a merchant defines for its products."""
