"""Customers: people who have joined a mall."""
