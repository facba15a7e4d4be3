"""A world: a consistent, simulated history of a mall, and the answers its reports must give."""
