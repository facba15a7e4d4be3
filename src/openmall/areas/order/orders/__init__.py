"""Orders and their items as they are found, read and moved on."""
