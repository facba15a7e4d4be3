"""The state of a rejected form: shown again as typed, with the error beside its field."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.refusals import RULE_WITHOUT_SUBJECT
from openmall.api.pipeline.idempotency.refusals import KEY_OF_ANOTHER_CALL
from openmall.api.pipeline.refusals import AMOUNT_OUT_OF_BOUNDS, APPROVAL_CANNOT_BE_PROPOSED
from openmall.commerce.category.category_service.refusals import NOT_A_SIBLING
from openmall.commerce.customer.customergroups.refusals import CUSTOMER_GROUP_EXISTS
from openmall.commerce.mileage.entries.refusals import BALANCE_TOO_SMALL
from openmall.commerce.order.billing.payments.refusals import ITEM_SENT_OR_CLAIMED
from openmall.commerce.order.claims.refusals import (
    ITEM_IN_STATE_ALREADY,
    ITEM_NOT_CLAIMABLE,
    ITEM_NOT_SENT_IN_STATE,
    MORE_THAN_BOUGHT,
)
from openmall.commerce.order.fulfilment.shipments.refusals import ITEM_NOT_SENDABLE, NOTHING_TO_SEND
from openmall.commerce.order.placement.subscription_rules.refusals import (
    DELIVERY_CYCLE_NOT_OFFERED,
    DELIVERY_LIMIT_NOT_OFFERED,
)
from openmall.commerce.order.receivers.refusals import PARCEL_SENT
from openmall.commerce.order.refusals import CLAIM_NOT_WITHDRAWABLE, TRANSITION_NOT_ALLOWED
from openmall.commerce.order.status_names import NUMBERS, StatusNames
from openmall.commerce.product.options.refusals import UNKNOWN_ORIGINAL_OPTIONS
from openmall.commerce.product.refusals import NO_PICTURE_SENT, TOO_MANY_ADDITIONAL_IMAGES
from openmall.commerce.product.stock.refusals import QUANTITY_DIFFERS, QUANTITY_OUT_OF_BOUNDS
from openmall.commerce.product.variant_service.refusals import TOO_MANY_VARIANTS
from openmall.commerce.promotion.serialcoupons.refusals import COUPON_CODE_EXISTS
from openmall.commerce.shipping.carrier_shape import URL
from openmall.commerce.shipping.refusals import (
    CARRIER_WITHOUT_NAME,
    DEFAULT_ORIGIN_NEEDED,
    ORIGIN_IS_DEFAULT,
)
from openmall.contract import patterns, refusals
from openmall.contract.crud.refusals import ALREADY_EXISTS
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason, Value
from openmall.contract.refusals import (
    NO_PICTURE,
    PERCENT_OUT_OF_BOUNDS,
    PICTURE_NOT_BASE64,
    WAITS_FOR_APPROVAL,
)
from openmall.events.file_transfers.takes import ASSIGNMENT
from openmall.http.refusals import DUPLICATE
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.wordings import NO_WORDINGS, Wordings, said
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import NO_PRICE_CHANGE, NO_STOCK_NUMBER


def _of_type(values: Mapping[str, Value]) -> str | None:
    return marked("This is not a number.") if values["expected"] in _NUMBERS else None


def _out_of_range(values: Mapping[str, Value]) -> str:
    if "least" in values and "most" in values:
        return marked("Enter a value from {least} to {most}.")
    return (
        marked("Enter {least} or more.") if "least" in values else marked("Enter {most} or less.")
    )


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


_MISPLACED_COMMA: Final = marked(
    "Write the number like 1250.50 or 1,250.50: a comma only separates thousands."
)
_NO_NUMBER: Final = (refusals.NO_AMOUNT, refusals.NO_DECIMAL, NO_PRICE_CHANGE, NO_STOCK_NUMBER)
"""What the operations and the pages answer to a text that is no number."""
_NUMBERS: Final = frozenset({"an amount", "integer", "integer or null", "number", "number or null"})
_FORMATS: Final[dict[Value, str]] = {
    patterns.expected(patterns.EMAIL): marked("Enter an email address, such as name@example.com."),
    patterns.expected(patterns.PHONE): marked(
        "Enter a phone number: digits, +, -, dots, spaces and parentheses only."
    ),
    patterns.expected(URL): marked("Enter a web address that begins with http:// or https://."),
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
    refusals.TOO_SMALL: _out_of_range,
    refusals.TOO_GREAT: _out_of_range,
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

_FASTER: Final = marked(
    "Another manager was faster: an item is now in state {status}. Nothing was changed."
)
_IN_USE: Final = marked("This is already in use. Choose another.")
_OF_AREAS: Final[Wordings] = {
    TRANSITION_NOT_ALLOWED: _FASTER,
    ITEM_NOT_SENDABLE: _FASTER,
    ITEM_NOT_CLAIMABLE: _FASTER,
    ITEM_IN_STATE_ALREADY: _FASTER,
    CLAIM_NOT_WITHDRAWABLE: _FASTER,
    ITEM_SENT_OR_CLAIMED: _FASTER,
    ITEM_NOT_SENT_IN_STATE: _FASTER,
    DELIVERY_CYCLE_NOT_OFFERED: marked("Choose one of the values."),
    DELIVERY_LIMIT_NOT_OFFERED: marked("Choose one of the values."),
    NOTHING_TO_SEND: marked("Nothing of this order can be shipped now."),
    CARRIER_WITHOUT_NAME: marked("This field is required."),
    ORIGIN_IS_DEFAULT: marked("The default origin cannot be deleted while there are others."),
    DEFAULT_ORIGIN_NEEDED: marked("Make another origin the default first."),
    PARCEL_SENT: marked("The parcel was already sent."),
    TOO_MANY_VARIANTS: marked("These options make more than {most} variants."),
    UNKNOWN_ORIGINAL_OPTIONS: marked("Another manager changed the options. Nothing was changed."),
    QUANTITY_DIFFERS: marked("It changed meanwhile and is {quantity} now. Nothing was changed."),
    QUANTITY_OUT_OF_BOUNDS: marked("The quantity would be {quantity}, which is too much."),
    NOT_A_SIBLING: marked("Another manager changed the categories. Nothing was changed."),
    TOO_MANY_ADDITIONAL_IMAGES: marked("A product has a main picture and at most {most} others."),
    WAITS_FOR_APPROVAL: marked(
        "Nothing was changed yet. This waits for approval, as proposal {plan_no}."
    ),
    APPROVAL_CANNOT_BE_PROPOSED: marked(
        "The shop wants to approve such changes, and this one cannot be proposed."
        " A head admin can make it."
    ),
    ALREADY_EXISTS: _IN_USE,
    CUSTOMER_GROUP_EXISTS: _IN_USE,
    COUPON_CODE_EXISTS: _IN_USE,
    DUPLICATE: _IN_USE,
    RULE_WITHOUT_SUBJECT: marked("Choose an app, a role or a kind of change."),
    KEY_OF_ANOTHER_CALL: marked("This form was saved before. Open a new one for something else."),
    MORE_THAN_BOUGHT: marked("Enter {quantity} or less."),
    AMOUNT_OUT_OF_BOUNDS: marked("Enter a value from {least} to {most}."),
    PERCENT_OUT_OF_BOUNDS: marked("Enter a value from 0 to 100."),
    NO_PICTURE: marked("Choose a picture of one of these types: {formats}."),
    NO_PICTURE_SENT: marked("Choose a picture."),
    PICTURE_NOT_BASE64: marked("Choose a picture."),
}
"""What managers are told of the refusals of single areas."""


def error_message(
    context: PageContext, error: ApiError, own: Wordings = NO_WORDINGS, typed: str = ""
) -> str:
    """Return an error message in the manager's language.

    `own`: wordings of the page, which come before those of all pages. `typed`: what was entered in
    the field; a number with a comma in the wrong place is told how to write it.
    """
    reason = error.reason
    is_number = reason.refusal in _NO_NUMBER or reason.values.get("expected") in _NUMBERS
    if is_number and typed_numbers.has_misplaced_comma(typed):
        return context.translate(_MISPLACED_COMMA)
    if (status := reason.values.get("status")) in NUMBERS:
        # the code of an item's state is for programs
        name = StatusNames(context.language, {}).name(status, on_delivery=False)
        reason = Reason(reason.refusal, {**reason.values, "status": name})
    if reason.refusal is BALANCE_TOO_SMALL:
        amount = format_number(reason.values["amount"])
        reason = Reason(reason.refusal, {**reason.values, "amount": amount})
    return reason_message(context, reason, own)


def reason_message(context: PageContext, reason: Reason, own: Wordings = NO_WORDINGS) -> str:
    """Return why something was refused, such as a row of a file, in the manager's language."""
    return said(reason, context.translate, own, _WORDINGS, _OF_AREAS)


