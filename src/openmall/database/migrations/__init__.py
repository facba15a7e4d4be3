"""How the schema came to be, a file a step."""
