"""The ledger of points and credits, shared by both."""
