"""Writes records of any resource as rows: a CSV file for spreadsheets, or JSON lines."""

import csv
from collections.abc import Sequence
from typing import Any, Final, TextIO

import msgspec

from openmall.contract import spreadsheets

Row = dict[str, Any]
FORMATS: Final = ("csv", "jsonl")


class TableWriter:
    """Writes rows with the same columns."""

    def __init__(self, file: TextIO, columns: Sequence[str], *, format_: str) -> None:
        """`format_`: one of FORMATS. The heading of a CSV file is written at once."""
        self._file = file
        self._csv = csv.DictWriter(file, columns, restval="", lineterminator="\r\n")
        self._is_csv = format_ == "csv"
        if self._is_csv:
            self._csv.writeheader()

    def write(self, row: Row) -> None:
        """Write a row of plain values; lists and objects are written as JSON in a cell."""
        if self._is_csv:
            self._csv.writerow({name: spreadsheets.safe(_cell(row[name])) for name in row})
        else:
            self._file.write(msgspec.json.encode(row).decode() + "\n")


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict | tuple):
        return msgspec.json.encode(value).decode() if value else ""
    return value
