"""What buyers do with orders they placed: asking for claims, confirming, another address."""
