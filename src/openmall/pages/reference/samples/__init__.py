"""Samples: a real call of each operation and what was really answered, a file an API.

Made by `make samples`, which calls every operation of a mall on a fresh store; a long list is cut
to its first entries. `tests/reference` finds the operations whose samples are stale.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.api.versions import changes
from openmall.contract import api_versions
from openmall.pages.reference.books import Entry

MALL: Final = "myshop"
"""The mall of the samples."""
RENEW: Final = "make samples"
"""The command that makes them anew."""

Json = dict[str, Any]


class Sample(Struct, frozen=True, kw_only=True):
    """A call and its answer."""

    path: Json = {}
    query: Json = {}
    body: Json | None = None
    session: bool = False
    """The call shows the session of a shopper."""
    status: int
    answer: Any
    events: list[int] = []
    """Numbers of the events it announced."""


def of(entry: Entry) -> Sample | None:
    """Return the sample of an operation in its version; None for one that has none yet."""
    found = read(entry.door.name)
    for version in api_versions.RELEASES[api_versions.RELEASES.index(entry.version) :]:
        sample = found.get(key(entry.row.name, version))
        if sample is not None:
            return sample
    return None


def errors(api: str) -> dict[str, Json]:
    """Return real error bodies of an API, by status."""
    return _file(api).errors


def key(name: str, version: str) -> str:
    """Return under which name a sample is kept."""
    return f"{version} {name}"


def versions(name: str) -> list[str]:
    """Return the versions in which `<api> <method> <path>` has a sample of its own.

    They are the newest, and each that is the last before something changed.
    """
    before = [
        api_versions.RELEASES[api_versions.RELEASES.index(change.release) - 1]
        for change in changes.CHANGES
        if name in change.operations
    ]
    return sorted({api_versions.NEWEST, *before})


class File(Struct, frozen=True):
    """What is kept of an API."""

    errors: dict[str, Json]
    samples: dict[str, Sample]


def read(api: str) -> dict[str, Sample]:
    """Return the samples of an API by `key`."""
    return _file(api).samples


@lru_cache(maxsize=8)
def _file(api: str) -> File:
    text = files("openmall.pages.reference.samples") / f"{api}.json"
    return msgspec.json.decode(text.read_bytes(), type=File)
