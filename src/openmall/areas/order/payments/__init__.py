"""What is paid for orders: the ledger of each, and what a payment sets going."""
