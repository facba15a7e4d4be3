"""The operations on customer groups, and moving customers between them."""
