"""A call that creates something is carried out once, however often a client has to send it."""
