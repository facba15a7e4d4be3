"""The payment gateway of Stripe, an optional extra."""
