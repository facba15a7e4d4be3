"""The dashboard: figures, open tasks, and the next steps of a new mall."""
