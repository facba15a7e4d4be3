"""Articles: what people wrote on a board, in threads."""
