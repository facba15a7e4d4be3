"""What apps called: kept for a few days, so that who writes one sees what it sent and was told."""
