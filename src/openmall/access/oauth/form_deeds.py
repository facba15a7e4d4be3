"""What the buttons of a form ask for: a page declares it, and nothing else is done."""

from typing import Final

from openmall.access.oauth.refusals import UNKNOWN_BUTTON
from openmall.contract.errors import Malformed

FIELDS: Final = ("deed", "act", "decision")
"""Fields of forms that say it: names of buttons, and of hidden fields of forms with one button."""


class Deeds:
    """The deeds that the forms of a page have buttons for.

    `add:*` is every deed that begins with `add:`. `without` is what a form means that says no deed;
    None: every form says one. It is never what takes something away, see
    `tests/guards/test_deeds.py`.
    """

    def __init__(self, *names: str, without: str | None = None) -> None:
        self.names = names
        self.without = without
        self._beginnings = tuple(each[:-1] for each in names if each.endswith("*"))

    def also(self, *names: str) -> "Deeds":
        """Return these deeds and others."""
        return Deeds(*self.names, *names, without=self.without)

    def admit(self, deed: str) -> bool:
        """Return whether a form has a button for a deed."""
        return (deed in self.names and not deed.endswith("*")) or (
            bool(self._beginnings) and deed.startswith(self._beginnings)
        )

    def chosen(self, sent: list[str]) -> str:
        """Return the deed of a form that sent these. Raises Malformed (400) for any other."""
        given = [each for each in sent if each]
        if not given and self.without is not None:
            return self.without
        if len(given) == 1 and self.admit(given[0]):
            return given[0]
        raise Malformed(UNKNOWN_BUTTON)


NONE: Final = Deeds(without="")
"""A page whose form has one button, which says nothing."""
ANY: Final = Deeds("*", without="")
"""Of a form that is read only to see where it comes from; nothing is done."""
