"""How many calls a client may make, and how what it has already made is remembered."""
