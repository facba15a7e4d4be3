"""Shoppers read boards, and write on them what the shop lets them."""
