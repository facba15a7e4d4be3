"""A world: linked history of made-up shoppers in a mall, and what reports must say of it."""
