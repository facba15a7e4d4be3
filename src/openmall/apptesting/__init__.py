"""Malls that programs create over HTTP to test apps in: filled, reset and deleted in one call."""
