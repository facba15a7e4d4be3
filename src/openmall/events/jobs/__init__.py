"""Calls that are carried out after they were answered: what was asked, how far it is, what came."""
