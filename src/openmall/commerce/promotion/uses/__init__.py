"""Uses of coupons: their discounts on orders, and the ledger of uses."""
