"""The Personal area: carts, wish lists and accounts of shoppers."""
