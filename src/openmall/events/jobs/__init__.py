"""Background jobs: calls that were answered 202, their progress and their outcome."""
