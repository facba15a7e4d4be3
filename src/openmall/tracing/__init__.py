"""What belongs to one call: the id its lines are logged under, and the spans it leaves."""
