"""The cart, the checkout and the payment of an order."""
