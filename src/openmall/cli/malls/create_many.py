"""`openmall mall create-many`: opens the malls of a file."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec import Struct

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output
from openmall.contract.undo import DAYS_OF_NEW_MALLS, MOST_DAYS
from openmall.database.text_search import trimming

if TYPE_CHECKING:
    from openmall.access.malls.possible import Language
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact

_FIELDS: Final = ("mall_id", "name", "country", "shops", "sandbox", "undo_days")
_DEFAULT_SHOP: Final = "ko_KR:KRW"
_YES: Final = {"T": True, "true": True, "F": False, "false": False, "": False}
_MOST_ROWS: Final = 100_000
_MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a file: room for `_MOST_ROWS` rows. A device or a pipe may have no end."""
_SHOWN: Final = 20
"""Rows at fault that are printed; `--json` has all."""


class Row(Struct, frozen=True, kw_only=True):
    """A mall to open."""

    line: int
    """In the file, from 1."""
    mall_id: str
    name: str
    country: str
    shops: tuple[str, ...]
    """`LANGUAGE:CURRENCY[:NAME]` of each."""
    sandbox: bool
    undo_days: int | None


class Fault(Struct, frozen=True):
    """What is wrong with a row."""

    line: int
    field: str
    """Empty: the whole row."""
    error: str


class RowRefused(Exception):
    """A row is at fault: its field, and why."""

    def __init__(self, field: str, error: str) -> None:
        super().__init__(error)
        self.field = field


@click.command("create-many")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only look for rows at fault.")
@command
async def create_many(opened: "Installation", file: Path, dry_run: bool, as_json: bool) -> Output:
    """Open the malls of FILE: CSV with a line of names, or JSON lines (`.jsonl`), in UTF-8.

    \b
    Columns:
      mall_id    required, served at https://MALL_ID.<domain>
      name       required, what people call it
      country    country code of the merchant; empty: KR
      shops      LANGUAGE:CURRENCY[:NAME] of each shop; in CSV separated by ; in JSON a list,
                 too; empty: ko_KR:KRW
      sandbox    T or F (true or false); empty: F
      undo_days  days for which changes can be undone; empty: 30, in a sandbox 0

    All rows are checked first: when one is at fault, each such row is named and no mall is opened.
    Then each mall is opened by itself, in the order of the file. The command can be repeated, after
    it was stopped as well: a mall of the same name, country, shops and kind is left alone, and one
    that differs in them is a row at fault.

    \b
    Examples:
      openmall mall create-many malls.csv --dry-run
      openmall mall create-many malls.jsonl --json
    """
    rows, faults = _read(file)
    existing, more = await _compare(opened, rows)
    faults = sorted([*faults, *more], key=lambda each: each.line)
    facts: dict[str, Fact] = {"created": [], "existing": existing, "errors": faults}
    if faults:
        lines = [
            f"line {each.line}{f', {each.field}' if each.field else ''}: {each.error}"
            for each in faults[:_SHOWN]
        ]
        if len(faults) > _SHOWN:
            lines.append(f"... and {len(faults) - _SHOWN:,} more, which --json names")
        failure = f"{len(faults):,} of the rows are at fault: no mall was opened"
        return Output(facts, "\n".join(lines), failure=failure)
    missing = [row for row in rows if row.mall_id not in set(existing)]
    if dry_run:
        text = f"{len(missing):,} malls would be opened, {len(existing):,} are there already."
        return Output(facts | {"would_create": [row.mall_id for row in missing]}, text)
    with output.progress("malls", as_json=as_json) as far:
        facts["created"] = await _create(opened, missing, far)
    text = f"{len(missing):,} malls were opened, {len(existing):,} were there already."
    return Output(facts, text)


async def _create(
    opened: "Installation", rows: list[Row], far: Callable[[float], None]
) -> list[str]:
    from openmall.access.malls import rules as mall_rules

    created = []
    for row in rows:
        await mall_rules.create(
            opened.database,
            opened.clock,
            row.mall_id,
            row.name,
            row.country,
            _languages(row),
            sandbox=row.sandbox,
            undo_days=row.undo_days,
        )
        created.append(row.mall_id)
        far(len(created) / len(rows))
    await opened.counters.invalidate_caches()
    return created


async def _compare(opened: "Installation", rows: list[Row]) -> tuple[list[str], list[Fault]]:
    """Return the ids of malls that are as their rows say, and the rows that no mall can have."""
    from openmall.access.malls import possible
    from openmall.access.malls import rules as mall_rules

    known = {each.mall_id: each for each in await mall_rules.every(opened.database)}
    existing: list[str] = []
    faults: list[Fault] = []
    lines: dict[str, int] = {}
    for row in rows:
        try:
            possible.require(row.mall_id, row.name, row.country, _languages(row))
            first = lines.setdefault(row.mall_id, row.line)
            if first != row.line:
                raise RowRefused("mall_id", f"{row.mall_id!r} is in line {first} as well")
            line = known.get(row.mall_id)
            if line is not None:
                if (line.name, line.country) != (row.name, row.country):
                    raise RowRefused("mall_id", f"there is a mall {row.mall_id!r} that differs")
                mall = await opened.mall(row.mall_id)
                shops = [(each.language, each.currency) for each in mall.shops.values()]
                asked = [(each.language, each.currency) for each in _languages(row)]
                if shops != asked or (mall.sandbox is not None) != row.sandbox:
                    raise RowRefused("shops", f"there is a mall {row.mall_id!r} that differs")
                existing.append(row.mall_id)
        except RowRefused as error:
            faults.append(Fault(row.line, error.field, str(error)))
        except possible.ImpossibleMall as error:
            faults.append(Fault(row.line, error.field, str(error)))
    return existing, faults


