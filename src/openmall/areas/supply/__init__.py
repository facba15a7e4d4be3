"""Who supplies a mall with products: their terms, their users, their shipping."""
