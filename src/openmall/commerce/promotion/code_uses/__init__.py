"""Uses of discount codes: their discount on an order, and the ledger of uses."""
