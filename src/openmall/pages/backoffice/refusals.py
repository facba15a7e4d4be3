"""A form the API refused: shown again as it was typed, with what is wrong beside its field."""

import re
from typing import Any, Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice import furthershops
from openmall.pages.backoffice.desk import Desk

_WORDS: Final = (
    (re.compile(r"A required parameter is missing\."), marked("This field is required.")),
    (re.compile(r"Expected (?:an amount|integer)\."), marked("This is not a number.")),
    (re.compile(r"Expected integer, got .*"), marked("This is not a number.")),
    (re.compile(r"Invalid decimal string\."), marked("This is not a number.")),
    (re.compile(r"Expected integer >= (\S+)\."), marked("Enter {0} or more.")),
    (re.compile(r"Expected integer <= (\S+)\."), marked("Enter {0} or less.")),
    (
        re.compile(r"Expected an amount from (\S+) to (\S+)\."),
        marked("Enter a value from {0} to {1}."),
    ),
    (re.compile(r"Expected string of length <= (\d+)\."), marked("Enter at most {0} characters.")),
    (re.compile(r"Expected string of length >= 1\."), marked("This field is required.")),
    (re.compile(r"Expected string of length >= (\d+)\."), marked("Enter at least {0} characters.")),
    (re.compile(r"[Nn]ot a date.*"), marked("This is not a date.")),
    (
        re.compile(r"An item in state (\w+) cannot .*"),
        marked("Another manager was faster: an item is now in state {0}. Nothing was changed."),
    ),
    (
        re.compile(r"An item is in state (\w+) already\."),
        marked("Another manager was faster: an item is now in state {0}. Nothing was changed."),
    ),
    (
        re.compile(r"At least one item is named\."),
        marked("Select at least one item."),
    ),
    (
        re.compile(r"The claim is no longer open\."),
        marked("Another manager already decided this request. Nothing was changed."),
    ),
    (re.compile(r"At most three months at once\."), marked("Choose up to three months.")),
    (
        re.compile(r"Start and end date come together\."),
        marked("Enter both a start and an end date."),
    ),
    (
        re.compile(r"The end lies before the start\."),
        marked("The end date is before the start date."),
    ),
)
"""What the API says most often -> what a page says of it."""


def said(desk: Desk, error: ApiError) -> str:
    """Return what a refusal says, in the manager's language where there are words for it."""
    for pattern, words in _WORDS:
        found = pattern.fullmatch(error.message)
        if found:
            return desk.said(words).format(*found.groups())
    if error.message in furthershops.WORDS:
        return desk.said(furthershops.WORDS[error.message])
    return error.message


class Sheet(Struct, frozen=True, kw_only=True):
    """The forms of a page, of which one may have been refused."""

    deed: str = ""
    """Which; empty: none was."""
    form: Fields | None = None
    message: str = ""
    parameter: str = ""

    def value(self, deed: str, name: str, stored: Any = "") -> Any:
        """Return what stands in a field: what was typed before the refusal, else what is stored."""
        if self.form is None or deed != self.deed:
            return stored
        return self.form.text(name)

    def ticked(self, deed: str, name: str, stored: bool = True) -> bool:
        """Say whether a box is ticked, which browsers do not send when it is not."""
        return bool(self.value(deed, name, "T" if stored else ""))

    def problem(self, deed: str, name: str) -> str:
        """Return what is wrong with a field, empty when nothing is."""
        return self.message if deed == self.deed and name == self.parameter else ""


NOTHING_REFUSED: Final = Sheet()


def sheet(
    desk: Desk, deed: str, form: Fields, error: ApiError, fields: dict[str, str] | None = None
) -> Sheet:
    """Return the forms of a page after `error`.

    `fields`: parameter -> the field it was typed in, where that is called otherwise.
    """
    parameter = error.parameter or ""
    return Sheet(
        deed=deed,
        form=form,
        message=said(desk, error),
        parameter=(fields or {}).get(parameter, parameter),
    )
