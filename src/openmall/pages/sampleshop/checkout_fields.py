"""What is wrong with the fields of a checkout, all of them at once.

The operation names the first parameter that is wrong. A shopper would correct and send the form
once for each; so its fields are checked before by the types and rules of the operation, and the
call is made when nothing is wrong with them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.commerce.order.placement.checkout.refusals import GUEST_UNKNOWN
from openmall.commerce.order.placement.checkout.takes import BuyerDraft, OrderReceiverDraft
from openmall.contract import currency_units, validation
from openmall.contract.errors import Invalid
from openmall.contract.refusals import MISSING, NO_AMOUNT
from openmall.http.web import typed_numbers
from openmall.pages.sampleshop.refusals import WITHDRAWAL_NOT_AGREED

_AMOUNTS: Final = ("use_points", "use_credits")


class SeveralInvalid(Invalid):
    """Several parameters are wrong; the message and the parameter are those of the first one."""

    def __init__(self, problems: list[Invalid]) -> None:
        first = problems[0]
        super().__init__(first.reason, parameter=first.parameter)
        self.problems = problems


def require_valid(
    values: Mapping[str, str],
    *,
    is_guest: bool,
    must_agree: bool,
    currency: str,
    methods: set[str],
    refused: Sequence[Invalid] = (),
) -> None:
    """Raise Invalid (422), or SeveralInvalid, for fields of a checkout that are wrong.

    `values`: field of the form -> its text. `methods`: the ways to pay that the form knows.
    `refused`: what is wrong with the form otherwise.
    """
    problems = _buyer(values) if is_guest else []
    problems += _section(values, "buyer", BuyerDraft)
    problems += _section(values, "receiver", OrderReceiverDraft)
    problems += refused
    problems += [each for name in _AMOUNTS for each in _amount(values, name, currency)]
    if values["payment_method"] not in methods:
        problems.append(Invalid(PAYMENT_METHOD_NOT_OFFERED, parameter="payment_method"))
    if must_agree and not values["agree_withdrawal"]:
        problems.append(Invalid(WITHDRAWAL_NOT_AGREED, parameter="agree_withdrawal"))
    if len(problems) > 1:
        raise SeveralInvalid(problems)
    if problems:
        raise problems[0]


def _buyer(values: Mapping[str, str]) -> list[Invalid]:
    return [
        Invalid(GUEST_UNKNOWN, parameter=f"buyer.{name}")
        for name in ("name", "email", "cellphone")
        if not values[f"buyer_{name}"]
    ]


def _section(values: Mapping[str, str], prefix: str, struct: type[Struct]) -> list[Invalid]:
    """Return what is wrong with the fields of a part of the form, by the types of the operation."""
    problems = []
    for field in msgspec.structs.fields(struct):
        text = values.get(f"{prefix}_{field.name}", "")
        parameter = f"{prefix}.{field.name}"
        if not text:
            if field.required:
                problems.append(Invalid(MISSING, parameter=parameter))
            continue
        try:
            msgspec.convert(text, field.type)
        except msgspec.ValidationError as error:
            problems.append(Invalid(validation.invalid(error).reason, parameter=parameter))
    return problems


def _amount(values: Mapping[str, str], name: str, currency: str) -> list[Invalid]:
    text = values.get(name, "")
    if not text.strip():
        return []
    amount = typed_numbers.amount(text)
    if amount is None:
        return [Invalid(NO_AMOUNT, parameter=name)]
    try:
        currency_units.require_units(amount, currency, name)
    except Invalid as error:
        return [error]
    return []
