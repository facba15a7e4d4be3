"""Malls, their shops in several languages, and the managers who may sign in."""
