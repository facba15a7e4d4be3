"""Takes a mall's goods out again, in files that this and other programs read."""
