"""A fault of the program, as it is injected."""

from typing import NamedTuple

from tests.tiers import nightly_only


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

    def is_for_the_night(self) -> bool:
        """Say whether the nightly tier alone catches it."""
        return all(nightly_only(module, set()) for module in self.tests)
