"""A fault of the program, as it is injected."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One change of one line of the program."""

    name: str
    file: str
    """Below `src/openmall`."""
    old: str
    """Text that occurs once in the file."""
    new: str
    why: str
    """What would go wrong in a shop."""
    tests: tuple[str, ...]
    """Files and directories below `tests` that catch it."""
    only: str = ""
    """Expression of `pytest -k` that selects among their tests."""
