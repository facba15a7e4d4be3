"""Booked items: the dates that a buyer books with items of an order."""
