"""What shops that take part in the partner programme let others read of them."""
