"""Uses of coupons: what they take off an order, and the ledger of who used which."""
