"""Boards: the places of a shop where people write, and the rules of each."""
