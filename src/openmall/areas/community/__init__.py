"""Community: boards, what is written on them, and what customers ask in a hurry."""
