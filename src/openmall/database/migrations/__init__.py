"""Schema migrations, one module a step."""
