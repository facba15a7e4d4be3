"""Finds the pictures that a mall's rows reference, in any text column."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import unquote

from sqlalchemy import String, Table, Text, bindparam, or_, select, tuple_

from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.pictures import FILES
from openmall.database.schema import metadata
from openmall.database.session import Database
from openmall.database.statements import Contains, Statement
from openmall.media.store import never_changes, stem_of

PAGE: Final = 500
"""Rows of one query."""
HISTORY: Final = frozenset({ACTIVITY, EVENT})
"""Tables of past data: a picture that only they reference is not shown anywhere."""
_WORD: Final = FILES.strip("/")
_PATH: Final = re.compile(rf"{FILES}([A-Za-z0-9._/-]+)")
# a lookahead matches at every position, because preceding characters may look like hex digits
_DIGEST: Final = re.compile(r"(?=([0-9a-f]{38}))")


class ReferencedPictures:
    """The pictures referenced by texts: by path, or by the digest of their content."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._digests: set[str] = set()

    def read(self, text: str) -> None:
        """Add the pictures that a text references."""
        self._digests.update(_DIGEST.findall(text))
        # addresses in scripts and queries are escaped
        plain = unquote(text.replace("\\/", "/"))
        self._paths.update(path.rstrip("./-") for path in _PATH.findall(plain))

    def __contains__(self, path: str) -> bool:
        if never_changes(path):
            return stem_of(path) in self._digests
        return path in self._paths


class _Texts:
    """Reads the texts of a table that may reference a picture, page by page."""

    def __init__(self, table: Table, texts: list[Any]) -> None:
        self.keys = [each for each in table.primary_key if each.name != "mall_id"]
        query = select(*self.keys, *texts).where(
            table.c.mall_id == bindparam("mall_id"),
            or_(*(Contains(each, "word") for each in texts)),
        )
        self.first = Statement(query.order_by(*self.keys).limit(PAGE))
        after = [bindparam(f"after_{each.name}", type_=each.type) for each in self.keys]
        self.next = (
            Statement(
                query.where(tuple_(*self.keys) > tuple_(*after)).order_by(*self.keys).limit(PAGE)
            )
            if self.keys
            else None
        )


def _tables() -> Iterator[_Texts]:
    for table in metadata().sorted_tables:
        texts = [
            each
            for each in table.c
            if isinstance(each.type, Text)
            or (isinstance(each.type, String) and (each.type.length or 2) > 1)
        ]
        texts = [each for each in texts if each.name != "mall_id"]
        if "mall_id" in table.primary_key.columns and table not in HISTORY and texts:
            yield _Texts(table, texts)


async def find_referenced(
    database: Database, mall_id: str, watch: Callable[[float], None]
) -> ReferencedPictures:
    """Return the pictures that rows of a mall reference; `watch` is called with the share done."""
    found = ReferencedPictures()
    tables = list(_tables())
    for at, texts in enumerate(tables):
        async with database.reading(mall_id) as db:
            rows = await db.all(texts.first, word=_WORD)
            while rows:
                for row in rows:
                    for text in row[len(texts.keys) :]:
                        if text and _WORD in text:
                            found.read(text)
                if texts.next is None or len(rows) < PAGE:
                    break
                last = zip(texts.keys, rows[-1], strict=False)
                after = {f"after_{key.name}": value for key, value in last}
                rows = await db.all(texts.next, word=_WORD, **after)
        watch((at + 1) / len(tables))
    return found
