"""The shop at a glance: numbers from every area."""
