"""What is remembered about one client: five numbers that fade to nothing while it is quiet."""

State = tuple[float, float, float, float, float]
"""`(idle_at, a, b, c, d)`: the first number is the epoch second from which this state means the
same as no state at all; the other four belong to the arithmetic that wrote them. A flat tuple of
floats, so that the shared file can hold it in forty bytes."""

EMPTY: State = (0.0, 0.0, 0.0, 0.0, 0.0)
"""The state of a client never seen."""
