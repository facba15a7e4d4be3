"""Items of an order: added, described further, asked to be taken back, and what each costs."""
