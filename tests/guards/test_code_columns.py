"""Every column of a file that holds codes is declared, so that damaged ones are refused."""

import ast
import re

from openmall.transfer.file_transfers.reading_kinds import ROW_WRITERS
from openmall.transfer.imports import order_files
from openmall.transfer.imports.code_columns import CODE_COLUMNS
from openmall.transfer.imports.columns import FIELDS
from tests.guards.sources import sources

_LIKE_A_CODE = re.compile(
    r"code|(^|_)(no|id|phone|zip\w*|barcode|gtin|isbn|sku|account_no)$|cellphone|(Code|No|ID|id)$",
)
NO_CODES = {
    "category_no": "a whole number, which is read as one",
    "origin_place_no": "a whole number",
    "group_no": "a whole number",
    "country_hscode": "an object of JSON",
    "name_phonetic": "a name",
}
"""Columns that are called like codes -> why they are none."""


def columns() -> set[str]:
    found = set(FIELDS)
    for writer in ROW_WRITERS.values():
        found |= writer.fields
    for _, needed in order_files._READERS.values():
        found |= needed
    for struct in (order_files._JsonOrder, order_files._JsonLine):
        found |= set(struct.__struct_fields__)
    return found


def test_every_column_that_is_called_like_a_code_is_declared() -> None:
    called_so = {name for name in columns() if _LIKE_A_CODE.search(name)}

    assert called_so - CODE_COLUMNS.keys() == NO_CODES.keys() & called_so
    assert CODE_COLUMNS.keys() <= columns(), "a column that no file has"


def test_every_page_that_reads_rows_of_a_spreadsheet_looks_at_their_codes() -> None:
    readers, lookers = set(), set()
    for source in sources():
        if source.parts[:2] != ("pages", "backoffice"):
            continue
        for node in source.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = ast.unparse(node.func)
                if name in ("csv.reader", "csv.DictReader"):
                    readers.add(source.parts)
                if name.endswith("intact_code"):
                    lookers.add(source.parts)
    # what platforms export is rewritten and then imported as any other file
    rewritten = {("pages", "backoffice", "platform_files", "sheet")}
    assert readers - rewritten == lookers
