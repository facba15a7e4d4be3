"""Sold items for reports of visits."""
