"""Orders and their items: searched, read, and moved from state to state."""
