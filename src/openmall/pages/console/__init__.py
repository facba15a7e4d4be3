"""The developer console: pages with which people who write apps see to them in a browser."""
