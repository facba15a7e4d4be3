"""Columns of files that hold codes, and what spreadsheet programs do to them.

Every entrance of files passes rows through `intact`: pages, calls and commands.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from openmall.contract.refusal import Cause
from openmall.contract.spreadsheets import CodeKind, DamagedCode, intact_code, with_lost_zero
from openmall.contract.texts import entered_texts
from openmall.transfer.imports.records import Record

CODE_COLUMNS: Final[dict[str, CodeKind]] = {
    "custom_product_code": "own",
    "custom_variant_code": "own",
    "variant_code": "own",
    "model_name": "own",
    "hscode": "number",
    "brand_code": "number",
    "manufacturer_code": "number",
    "supplier_code": "number",
    "trend_code": "number",
    "classification_code": "number",
    "clearance_category_code": "number",
    "made_in_code": "own",
    "member_id": "own",
    "recommend_id": "own",
    "zipcode": "zip",
    "phone": "phone",
    "cellphone": "phone",
    "refund_bank_account_no": "number",
    "refund_bank_code": "number",
    "country_code": "own",
    "order_no": "number",
    "code": "own",
    "InvoiceNo": "number",
    "StockCode": "own",
    "CustomerID": "number",
    "household_id": "number",
    "basket_id": "number",
    "product_id": "number",
}
"""Column of any kind of file -> the kind of its codes. A guard asks for every column that is called
like one."""
_ITEMS: Final = "items"


def intact(fields: Mapping[str, Any]) -> tuple[dict[str, Any], str, Cause | None]:
    """Return a row with its codes as they were meant, or which column is damaged, and how."""
    found = entered_texts.trimmed(fields)
    for name, value in found.items():
        kind = CODE_COLUMNS.get(name)
        if kind is None or not isinstance(value, str | float):
            continue
        try:
            found[name] = intact_code(value, kind)
        except DamagedCode as error:
            return found, name, Cause(error.reason)
    return found, "", None


def intact_record(record: Record) -> Record:
    """Return a row of a file of orders, whose items have codes as well."""
    values, column, fault = intact(record.values)
    items = values.get(_ITEMS)
    if isinstance(items, list):
        values[_ITEMS] = checked = []
        for item in items:
            if isinstance(item, dict) and not fault:
                item, column, fault = intact(item)
            checked.append(item)
    if fault and not record.error:
        return replace(record, error=fault, column=column)
    return replace(record, values=values)


def with_lost_zeros(fields: Mapping[str, Any], country: str) -> dict[str, Any]:
    """Return a row with the leading zeros that its postal code and telephone numbers have lost."""
    return {
        name: with_lost_zero(value, CODE_COLUMNS[name], country)
        if name in CODE_COLUMNS and isinstance(value, str)
        else value
        for name, value in fields.items()
    }
