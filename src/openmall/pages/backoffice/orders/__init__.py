"""Orders: their list, their page and its actions, claims, refunds and subscriptions."""
