"""A customer's part in the campaigns that ask for their data."""
