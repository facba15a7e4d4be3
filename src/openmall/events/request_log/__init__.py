"""The request log: an app's calls with their answers, kept for some days for its developer."""
