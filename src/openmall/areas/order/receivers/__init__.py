"""Who gets the parcels of an order: read, changed until they are sent, and what was before."""
