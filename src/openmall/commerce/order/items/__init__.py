"""Items of an order: added, with texts of the buyer, and with their amounts."""
