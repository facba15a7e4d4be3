"""Claims: items of orders are cancelled, returned or exchanged."""
