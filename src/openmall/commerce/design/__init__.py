"""How the shops of a mall look: themes and their pages."""
