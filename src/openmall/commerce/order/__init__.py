"""Orders: placement, payments, fulfilment, claims and refunds."""
