"""The names under which a shop shows the states of its orders."""
