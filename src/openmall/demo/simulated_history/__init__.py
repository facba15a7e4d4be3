"""Simulated history of a mall (a world), and the answers its reports must give."""
