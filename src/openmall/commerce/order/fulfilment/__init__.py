"""Fulfilment of orders: shipments, and the stock that orders reserve and take."""
