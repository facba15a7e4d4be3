"""Rules of automatic display, which fill sections of categories and main display groups."""
