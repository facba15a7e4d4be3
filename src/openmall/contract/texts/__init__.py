"""Texts as people and programs enter them: trimmed, and phone numbers compared."""
