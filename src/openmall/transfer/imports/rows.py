"""Rows of a file of products as fields, and why one is rejected."""

from typing import Any

import msgspec
from msgspec import Struct

from openmall.contract.refusal import Cause, cause
from openmall.contract.refusals import NUL_CHARACTER
from openmall.transfer.imports.columns import CODE, OPTIONS


class RowError(Struct, frozen=True):
    """Why a row, and with it its product, was rejected."""

    line: int
    field: str
    reason: Cause
    code: str = ""


class Row(Struct, frozen=True):
    """A row of the file as fields; `column` is the one at fault."""

    line: int
    fields: dict[str, Any]
    error: Cause | None = None
    column: str = ""

    @property
    def code(self) -> str:
        return str(self.fields.get(CODE, ""))

    @property
    def choice(self) -> list[tuple[str, str]]:
        """Option name and value, one for each option the row names."""
        choices = []
        for name, value in OPTIONS:
            if name in self.fields or value in self.fields:
                choices.append((str(self.fields.get(name, "")), str(self.fields.get(value, ""))))
        return choices


class RowFault(Exception):
    """A row is at fault, and with it its product. `line` 0: the line that is read."""

    def __init__(self, line: int, field: str, reason: Cause) -> None:
        super().__init__(reason)
        self.line, self.field, self.reason = line, field, reason


def refuse_nul(row: Row) -> None:
    """Raise RowFault for a row that holds a NUL character."""
    for name, value in row.fields.items():
        # written as JSON a NUL of a list or an object shows as an escape
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        if "\x00" in text or (text is not value and "\\u0000" in text):
            raise RowFault(row.line, name, cause(NUL_CHARACTER))
