"""The state of a rejected form: shown again as typed, with the error beside its field."""

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice import (
    additional_shops,
    product_bulk,
    product_options,
    product_pictures,
)
from openmall.pages.backoffice.page_context import PageContext

TOO_DEEP: Final = "The text is too long, or its elements are nested too deeply."
Messages = Sequence[tuple[re.Pattern[str], str]]
"""Pattern of a whole message -> text of the page, in which its groups are numbered."""
_MESSAGES: Final[Messages] = (
    (
        re.compile(re.escape(TOO_DEEP)),
        marked("The text is too long, or its elements are nested too deeply."),
    ),
    (re.compile(r"A required parameter is missing\."), marked("This field is required.")),
    (re.compile(r"Expected (?:an amount|integer)\."), marked("This is not a number.")),
    (re.compile(r"Expected (?:integer|`int \| null`), got .*"), marked("This is not a number.")),
    (re.compile(r"Invalid decimal string\."), marked("This is not a number.")),
    (re.compile(r"Expected integer >= (\S+)\."), marked("Enter {0} or more.")),
    (re.compile(r"Expected integer <= (\S+)\."), marked("Enter {0} or less.")),
    (
        re.compile(r"Expected an amount from (\S+) to (\S+)\."),
        marked("Enter a value from {0} to {1}."),
    ),
    (
        re.compile(r"An amount in ([A-Z]{3}) has no decimals\."),
        marked("Enter a whole amount: {0} has no decimals."),
    ),
    (
        re.compile(r"An amount in ([A-Z]{3}) has at most (\d+) decimals\."),
        marked("Enter at most {1} decimals in {0}."),
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
    (
        re.compile(r"Nothing of the order is in a state to be sent\."),
        marked("Nothing of this order can be shipped now."),
    ),
    (
        re.compile(r"Only items that await their payment can be taken out of an order\."),
        marked("Only items that await their payment can be taken out of an order."),
    ),
    (re.compile(r"There are not enough in stock\."), marked("There are not enough in stock.")),
    (re.compile(r"The order is cancelled\."), marked("The order is cancelled.")),
    (
        re.compile(r"The default shipping origin cannot be deleted while there are others\."),
        marked("The default origin cannot be deleted while there are others."),
    ),
    (
        re.compile(r"A mall has a default shipping origin\."),
        marked("Make another origin the default first."),
    ),
    (re.compile(r"The parcel has been sent\."), marked("The parcel was already sent.")),
    (re.compile(r"The order does not exist\."), marked("There is no such order.")),
    (
        re.compile(r"The options make more than (\d+) variants\."),
        marked("These options make more than {0} variants."),
    ),
    (
        re.compile(r"They are not the options there are\."),
        marked("Another manager changed the options. Nothing was changed."),
    ),
    (
        re.compile(r"Categories are at most (\d+) levels deep\."),
        marked("Categories are at most {0} levels deep."),
    ),
    (
        re.compile(r"The sale price is not below the price\."),
        marked("Enter a sale price below the usual price."),
    ),
    (
        re.compile(r"The quantity is (-?\d+)\."),
        marked("It changed meanwhile and is {0} now. Nothing was changed."),
    ),
    (
        re.compile(r"The quantity would be (-?\d+)\."),
        marked("The quantity would be {0}, which is too much."),
    ),
    (
        re.compile(r"A category cannot be below itself\."),
        marked("A category cannot be below itself."),
    ),
    (
        re.compile(r"`after_category_no` is not below the same category\."),
        marked("Another manager changed the categories. Nothing was changed."),
    ),
    (
        re.compile(r"A product has at most (\d+) additional images\."),
        marked("A product has a main picture and at most {0} others."),
    ),
    (re.compile(r"At most three months at once\."), marked("Choose up to three months.")),
    (
        re.compile(r"Start and end date come together\."),
        marked("Enter both a start and an end date."),
    ),
    (
        re.compile(r"These data are not read from this platform\."),
        marked("These data are not read from this platform. Name its columns below instead."),
    ),
    (re.compile(r"The file is empty\."), marked("Choose a file that is not empty.")),
    (re.compile(r"This file cannot be read\."), marked("This file cannot be read.")),
    (re.compile(r"The file has no column '(.+)'\."), marked("The file has no column {0}.")),
    (
        re.compile(r"Nothing was changed yet: it waits for approval as plan (\d+)\."),
        marked("Nothing was changed yet. This waits until somebody approves it, as proposal {0}."),
    ),
    (
        re.compile(r"The shop wants to approve such writes, and this one cannot be proposed\."),
        marked(
            "The shop wants to approve such changes, and this one cannot be proposed."
            " A head admin can make it."
        ),
    ),
    (
        re.compile(r"The end lies before the start\."),
        marked("The end date is before the start date."),
    ),
    (
        re.compile(r"Wrong format: expected an email address\."),
        marked("Enter an email address, such as name@example.com."),
    ),
    (
        re.compile(r"Wrong format: expected a phone number: .*"),
        marked("Enter a phone number: digits, +, -, dots, spaces and parentheses only."),
    ),
    (
        re.compile(r"Wrong format: expected a name, an equals sign, a value\."),
        marked("Enter one column on each line: its name, an equals sign, a value."),
    ),
    (re.compile(r"Wrong format: expected (.*)\."), marked("Check the format. Expected: {0}.")),
    (re.compile(r"There is a \w+ like this\."), marked("This is already in use. Choose another.")),
    (
        re.compile(r"There is one like this already\."),
        marked("This is already in use. Choose another."),
    ),
    (
        re.compile(r"The variant does not exist\."),
        marked("This variant was deleted meanwhile. Nothing was changed."),
    ),
    (
        re.compile(r"Name an app, a role or a kind of write\."),
        marked("Choose an app, a role or a kind of change."),
    ),
    (
        re.compile(r"The key was used for another call\."),
        marked("This form was saved before. Open a new one for something else."),
    ),
    (re.compile(r"Expected list of length <= (\d+)\."), marked("Enter at most {0} values.")),
    (re.compile(r"Only (\d+) were bought\."), marked("Enter {0} or less.")),
    (re.compile(r"Invalid enum value .*"), marked("Choose one of the values.")),
    (
        re.compile(r"Expected a picture: (.*)\."),
        marked("Choose a picture of one of these types: {0}."),
    ),
    (re.compile(r"Expected a picture(?: in base64)?\."), marked("Choose a picture.")),
)
"""Pattern of an API error message -> text of the page."""


def error_message(context: PageContext, error: ApiError, own: Messages = ()) -> str:
    """Return an error message in the manager's language, if it has a translation.

    `own`: messages of the page, which come before those of all pages.
    """
    for pattern, message in (*own, *_MESSAGES):
        match = pattern.fullmatch(error.message)
        if match:
            return context.translate(message).format(*match.groups())
    for messages in (
        additional_shops.MESSAGES,
        product_bulk.MESSAGES,
        product_options.MESSAGES,
        product_pictures.MESSAGES,
    ):
        if error.message in messages:
            return context.translate(messages[error.message])
    return error.message


class FormState(Struct, frozen=True, kw_only=True):
    """The state of a page's forms; at most one of them was rejected."""

    action: str = ""
    """The rejected form; empty: none."""
    whole: bool = False
    """The form sent all panels of the page; `action` is the one that was rejected."""
    form: Fields | None = None
    message: str = ""
    parameter: str = ""

    def value(self, action: str, name: str, stored: Any = "") -> Any:
        """Return the value of a field: as typed in a rejected form, else as stored."""
        if self.form is None or not (self.whole or action == self.action):
            return stored
        return self.form.text(name)

    def ticked(self, action: str, name: str, stored: bool = True) -> bool:
        """Return whether a box is ticked; browsers do not send it otherwise."""
        return bool(self.value(action, name, "T" if stored else ""))

    def problem(self, action: str, name: str) -> str:
        """Return the error of a field; empty without one."""
        return self.message if action == self.action and name == self.parameter else ""


NO_ERROR: Final = FormState()


def rejected_form(
    context: PageContext,
    action: str,
    form: Fields | None,
    error: ApiError,
    fields: dict[str, str] | None = None,
    *,
    whole: bool = False,
) -> FormState:
    """Return the form state of a page after `error`.

    `fields`: parameter -> its field in the form, where the names differ. `whole`: the form has all
    panels of the page, of which `action` was rejected.
    """
    parameter = error.parameter or ""
    return FormState(
        action=action,
        whole=whole,
        form=form,
        message=error_message(context, error),
        parameter=(fields or {}).get(parameter, parameter),
    )
