"""Booked items of orders: services that are used on a day which the buyer chose."""