class FormState(Struct, frozen=True, kw_only=True):
    """The state of a page's forms; at most one of them was rejected."""

    action: str = ""
    """The rejected form; empty: none."""
    whole: bool = False
    """The form sent all panels of the page; `action` is the one that was rejected."""
    form: Fields | None = None
    message: str = ""
    parameter: str = ""
    stored: re.Pattern[str] | None = None
    """Names of fields that the form did not have: what they are about was added since."""

    def value(self, action: str, name: str, stored: Encodable = "") -> Encodable:
        """Return the value of a field: as typed in a rejected form, else as stored."""
        if self.form is None or not (self.whole or action == self.action):
            return stored
        if self.stored is not None and self.stored.fullmatch(name):
            return stored
        return self.form.text(name)

    def shown(self, action: str, name: str, stored: Encodable = "") -> Encodable:
        """Return what a field showed when its page was opened; at a refused one: what is stored.

        Its message names the stored value, so that saving again replaces it knowingly.
        """
        if self.problem(action, name):
            return stored
        sent = () if self.form is None else self.form.names()
        return self.value(action, f"was-{name}", stored) if f"was-{name}" in sent else stored

    def ticked(self, action: str, name: str, stored: bool = True) -> bool:
        """Return whether a box is ticked; browsers do not send it otherwise."""
        return bool(self.value(action, name, "T" if stored else ""))

    def place(self, action: str, prefix: str, value: str) -> str:
        """Return the number behind the field's prefix that the form sent a value with, as a box.

        Rows may stand at other places than on the page that sent the form, where others were
        added or removed since. Empty: the form did not send it.
        """
        if self.form is None or not (self.whole or action == self.action):
            return ""
        sent = (each for each in self.form.names() if each.startswith(prefix))
        found = next((each for each in sent if self.form.text(each) == value), "")
        return found.removeprefix(prefix)

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
    own: Wordings = NO_WORDINGS,
    whole: bool = False,
) -> FormState:
    """Return the form state of a page after `error`.

    `fields`: parameter -> its field in the form, where the names differ. `whole`: the form has all
    panels of the page, of which `action` was rejected.
    """
    parameter = error.parameter or ""
    field = (fields or {}).get(parameter, parameter)
    typed = "".join(form.texts(field)[:1]) if form is not None else ""
    return FormState(
        action=action,
        whole=whole,
        form=form,
        message=error_message(context, error, own, typed),
        parameter=field,
    )
