"""Commands that take files in and give them out."""
