"""The commands of the partner programme."""
