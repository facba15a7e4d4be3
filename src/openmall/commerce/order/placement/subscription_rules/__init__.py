"""Rules of subscriptions: which products can be subscribed to, how often and at what discount."""
