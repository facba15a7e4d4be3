"""The 24 reports of the analytics API, each a row that names its dimensions and measures."""
