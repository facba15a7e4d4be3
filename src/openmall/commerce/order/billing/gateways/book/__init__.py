"""The ledger of the test gateway."""
