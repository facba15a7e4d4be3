"""Single fields of JSON documents in rows, beside the columns: `detail.labels`.

A document that many operations write is not compared and written back as a whole: what others
changed of it since stays.
"""

from collections.abc import Mapping, Set
from typing import Any

import msgspec

from openmall.commerce.undo.table_policies import policies
from openmall.database.undo_policies import Reverted


def with_fields(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the fields of its documents that an undo may revert, beside its columns.

    A field that is not in the document, because it has its default, is None.
    """
    found = dict(row)
    for column, fields in _documents(table).items():
        document = msgspec.json.decode(row[column])
        found |= {f"{column}.{name}": document.get(name) for name in fields}
    return found


def changed_names(
    table: str, columns: Set[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> Set[str]:
    """Return the columns of two versions of a row that differ, of documents the fields.

    `columns`: those that differ.
    """
    of_documents = columns & _documents(table).keys()
    if not of_documents:
        return columns
    names = set(columns)
    for column in of_documents:
        sides = [msgspec.json.decode(row[column]) for row in (before, after)]
        names.remove(column)
        names |= {
            f"{column}.{name}"
            for name in {**sides[0], **sides[1]}
            if sides[0].get(name) != sides[1].get(name)
        }
    return names


def folded(values: Mapping[str, Any], current: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns to write: fields of documents are written into those of the current row."""
    found: dict[str, Any] = {}
    documents: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        column, dot, field = name.partition(".")
        if not dot:
            found[name] = value
            continue
        document = documents.setdefault(column, msgspec.json.decode(current[column]))
        if value is None:
            document.pop(field, None)
        else:
            document[field] = value
    return found | {
        column: msgspec.json.encode(document).decode() for column, document in documents.items()
    }


def _documents(table: str) -> Mapping[str, set[str]]:
    policy = policies().get(table)
    return policy.documents if isinstance(policy, Reverted) else {}
