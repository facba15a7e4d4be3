"""How parcels travel and what that costs: carriers, origins, the shop's terms, surcharges."""
