"""The ledger of points and credits, written once for both."""
