"""Address books of customers: where their parcels go."""
