"""Campaigns that ask customers to bring their data up to date, and reward those who do."""
