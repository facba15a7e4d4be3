"""The log of state transitions of items: an item's history, and the changes of all orders."""
