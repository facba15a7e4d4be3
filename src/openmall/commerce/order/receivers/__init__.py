"""Receivers of an order's parcels: read, changed until they are sent, and their history."""
