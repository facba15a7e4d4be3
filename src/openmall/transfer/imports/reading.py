"""Reads the rows of a file, plain or compressed, one after the other.

A row that cannot be read is yielded with the reason, and the next one follows; a truncated file
raises BrokenFile after its last whole row.
"""

import csv
import gzip
import hashlib
import io
import math
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final, Literal

import msgspec

from openmall.contract import spreadsheets
from openmall.contract.refusal import Cause, Refusal, Value, cause
from openmall.contract.refusals import NO_SUCH_COLUMN
from openmall.events.file_transfers import encodings
from openmall.events.file_transfers.refusals import (
    NOT_CSV,
    OTHER_ENCODING,
    UNKNOWN_ENCODING,
    VALUE_IN_OTHER_ENCODING,
)
from openmall.transfer.imports import refusals, saleor
from openmall.transfer.imports.other_lines import OtherLines
from openmall.transfer.imports.records import BrokenFile, CannotRead, Record
from openmall.transfer.imports.unpacking import TIMES, Unpacked, UnpacksTooMuch

Format = Literal["csv", "jsonl", "saleor"]
FORMATS: Final = ("csv", "jsonl", "saleor")
DELIMITERS: Final = (",", ";", "\t", "|")
LONGEST_CELL: Final = 1_000_000
"""Characters of one value; a row with a longer one is refused."""
LONGEST_HEAD: Final = 1_000_000
"""Characters of the line that names the columns."""
LONGEST_LINE: Final = 16_000_000
"""Characters, or bytes, of any other line: a small compressed file may be one line of gigabytes."""
MOST_AT_ONCE: Final = 256_000_000
"""Bytes of a file that can only be read as a whole."""
_LONGEST_READ: Final = 64_000_000
_HEAD: Final = 1_048_576
_MOST_EMPTY: Final = 100_000
"""Empty lines that follow each other."""
_DAMAGED: Final = (EOFError, gzip.BadGzipFile, zlib.error, UnpacksTooMuch)

csv.field_size_limit(_LONGEST_READ)


class Source:
    """A file that is read once, from its beginning."""

    def __init__(
        self,
        path: Path,
        *,
        format_: Format | None,
        delimiter: str = "",
        encoding: str = "utf-8",
        identity: str = "",
        line_column: str = "",
        now: float = math.inf,
    ) -> None:
        """`format_`: None detects it from the name; `delimiter`: empty detects it.

        `line_column`: the column of a CSV file that says of each row at which line of another file
        it began, from which this one was written; it is no field of the row.

        `now`: UTC seconds, at which products whose sale begins later are not for sale yet.

        `identity`: of a file whose name and times say nothing; empty: derived from them.

        Raises CannotRead when there is no such file.
        """
        self.path = path
        self._identity = identity
        self.format: Format = format_ or _format(path)
        self._delimiter = delimiter
        self.line_column = line_column
        self.now = now
        self._lines = OtherLines()
        try:
            self._encoding = encodings.text_codec(encoding)
        except LookupError:
            named = repr(encoding[: encodings.LONGEST])
            raise CannotRead(cause(UNKNOWN_ENCODING, encoding=named)) from None
        try:
            self._raw: IO[bytes] = path.open("rb")
            self.size = path.stat().st_size
        except OSError as error:
            problem = error.strerror or type(error).__name__
            raise CannotRead(cause(refusals.FILE_NOT_OPENED, problem=problem), path) from None
        self.columns: tuple[str, ...] = ()
        """Names of a CSV file's columns, known once `records` was called."""
        self.read_to = 0
        """The line of the row that was read last."""

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    def position(self) -> int:
        """Return how many of the file's `size` bytes were read so far."""
        return self._raw.tell() if not self._raw.closed else self.size

    def identity(self) -> str:
        """Return an identity that differs for another file, or another version of this one."""
        if self._identity:
            return self._identity
        stat = self.path.stat()
        with self.path.open("rb") as file:
            head = hashlib.sha256(file.read(_HEAD)).hexdigest()
        return f"{stat.st_size}:{stat.st_mtime_ns}:{head}"

    def other_line(self, line: int) -> int:
        """Return the line of the file that `line_column` is about; without one, the line itself."""
        return self._lines.of(line)

    def records(self) -> Iterator[Record]:
        """Return the rows. Raises CannotRead at once, BrokenFile on the way."""
        if self.format == "csv":
            return self._noted(self._csv())
        if self.format == "jsonl":
            return self._noted(self._jsonl())
        return self._noted(saleor.records(self._decompressed(), now=self.now))

    def _noted(self, records: Iterator[Record]) -> Iterator[Record]:
        for record in records:
            self.read_to = record.line
            yield record

    def lines(self) -> Iterator[tuple[int, str]]:
        """Return the lines of a text with their numbers. Raises BrokenFile on the way."""
        file = self._bytes()
        line = 0
        while True:
            line += 1
            try:
                text = file.readline(LONGEST_CELL)
            except _DAMAGED as error:
                raise BrokenFile(line, _damage(error)) from None
            if not text:
                return
            yield line, text.decode("utf-8", "replace").rstrip("\r\n")

    def _bytes(self) -> IO[bytes] | gzip.GzipFile:
        self._raw.seek(0)
        if self._raw.read(2) == b"\x1f\x8b":
            self._raw.seek(0)
            return Unpacked(self._raw, self.size)
        self._raw.seek(0)
        return self._raw

    def _decompressed(self) -> bytes:
        try:
            content = self._bytes().read(MOST_AT_ONCE + 1)
        except _DAMAGED as error:
            raise CannotRead(_damage(error), self.path) from None
        if len(content) > MOST_AT_ONCE:
            raise self._cannot(refusals.FILE_TOO_LARGE_TO_READ, most=MOST_AT_ONCE)
        return content

    def _csv(self) -> Iterator[Record]:
        try:
            # surrogates mark what is no text in this encoding, so that only its row is lost
            file = io.TextIOWrapper(
                self._bytes(), self._encoding, errors="surrogateescape", newline=""
            )
            head = file.readline(LONGEST_HEAD)
        except (*_DAMAGED, UnicodeError) as error:
            raise CannotRead(_damage(error), self.path) from None
        if len(head) == LONGEST_HEAD or not head.strip():
            raise self._cannot(refusals.COLUMN_NAMES_MISSING)
        if "\0" in head:
            raise self._cannot(NOT_CSV)
        if not _is_text(head):
            raise self._cannot(OTHER_ENCODING)
        delimiter = self._delimiter or max(DELIMITERS, key=head.count)
        reader = csv.reader(_following(head, file), delimiter=delimiter, strict=True)
        try:
            columns = tuple(name.strip() for name in next(reader))
        except csv.Error as error:
            raise CannotRead(_fault_of_csv(error), self.path) from None
        except _DAMAGED as error:
            raise CannotRead(_damage(error), self.path) from None
        times = Counter(name for name in columns if name)
        twice = {name for name, count in times.items() if count > 1}
        if twice:
            raise self._cannot(refusals.COLUMN_NAMED_TWICE, column=min(twice))
        if not self.line_column:
            self.columns = columns
            return _rows(reader, columns)
        if self.line_column not in columns:
            raise self._cannot(NO_SUCH_COLUMN, column=self.line_column)
        self.columns = tuple(name for name in columns if name != self.line_column)
        self._lines = OtherLines()
        return self._lines.noting(_rows(reader, columns), self.line_column)

    def _cannot(self, refusal: Refusal, **values: Value) -> CannotRead:
        return CannotRead(cause(refusal, **values), self.path)

    def _jsonl(self) -> Iterator[Record]:
        return _objects(self._bytes())


