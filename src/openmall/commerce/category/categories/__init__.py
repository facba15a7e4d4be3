"""Categories, up to four levels deep."""
