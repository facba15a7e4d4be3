"""Changes of articles and the operations on them, above comments and summaries of reviews."""
