"""Makes messages of events: what happened in a shop becomes mail, text and push messages."""
