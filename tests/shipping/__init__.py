"""What operators get: packages, container file, units, and the upgrade of what they have."""
