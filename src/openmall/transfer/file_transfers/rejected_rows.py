"""Writes the rejected rows of an imported file with the reasons, to be corrected and sent again."""

import csv
import io
from collections.abc import Mapping
from typing import IO, Any, Final

import msgspec

from openmall.contract import spreadsheets
from openmall.events.file_transfers.file_store import FileError
from openmall.transfer.imports.columns import CODE, Plan, Reader
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile

REASON: Final = "import_error"
"""The column that is added."""


class RejectedRows:
    """The rows at fault of one file, by their lines; of products every row of a rejected one."""

    def __init__(self, errors: list[FileError], plan: Plan | None, read_to: int) -> None:
        """`plan`: how the columns of a file of products are read; None for other files.

        `read_to`: the line up to which the import has read; a file that was given up is not read
        to its end, which a compressed one may have a thousand times its size behind.
        """
        self._read_to = read_to
        self._reasons: dict[int, str] = {}
        self._codes: dict[str, str] = {}
        self._reader = None if plan is None else Reader(plan)
        for error in errors:
            reason = f"{error.field}: {error.message}" if error.field else error.message
            self._reasons.setdefault(error.line, reason)
            if plan is not None and error.code:
                self._codes.setdefault(error.code, reason)

    def write(self, source: Source, file: IO[bytes]) -> None:
        """Read `source` again as far as it was read, and write its rows at fault.

        Raises CannotRead.
        """
        records = source.records()
        text = io.TextIOWrapper(file, "utf-8", newline="")
        columns = [name for name in source.columns if name and name != REASON]
        own = [source.line_column] if source.line_column else []
        writer = None
        if source.format != "jsonl":
            if not columns:
                columns = ["line", "code"]
            writer = csv.DictWriter(
                text, [*own, *columns, REASON], restval="", lineterminator="\r\n"
            )
            writer.writeheader()
        try:
            for record in records:
                if record.line > self._read_to:
                    break
                line = source.other_line(record.line)
                reason = self._reason(line, record.values)
                if not reason:
                    continue
                values = {n: v for n, v in record.values.items() if n and n != REASON}
                if writer is None:
                    text.write(msgspec.json.encode({**values, REASON: reason}).decode() + "\n")
                else:
                    cells = {name: _cell(values.get(name, "")) for name in columns}
                    writer.writerow(dict.fromkeys(own, line) | cells | {REASON: _cell(reason)})
        except BrokenFile:
            pass  # what is behind the break cannot be read
        text.flush()
        text.detach()

    def _reason(self, line: int, values: Mapping[str, Any]) -> str:
        found = self._reasons.get(line, "")
        if found or self._reader is None or not self._codes:
            return found
        code = str(self._reader.fields(dict(values)).get(CODE, ""))
        return self._codes.get(code, "")


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        # what was no text in the file's encoding cannot be written
        return spreadsheets.safe(value.encode("utf-8", "replace").decode())
    return msgspec.json.encode(value).decode() if isinstance(value, list | dict) else value
