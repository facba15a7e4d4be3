"""OAuth 2.0: apps, sign-in, consent and tokens."""
