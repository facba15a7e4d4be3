"""Checkout: a shopper orders what lies in the cart, pays, and looks at what was ordered."""
