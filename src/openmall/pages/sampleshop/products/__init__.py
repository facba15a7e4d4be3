"""Products: lists, the page of a product, prices, pictures and options."""
