"""The lines of another file, from which the file that is read was written.

A file of another platform is rewritten before it is imported. Its merchant knows the lines of the
file that was uploaded, so what is said of a row names these.
"""

import bisect
from array import array
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from openmall.contract.refusal import cause
from openmall.transfer.imports.records import Record
from openmall.transfer.imports.refusals import LINE_NUMBER_MISSING

_MOST_DIGITS: Final = 9


class OtherLines:
    """The lines of the rows that were read so far, eight bytes each."""

    def __init__(self) -> None:
        self._here, self._there = array("I"), array("I")

    def noting(self, records: Iterator[Record], column: str) -> Iterator[Record]:
        """Yield rows without their `column`, and note its number; others are at fault."""
        for record in records:
            text = str(record.values.get(column, ""))
            values = {name: value for name, value in record.values.items() if name != column}
            if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
                self._here.append(record.line)
                self._there.append(int(text))
                yield replace(record, values=values)
            else:
                fault = record.error or cause(LINE_NUMBER_MISSING, column=column)
                yield replace(record, values=values, error=fault)

    def of(self, line: int) -> int:
        """Return the other line of the row at `line`; the same for a row that has none."""
        at = bisect.bisect_left(self._here, line)
        found = at < len(self._here) and self._here[at] == line
        return self._there[at] if found else line
