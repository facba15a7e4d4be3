"""Wordings of the back office for files, and rows of files, that cannot be used."""

from typing import Final

from openmall.contract import refusals
from openmall.events.file_transfers.refusals import (
    NOT_CSV,
    OTHER_ENCODING,
    VALUE_IN_OTHER_ENCODING,
)
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings

FAULTS: Final[Wordings] = {
    refusals.CODE_SHORTENED: marked(
        "A spreadsheet has shortened this number, and digits of it are lost. "
        "Format the column as text."
    ),
    refusals.CODE_MADE_A_DATE: marked(
        "A spreadsheet has made a date of this code. Format the column as text."
    ),
    refusals.CODE_ROUNDED: marked(
        "A spreadsheet has rounded this number: its last digits are zeros. "
        "Format the column as text."
    ),
    OTHER_ENCODING: marked(
        "The file has another encoding than was chosen. Choose the right one and check it."
    ),
    VALUE_IN_OTHER_ENCODING: marked(
        "{column} cannot be read in this encoding. Choose the right one and check it."
    ),
    NOT_CSV: marked("This is no CSV file. Save it as CSV (UTF-8) first, such as in Excel."),
}
"""Refusals with the merchant's next step."""
