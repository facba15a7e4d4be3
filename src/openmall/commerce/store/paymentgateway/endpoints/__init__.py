"""The addresses at which the app of a payment gateway is called, and the shops that use it."""
