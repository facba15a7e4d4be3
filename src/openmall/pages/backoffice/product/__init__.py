"""Products: their list, their page and its panels, stock, and restock notices."""
