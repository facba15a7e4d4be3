"""What a developer types to try an operation, and what came of it."""

import json
from collections.abc import Iterator

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.pages.reference import fields, samples
from openmall.pages.reference.books import Entry

PARAMETER = "p-"
"""What the names of parameters begin with in the form."""


class Typed(Struct, frozen=True, kw_only=True):
    """What was typed beside credentials, which no page shows again."""

    mall_id: str = ""
    client_id: str = ""
    values: dict[str, str] = {}
    """Of the path and the query; what is empty is not sent."""
    body: str = ""


class Tried(Struct, frozen=True, kw_only=True):
    """What was answered to a call."""

    status: int
    milliseconds: str
    headers: list[tuple[str, str]]
    body: str
    cut: bool
    """Only the beginning of the body is shown."""
    curl: str


def prefilled(entry: Entry) -> Typed:
    """Return what the form holds at first: the request of the sample, without its mall."""
    sample = samples.of(entry)
    if sample is None:
        return Typed()
    body = "" if sample.body is None else json.dumps(sample.body, indent=2, ensure_ascii=False)
    values = {name: str(value) for name, value in sample.path.items()}
    return Typed(values=values, body=body)


def typed(entry: Entry, form: Fields) -> Typed:
    """Return what a form says. Raises Refused for a field that is given twice."""
    return Typed(
        mall_id=form.text("mall_id"),
        client_id=form.text("client_id"),
        values={name: form.text(PARAMETER + name).strip() for name in asked(entry)},
        body=form.text("body"),
    )


def asked(entry: Entry) -> Iterator[str]:
    """Return the names of what is asked for one by one: not what a body says."""
    for each in fields.parameters(entry.row, entry.lacking):
        if each.where in ("path", "query") and each.name != "mall_id":
            yield each.name
