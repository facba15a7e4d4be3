"""Who may call, and how often: malls, apps, tokens, sessions, rate limits, sandboxes."""
