"""Checkout: a shopper orders items of the cart, pays, and reads own orders."""
