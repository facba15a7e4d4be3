"""Where malls are kept: one schema, SQLite or PostgreSQL, statements compiled once."""
