"""How fast openmall is, as ratios to the bare server in the same run on the same core."""