class _LineTooLong(Exception):
    """A line is longer than is read."""


def _following(head: str, file: io.TextIOWrapper) -> Iterator[str]:
    yield head
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise _LineTooLong
        yield line


def _rows(reader: Any, columns: tuple[str, ...]) -> Iterator[Record]:
    width, empty = len(columns), 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except _LineTooLong:
            raise BrokenFile(line, _too_long()) from None
        except csv.Error as error:
            raise BrokenFile(line, _fault_of_csv(error)) from None
        except _DAMAGED as error:
            raise BrokenFile(line, _damage(error)) from None
        if not cells:
            empty = _more_empty(empty, line)
            continue
        empty = 0
        values = dict(zip(columns, map(spreadsheets.meant, cells), strict=False))
        fault = _unreadable(values)
        if len(cells) != width:
            counts = {"columns": len(cells), "named": width}
            fault = cause(refusals.NUMBER_OF_COLUMNS_DIFFERS, **counts)
        yield Record(line, values, fault)


def _more_empty(empty: int, line: int) -> int:
    """Count an empty line. Raises BrokenFile where there are too many after each other."""
    if empty >= _MOST_EMPTY:
        raise BrokenFile(line, cause(refusals.TOO_MANY_EMPTY_LINES, most=_MOST_EMPTY))
    return empty + 1


def _unreadable(values: dict[str, Any]) -> Cause | None:
    for name, cell in values.items():
        if not _is_text(cell):
            return cause(VALUE_IN_OTHER_ENCODING, column=name.encode("utf-8", "replace").decode())
        if len(cell) > LONGEST_CELL:
            return cause(refusals.COLUMN_VALUE_TOO_LONG, column=name, most=LONGEST_CELL)
    return None


def _is_text(text: str) -> bool:
    """Return whether all bytes of a text were text in the file's encoding."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_Object: Final = msgspec.json.Decoder(dict[str, Any])


def _objects(file: IO[bytes] | gzip.GzipFile) -> Iterator[Record]:
    decode: Callable[[bytes], dict[str, Any]] = _Object.decode
    line = empty = 0
    while True:
        line += 1
        try:
            text = file.readline(LONGEST_LINE)
        except _DAMAGED as error:
            raise BrokenFile(line, _damage(error)) from None
        if not text:
            return
        if len(text) == LONGEST_LINE:
            raise BrokenFile(line, _too_long())
        if line == 1:
            text = text.removeprefix(b"\xef\xbb\xbf")
        if not text.strip():
            empty = _more_empty(empty, line)
            continue
        empty = 0
        try:
            yield Record(line, decode(text))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if not text.endswith(b"\n"):
                raise BrokenFile(line, cause(refusals.FILE_ENDS_INSIDE_LINE)) from None
            yield Record(line, {}, cause(refusals.LINE_NOT_JSON_OBJECT))


def _damage(error: BaseException) -> Cause:
    """Return what is wrong with a file that cannot be unpacked or decoded."""
    if isinstance(error, UnpacksTooMuch):
        return cause(refusals.FILE_UNPACKS_TOO_MUCH, times=TIMES)
    if isinstance(error, EOFError):
        return cause(refusals.COMPRESSED_FILE_INCOMPLETE)
    return cause(refusals.FILE_DAMAGED)


def _fault_of_csv(error: csv.Error) -> Cause:
    problem = str(error)
    # the csv module has one error for all faults
    if "unexpected end" in problem:
        return cause(refusals.QUOTE_NOT_CLOSED)
    return cause(refusals.LINE_NOT_CSV, problem=problem)


def _too_long() -> Cause:
    return cause(refusals.LINE_TOO_LONG, most=LONGEST_LINE)


def _format(path: Path) -> Format:
    name = path.name.lower().removesuffix(".gz")
    return "jsonl" if name.endswith((".jsonl", ".ndjson")) else "csv"
