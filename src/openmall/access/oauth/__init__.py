"""Who may act in whose name: apps, sign-in, consent, tokens."""
