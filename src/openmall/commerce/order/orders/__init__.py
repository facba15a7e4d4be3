"""What an order is: its shape, its tables, its sums, and its state transitions."""
