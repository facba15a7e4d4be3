"""Every order against its own records: its sums, its money, its states, its stock, its figures."""
