"""Points and credits: what customers have to pay with."""
