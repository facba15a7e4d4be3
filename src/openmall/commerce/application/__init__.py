"""The Application area: webhooks of the calling app."""
