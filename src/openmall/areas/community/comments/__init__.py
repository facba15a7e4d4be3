"""Comments: what people wrote below an article."""
