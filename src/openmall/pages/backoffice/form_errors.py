"""The state of a rejected form: shown again as typed, with the error beside its field."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract import patterns, refusals
from openmall.contract.errors import ApiError
from openmall.contract.refusal import Value
from openmall.events.file_transfers.takes import ASSIGNMENT
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings, said
from openmall.pages.backoffice import wording_by_message
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.wording_by_message import Messages


def _of_type(values: Mapping[str, Value]) -> str | None:
    return marked("This is not a number.") if values["expected"] in _NUMBERS else None


def _too_short(values: Mapping[str, Value]) -> str:
    if str(values["least"]) == "1":
        return marked("This field is required.")
    return marked("Enter at least {least} characters.")


def _too_long(values: Mapping[str, Value]) -> str:
    if values["expected"] == "list":
        return marked("Enter at most {most} values.")
    return marked("Enter at most {most} characters.")


def _of_format(values: Mapping[str, Value]) -> str:
    return _FORMATS.get(values["expected"], marked("Check the format. Expected: {expected}."))


def _gone(values: Mapping[str, Value]) -> str | None:
    return _GONE.get(values["resource"])


_NUMBERS: Final = frozenset({"an amount", "integer", "`int | null`"})
_FORMATS: Final[dict[Value, str]] = {
    patterns.expected(patterns.EMAIL): marked("Enter an email address, such as name@example.com."),
    patterns.expected(patterns.PHONE): marked(
        "Enter a phone number: digits, +, -, dots, spaces and parentheses only."
    ),
    patterns.expected(ASSIGNMENT): marked(
        "Enter one column on each line: its name, an equals sign, a value."
    ),
}
"""What a pattern expects -> what a manager enters."""
_GONE: Final[dict[Value, str]] = {
    "order": marked("There is no such order."),
    "variant": marked("This variant was deleted meanwhile. Nothing was changed."),
}
"""Resource that does not exist -> wording."""
_NOT_A_DATE: Final = marked("This is not a date.")
_WORDINGS: Final[Wordings] = {
    refusals.MISSING: marked("This field is required."),
    refusals.NO_AMOUNT: marked("This is not a number."),
    refusals.NO_DECIMAL: marked("This is not a number."),
    refusals.EXPECTED_TYPE: _of_type,
    refusals.WRONG_TYPE: _of_type,
    refusals.TOO_SMALL: marked("Enter {least} or more."),
    refusals.TOO_GREAT: marked("Enter {most} or less."),
    refusals.NO_DECIMALS: marked("Enter a whole amount: {currency} has no decimals."),
    refusals.TOO_MANY_DECIMALS: marked("Enter at most {decimals} decimals in {currency}."),
    refusals.TOO_SHORT: _too_short,
    refusals.TOO_LONG: _too_long,
    refusals.UNKNOWN_ENUM_VALUE: marked("Choose one of the values."),
    refusals.WRONG_FORMAT: _of_format,
    refusals.NO_DATE: _NOT_A_DATE,
    refusals.NO_DATETIME: _NOT_A_DATE,
    refusals.NO_MOMENT: _NOT_A_DATE,
    refusals.AT_MOST_THREE_MONTHS: marked("Choose up to three months."),
    refusals.DATES_TOGETHER: marked("Enter both a start and an end date."),
    refusals.END_BEFORE_START: marked("The end date is before the start date."),
    refusals.DOES_NOT_EXIST: _gone,
    refusals.NO_ITEM_NAMED: marked("Select at least one item."),
}
"""What managers are told where the API speaks to programs."""


def error_message(
    context: PageContext, error: ApiError, own: Wordings = _WORDINGS, messages: Messages = ()
) -> str:
    """Return an error message in the manager's language.

    `own`: wordings of the page, which come before those of all pages.
    """
    transitional = wording_by_message.found(
        error, context.translate, messages, wording_by_message.OF_FORMS
    )
    if transitional is not None:
        return transitional
    return said(error.reason, context.translate, own, _WORDINGS)


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
    messages: Messages = (),
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
        message=error_message(context, error, messages=messages),
        parameter=(fields or {}).get(parameter, parameter),
    )
