"""Tracking numbers of many orders, pasted from a spreadsheet or uploaded as CSV.

A row has the order number, the tracking number, and where it differs the code or the name of the
carrier; separated by tabs, commas, semicolons or blanks. A heading without an order number is
skipped.
"""

import csv
import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.shipping.builtin_carriers import CARRIERS
from openmall.contract import spreadsheets
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason
from openmall.contract.spreadsheets import DamagedCode
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.dispatch.carrier_choices import CarrierChoices
from openmall.pages.backoffice.fault_wordings import FAULTS
from openmall.pages.backoffice.order_labels import NUMBER
from openmall.pages.backoffice.page_context import PageContext

MOST_ROWS: Final = 300
MOST_CHARACTERS: Final = 60_000
_NO_TRACKING: Final = marked("The tracking number is missing.")
_UNKNOWN_CARRIER: Final = marked("The shop has no such carrier.")
_NOT_A_ROW: Final = marked("This is not an order number.")
_TWICE: Final = marked("This order is listed twice.")


class Row(Struct, frozen=True, kw_only=True):
    """A row of a list of tracking numbers."""

    line: int
    """From 1."""
    order_id: str
    tracking_no: str
    carrier: str
    """As typed; may be empty."""
    damage: Reason | None = None
    """How a spreadsheet has damaged one of its numbers; None: it has not."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What happened with a row; the message is empty where its items were shipped."""

    row: Row
    message: str


def read_rows(text: str) -> list[Row]:
    """Return the rows of a list, without blank lines and a heading."""
    rows: list[Row] = []
    for line, content in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not content.strip():
            continue
        cells = _cells(content)
        if not rows and not NUMBER.fullmatch(cells[0]) and not re.search(r"\d", cells[0]):
            continue
        cells += [""] * (3 - len(cells))
        rows.append(_row(line, *cells))
    return rows


def _row(line: int, order_id: str, tracking_no: str, carrier: str) -> Row:
    damage = None
    try:
        order_id = spreadsheets.intact_code(order_id, "number")
        tracking_no = spreadsheets.intact_code(spreadsheets.meant(tracking_no), "number")
    except DamagedCode as error:
        damage = error.reason
    return Row(
        line=line, order_id=order_id, tracking_no=tracking_no, carrier=carrier, damage=damage
    )


def _cells(content: str) -> list[str]:
    for separator in "\t,;":
        if separator in content:
            found = next(csv.reader([content], delimiter=separator), [""])
            break
    else:
        found = content.split(None, 2)
    return [each.strip() for each in found][:3] or [""]


async def ship(
    context: PageContext, rows: list[Row], *, carrier: str, carriers: CarrierChoices
) -> list[Outcome]:
    """Ship what can be sent of each order with its tracking number, row by row.

    `carrier`: value of those without their own; `carriers`: those to choose from.
    """
    by_name: dict[str, str] = {}
    for value, name in carriers.pairs:
        by_name.setdefault(name.casefold(), value)
    for each in CARRIERS.values():
        # files may have the English names too, whatever the manager's language
        if each.code in carriers.names:
            by_name.setdefault(each.name.casefold(), each.code)
    outcomes: list[Outcome] = []
    seen: set[str] = set()
    for row in rows:
        typed = row.carrier or carrier
        is_code = typed in carriers.names
        code = typed if is_code else by_name.get(typed.casefold(), "")
        if row.damage:
            message = form_errors.reason_message(context, row.damage, FAULTS)
        elif not NUMBER.fullmatch(row.order_id):
            message = context.translate(_NOT_A_ROW)
        elif row.order_id in seen:
            message = context.translate(_TWICE)
        elif not row.tracking_no:
            message = context.translate(_NO_TRACKING)
        elif not code:
            message = context.translate(_UNKNOWN_CARRIER)
        else:
            with context.changing(len(rows)):
                message = await _ship_one(context, row, carriers.parameters(code))
        seen.add(row.order_id)
        outcomes.append(Outcome(row=row, message=message))
    return outcomes


async def _ship_one(context: PageContext, row: Row, carrier: Mapping[str, Encodable]) -> str:
    parameters: dict[str, Encodable] = {
        "tracking_no": row.tracking_no,
        **carrier,
        "status": "shipping",
        **shop_parameters(context),
    }
    try:
        await context.call(shipment_rules.create, {**parameters, "order_id": row.order_id})
    except ApiError as error:
        return form_errors.error_message(context, error)
    return ""
