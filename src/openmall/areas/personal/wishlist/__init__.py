"""Wish lists: what customers would like to have."""
