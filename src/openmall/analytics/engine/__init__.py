"""Where facts are kept and asked: embedded in a process of its own, or a server."""
