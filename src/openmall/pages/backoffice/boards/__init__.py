"""Boards: their posts, and what customers wait for an answer to."""
