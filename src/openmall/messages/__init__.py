"""The messages a shop sends by itself: what they say, and which way they go."""
