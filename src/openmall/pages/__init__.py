"""What people open in a browser: back office, developer console, sample shop, API reference."""
