"""How many cases tests draw at random, and with which of their parameters they run."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
THOROUGH = False
"""Whether `--thorough` was asked for."""


def cases(thorough: int, *, usual: int) -> int:
    """Return how many random cases a test draws: `thorough` of them with `--thorough`."""
    return thorough if THOROUGH else usual


def combinations(every: Sequence[T], *, usual: Sequence[T]) -> Sequence[T]:
    """Return the parameters that a test runs with: `every` one of them with `--thorough`."""
    assert all(each in every for each in usual)
    return every if THOROUGH else usual
