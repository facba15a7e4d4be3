"""Rows of a CSV file of another platform, which know which of their columns were read."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from openmall.contract import spreadsheets
from openmall.contract.errors import Invalid
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.refusals import FILE_UNREADABLE, HEADING_REPEATED, ROW_OF_OTHER_WIDTH

DELIMITERS: Final = (",", ";", "\t", "|")
_SEPARATOR: Final = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)
"""The first line with which a spreadsheet names the character between columns."""
_TRUE: Final = frozenset({"true", "yes", "y", "1", "active", "t"})
_SPACES: Final = re.compile(r"\s+")
_PLAIN: Final = re.compile(r"-?\d+(\.\d+)?")
_THOUSANDS: Final = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")
_COMMA: Final = re.compile(r"-?(\d+|\d{1,3}([. ’']\d{3})+),\d{1,2}")
"""An amount with a comma before its decimals, as in most of Europe."""


class Cells:
    """A row of a file."""

    def __init__(self, sheet: "Sheet", line: int, values: dict[str, str]) -> None:
        self._sheet, self.line, self._values = sheet, line, values

    def text(self, name: str) -> str:
        """Return what a column holds, without blanks around it; empty for no such column."""
        self._sheet.read.add(name)
        return self._values.get(name, "")

    def beginning(self, words: str) -> dict[str, str]:
        """Return filled columns whose heading begins so; they do not count as read."""
        return {name: text for name, text in self._values.items() if name.startswith(words)}

    def is_true(self, name: str) -> bool:
        """Return whether a column says yes."""
        return self.text(name).lower() in _TRUE

    def amount(self, name: str) -> str:
        """Return an amount with a dot before its decimals; what is ambiguous as it is.

        `1,000` is a thousand in one country and one in another, so it stays and is refused.
        """
        text = self.text(name)
        if _PLAIN.fullmatch(text):
            return text
        if _COMMA.fullmatch(text):
            return re.sub(r"[. ’']", "", text).replace(",", ".")
        grouped = _THOUSANDS.fullmatch(text)
        if grouped and (grouped[2] or self._sheet.thousands):
            return typed_numbers.plain(text)
        return text


class Sheet:
    """The rows of a file."""

    def __init__(
        self, text: str, aliases: Mapping[str, str], *, thousands: bool, spaced: bool = True
    ) -> None:
        """`aliases`: other heading, in small letters -> the heading by which rows are read.

        `thousands`: 1,000 is a thousand. `spaced`: headings differ by their blanks.

        Raises Invalid (422) for a file that is no CSV, and for a row with more or fewer cells.
        """
        named = _SEPARATOR.match(text)
        self._text = text[named.end() :] if named else text
        self._delimiter = named[1] if named else _delimiter(self._text)
        self.thousands = thousands and self._delimiter != ";"
        self.read: set[str] = set()
        """Columns that were asked for."""
        reader = self._reader()
        try:
            headings: list[str] = next(reader, [])
        except csv.Error:
            raise _unreadable() from None
        self.columns = [_heading(each, aliases, spaced=spaced) for each in headings]
        self._repeated = [
            (at, name) for at, name in enumerate(self.columns) if name and name in self.columns[:at]
        ]

    def _reader(self) -> Any:
        file = io.StringIO(self._text, newline="")
        return csv.reader(file, delimiter=self._delimiter, strict=True)

    def rows(self) -> Iterator[Cells]:
        """Yield the rows that hold anything.

        Raises Invalid (422) for one of another width, and for one in which two columns of the
        same heading differ.
        """
        reader, width = self._reader(), len(self.columns)
        next(reader, None)
        line = reader.line_num + 1
        try:
            for cells in reader:
                start, line = line, reader.line_num + 1
                if not any(each.strip() for each in cells):
                    continue
                if len(cells) != width:
                    raise Invalid(
                        ROW_OF_OTHER_WIDTH,
                        parameter="file",
                        line=start,
                        count=len(cells),
                        named=width,
                    )
                texts = [spreadsheets.meant(each.strip()).strip() for each in cells]
                values = {n: t for n, t in zip(self.columns, texts, strict=True) if n and t}
                for at, name in self._repeated:
                    if any(
                        text and text != values.get(name)
                        for text in (texts[at], texts[self.columns.index(name)])
                    ):
                        raise Invalid(
                            HEADING_REPEATED, parameter="file", line=start, column=name[:100]
                        )
                yield Cells(self, start, values)
        except csv.Error:
            raise _unreadable() from None

    def unread(self, implied: Mapping[str, frozenset[str]]) -> dict[str, int]:
        """Return the columns that nothing read, with the number of rows that fill them.

        `implied`: column -> texts in it that say nothing; an empty set: none of them does.
        """
        counts: dict[str, int] = {}
        for row in self.rows():
            for name, text in row._values.items():
                nothing = implied.get(name)
                if name not in self.read and (nothing is None or (nothing and text not in nothing)):
                    counts[name] = counts.get(name, 0) + 1
        return counts


def _delimiter(text: str) -> str:
    """Return the character that parts the headings into the most columns."""
    head = text[:100_000]

    def width(delimiter: str) -> int:
        try:
            return len(next(csv.reader(io.StringIO(head, newline=""), delimiter=delimiter), []))
        except csv.Error:
            return 0

    return max(DELIMITERS, key=width)


def _heading(text: str, aliases: Mapping[str, str], *, spaced: bool) -> str:
    plain = _SPACES.sub(" " if spaced else "", text.strip().lstrip("\ufeff"))
    return aliases.get(plain.lower(), plain)


def _unreadable() -> Invalid:
    return Invalid(FILE_UNREADABLE, parameter="file")
