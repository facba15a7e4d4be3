"""The Shipping area: carriers, origins, terms, fees and surcharges."""
