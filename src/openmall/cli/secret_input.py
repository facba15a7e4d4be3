"""Secrets that a command reads: lines of standard input, and files with a key.

Both may be a device or a pipe without an end, so that only as much is read as a secret may have.
"""

import sys
from pathlib import Path
from typing import Final

import click

MOST: Final = 4096
"""Characters of a secret."""


def read_line() -> str:
    """Return the next line of standard input without its end; empty: there is none.

    Raises UsageError for a line that is too long, and for one that is not UTF-8.
    """
    try:
        line = sys.stdin.readline(MOST + 1)
    except UnicodeError:
        raise click.UsageError("standard input is not UTF-8") from None
    if len(line) > MOST:
        raise click.UsageError(f"a line of standard input has more than {MOST:,} characters")
    return line.rstrip("\r\n")


def read_file(file: Path) -> str:
    """Return the text of a file. Raises ClickException for one that cannot be read, is too large
    or is not UTF-8.
    """
    try:
        with file.open(encoding="utf-8") as text:
            found = text.read(MOST + 1)
    except (OSError, UnicodeError) as error:
        raise click.ClickException(f"cannot read {file}: {error}") from None
    if len(found) > MOST:
        raise click.ClickException(f"{file} has more than {MOST:,} characters")
    return found
