"""The state of one rate limit counter: five numbers that expire while its client is idle."""

State = tuple[float, float, float, float, float]
"""`(idle_at, a, b, c, d)`: from the epoch second `idle_at` on, the state equals EMPTY; the other
four belong to the algorithm that wrote them. A flat tuple of floats, so that the shared file holds
it in forty bytes."""

EMPTY: State = (0.0, 0.0, 0.0, 0.0, 0.0)
"""The state of an unknown client."""
