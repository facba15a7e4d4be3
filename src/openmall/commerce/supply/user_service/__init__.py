"""Changes of the users of suppliers and the operations on them, above the suppliers' terms."""
