"""The form to try an operation, and its result."""

import json
from collections.abc import Iterator

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.pages.reference import fields, samples
from openmall.pages.reference.catalog import Entry

PARAMETER_PREFIX = "p-"
"""Prefix of parameter names in the form."""


class TryForm(Struct, frozen=True, kw_only=True):
    """The typed values except credentials, which no page shows again."""

    mall_id: str = ""
    client_id: str = ""
    values: dict[str, str] = {}
    """Values of path and query parameters; empty ones are not sent."""
    body: str = ""


class TryResult(Struct, frozen=True, kw_only=True):
    """The response to a call."""

    status: int
    milliseconds: str
    headers: list[tuple[str, str]]
    body: str
    cut: bool
    """The body is truncated."""
    curl: str


def prefilled(entry: Entry) -> TryForm:
    """Return the initial form: the request of the sample, without its mall."""
    sample = samples.sample_of(entry)
    if sample is None:
        return TryForm()
    body = "" if sample.body is None else json.dumps(sample.body, indent=2, ensure_ascii=False)
    values = {name: str(value) for name, value in sample.path.items()}
    return TryForm(values=values, body=body)


def read_form(entry: Entry, form: Fields) -> TryForm:
    """Return a submitted form. Raises OAuthError for a repeated field."""
    return TryForm(
        mall_id=form.text("mall_id"),
        client_id=form.text("client_id"),
        values={
            name: form.text(PARAMETER_PREFIX + name).strip() for name in parameter_names(entry)
        },
        body=form.text("body"),
    )


def parameter_names(entry: Entry) -> Iterator[str]:
    """Yield the names of path and query parameters, which have fields of their own."""
    for each in fields.parameters(entry.operation, entry.missing):
        if each.location in ("path", "query") and each.name != "mall_id":
            yield each.name
