"""The server processes: how they listen for connections, knowing nothing of what is sold."""
