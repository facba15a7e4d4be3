"""Customers: their list and page, groups, segments, newsletters and campaigns."""
