"""What `make check` looks at beside format, lint and types: known weaknesses, and secrets."""
