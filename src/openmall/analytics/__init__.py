"""Analytics: page views are collected, sessionised into visits, stored as facts, reported."""
