"""The operator console: the pages of those who run the installation."""
