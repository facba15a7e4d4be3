"""What browsers tell: taken, made sure of, written down at once."""
