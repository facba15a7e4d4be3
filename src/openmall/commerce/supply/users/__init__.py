"""Users of suppliers: they sign in to the back office and see their own goods only."""
