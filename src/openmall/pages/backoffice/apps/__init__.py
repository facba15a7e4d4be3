"""Apps of the shop: their permissions, charges, pages and actions."""
