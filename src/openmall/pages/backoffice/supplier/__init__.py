"""Pages of suppliers' users: their own products, their stock, and their items to ship."""
