"""The shop's front door: how it listens for visitors, knowing nothing of what is sold."""
