"""What is wrong with a file or a row of it, in the manager's language.

What readers of files find is stored as text, and is told by it; what the operations refuse by the
messages of the declared refusals.
"""

import re
from typing import Final

from openmall.contract import spreadsheets
from openmall.contract.errors import Invalid
from openmall.http.web.languages import marked
from openmall.pages.backoffice import stored_reasons
from openmall.pages.backoffice.form_errors import error_message
from openmall.pages.backoffice.page_context import PageContext

_SHORTENED: Final = marked(
    "A spreadsheet has shortened this number, and digits of it are lost. Format the column as text."
)
_NO_VALUE: Final = marked("This is an error of a spreadsheet and no value.")
_MADE_A_DATE: Final = marked(
    "A spreadsheet has made a date of this code. Format the column as text."
)
_ROUNDED: Final = marked(
    "A spreadsheet has rounded this number: its last digits are zeros. Format the column as text."
)
_NO_TEXT: Final = marked("Codes have to be texts: a number with decimals may have lost digits.")
_MESSAGES: Final = (
    (
        re.compile(r"the column names hold bytes that are no text in the file's encoding"),
        marked("The file has another encoding than was chosen. Choose the right one and check it."),
    ),
    (
        re.compile(r"\A`(.+)` holds bytes that are no text in the file's encoding"),
        marked("{0} cannot be read in this encoding. Was another one chosen?"),
    ),
    (
        re.compile(r"this is no CSV file: its first line holds a zero byte"),
        marked("This is no CSV file. Save it as CSV (UTF-8) first, such as in Excel."),
    ),
    (
        re.compile(r"\AThe right to do this was taken away\."),
        marked("The right to do this was taken away."),
    ),
    (re.compile(r"\A'(.+)' is no encoding this program knows"), marked("Unknown encoding: {0}")),
    (
        re.compile(r"the row has (\d+) columns, the first line names (\d+)"),
        marked("The row has {0} columns, but the first line names {1}."),
    ),
    (
        re.compile(r"the file ends inside a quoted value"),
        marked("A quoted value is not closed: the file ends inside it."),
    ),
    (re.compile(r"the file ends inside a line"), marked("The file ends inside a line.")),
    (
        re.compile(r"the compressed file ends too early"),
        marked("The compressed file is not complete."),
    ),
    (re.compile(r"the file is damaged: .*"), marked("The file is damaged.")),
    (
        re.compile(r"\A`(.+)` is longer than ([\d,]+) characters"),
        marked("{0} is longer than {1} characters."),
    ),
    (
        re.compile(r"the line is longer than ([\d,]+) characters"),
        marked("The line is longer than {0} characters."),
    ),
    (
        re.compile(r"the first line (?:names the columns, and is empty|is longer than .*)"),
        marked("The first line has to name the columns."),
    ),
    (re.compile(r"two columns are called '(.+)'"), marked("Two columns are called {0}.")),
    (re.compile(r"the file has no column '(.+)'"), marked("The file has no column {0}.")),
    (
        re.compile(r"the file has none of (.+)"),
        marked("The file has none of the columns of these data: {0}"),
    ),
    (
        re.compile(r"the columns are of no kind of orders this program knows; see --help"),
        marked("The columns are not those of a file of orders."),
    ),
    (re.compile(r"no JSON object: .*"), marked("The line is no JSON object.")),
    (
        re.compile(r"Line (\d+) has this code too; rows of one product stand together\."),
        marked("Line {0} has this code too. Rows of one product have to follow each other."),
    ),
    (re.compile(r"Line (\d+) is about the same\."), marked("Line {0} is about the same.")),
    (re.compile(re.escape(spreadsheets.SHORTENED)), _SHORTENED),
    (re.compile(re.escape(spreadsheets.NO_VALUE)), _NO_VALUE),
    (re.compile(re.escape(spreadsheets.MADE_A_DATE)), _MADE_A_DATE),
    (re.compile(re.escape(spreadsheets.ROUNDED)), _ROUNDED),
    (re.compile(re.escape(spreadsheets.NO_TEXT)), _NO_TEXT),
    (
        re.compile(r"Line (\d+) has (\d+) columns, the first names (\d+)\."),
        marked("Line {0} has {1} columns, but the first line names {2}."),
    ),
)
"""Pattern of a message of the reader -> text of the page."""


def text_of(context: PageContext, message: str) -> str:
    """Return a message about a file or a row, translated where it is known."""
    for pattern, text in _MESSAGES:
        if found := pattern.fullmatch(message):
            return context.translate(text).format(*found.groups())
    reason = stored_reasons.reason_of(message)
    return message if reason is None else error_message(context, Invalid(reason))
