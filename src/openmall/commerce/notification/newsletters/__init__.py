"""Newsletters: mail to many customers who agreed to it."""
