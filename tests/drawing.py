"""How many cases tests draw at random."""

THOROUGH = False
"""Whether `--thorough` was asked for."""


def cases(thorough: int, *, usual: int) -> int:
    """Return how many random cases a test draws: `thorough` of them with `--thorough`."""
    return thorough if THOROUGH else usual