def _read(file: Path) -> tuple[list[Row], list[Fault]]:
    """Return the rows of a file, and what is wrong with others. Raises ClickException."""
    rows: list[Row] = []
    faults: list[Fault] = []
    try:
        for line, fields in _records(file):
            if len(rows) + len(faults) == _MOST_ROWS:
                raise click.ClickException(f"{file} has more than {_MOST_ROWS:,} rows")
            if isinstance(fields, Fault):
                faults.append(fields)
                continue
            try:
                rows.append(_row(line, fields))
            except RowRefused as error:
                faults.append(Fault(line, error.field, str(error)))
    except (OSError, UnicodeError, csv.Error) as error:
        raise click.ClickException(f"cannot read {file}: {error}") from None
    if not rows and not faults:
        raise click.ClickException(f"{file} has no rows")
    return rows, faults


def _records(file: Path) -> "Iterator[tuple[int, dict[str, object] | Fault]]":
    """Yield line and fields of each record. Raises OSError, UnicodeError, csv.Error, and
    ClickException for a file that is too large.
    """
    with file.open("rb") as binary:
        sent = binary.read(_MOST_BYTES + 1)
    if len(sent) > _MOST_BYTES:
        raise click.ClickException(f"{file} has more than {_MOST_BYTES:,} bytes")
    with io.StringIO(sent.decode("utf-8-sig"), newline="") as text:
        if file.suffix.lower() in (".jsonl", ".ndjson"):
            for number, each in enumerate(text, 1):
                if each.strip():
                    yield number, _object(number, each)
            return
        reader = csv.DictReader(text, strict=True)
        names = reader.fieldnames or ()
        if twice := _repeated(names):
            raise click.ClickException(f"{file} has the column {twice!r} twice")
        unknown = [name for name in names if name not in _FIELDS]
        if unknown:
            raise click.ClickException(
                f"{file} has the column {unknown[0]!r}; there are {', '.join(_FIELDS)}"
            )
        for record in reader:
            if None in record or None in record.values():
                yield reader.line_num, Fault(reader.line_num, "", "has too many or too few columns")
            else:
                yield reader.line_num, dict(record)


def _object(line: int, text: str) -> "dict[str, object] | Fault":
    try:
        found = json.loads(text, object_pairs_hook=_fields)
    except RowRefused as error:
        return Fault(line, error.field, str(error))
    except ValueError as error:
        return Fault(line, "", f"is no JSON: {error}")
    except RecursionError:
        return Fault(line, "", "is no JSON of a mall: it is nested too deeply")
    return found if isinstance(found, dict) else Fault(line, "", "is no JSON object")


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if twice := _repeated(name for name, _ in pairs):
        raise RowRefused(twice, "is there twice")
    return dict(pairs)


def _repeated(names: Iterable[str]) -> str:
    """Return the first name that is there twice; empty: each is there once."""
    return next((name for name, times in Counter(names).items() if times > 1), "")


def _row(line: int, fields: dict[str, object]) -> Row:
    """Return the mall of a record. Raises RowRefused."""
    for name in fields:
        if name not in _FIELDS:
            raise RowRefused(name, f"there is no such field; there are {', '.join(_FIELDS)}")
    texts = {name: _text(name, value) for name, value in fields.items() if name != "shops"}
    for name in ("mall_id", "name"):
        if not texts.get(name):
            raise RowRefused(name, "is missing")
    sandbox = texts.get("sandbox", "")
    if sandbox not in _YES:
        raise RowRefused("sandbox", f"{sandbox!r} is neither T nor F")
    return Row(
        line=line,
        mall_id=texts["mall_id"],
        name=texts["name"],
        country=texts.get("country") or "KR",
        shops=_shops(fields.get("shops")),
        sandbox=_YES[sandbox],
        undo_days=_undo_days(texts.get("undo_days", ""), sandbox=_YES[sandbox]),
    )


def _text(name: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "T" if value else "F"
    if isinstance(value, str | int):
        return trimming.name(str(value))
    raise RowRefused(name, f"{value!r} is no text")


def _shops(value: object) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else str(value or "").split(";")
    shops = tuple(each.strip() for each in texts if isinstance(each, str) and each.strip())
    if isinstance(value, list) and len(shops) != len(value):
        raise RowRefused("shops", f"{value!r} is no list of LANGUAGE:CURRENCY[:NAME]")
    for each in shops:
        language, _, rest = each.partition(":")
        if not language or not rest.partition(":")[0]:
            raise RowRefused("shops", f"{each!r} is not LANGUAGE:CURRENCY[:NAME]")
    return shops or (_DEFAULT_SHOP,)


def _undo_days(text: str, *, sandbox: bool) -> int | None:
    if not text:
        return None if sandbox else DAYS_OF_NEW_MALLS
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MOST_DAYS):
        raise RowRefused("undo_days", f"{text!r} is not a whole number, 0 to {MOST_DAYS}")
    return int(text)


def _languages(row: Row) -> "list[Language]":
    from openmall.access.malls.possible import Language

    languages = []
    for each in row.shops:
        language, _, rest = each.partition(":")
        currency, _, name = rest.partition(":")
        languages.append(Language(trimming.name(name) or row.name, language, currency))
    return languages
