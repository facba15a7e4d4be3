"""The payment ledger: every payment and refund of an order."""
