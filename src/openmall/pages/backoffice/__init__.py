"""The back office: browser pages with which managers run their shop."""
