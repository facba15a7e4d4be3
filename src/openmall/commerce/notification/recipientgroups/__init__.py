"""Recipient groups: customers chosen by what is known of them, to whom messages are sent."""
