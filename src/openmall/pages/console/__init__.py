"""The developer console: browser pages with which developers manage their apps."""
