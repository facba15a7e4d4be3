"""The pages of the reference, found as a reader finds them: by following links.

For every commit those of the newest version are followed; the nightly tier follows all.
"""

import functools
import re
from collections.abc import Sequence
from urllib.parse import urldefrag, urljoin

import pytest

from openmall.contract import api_versions
from openmall.pages.reference.openapi import asyncapi, document_store
from openmall.pages.reference.openapi import document as openapi
from tests.coverage_scope import the_application_alone
from tests.random_cases import combinations
from tests.world import NOVEMBER_2026, Stage

HOST = "https://developers.openmall.localhost"
HOME = "/developers/reference"
_LINK = re.compile(r'\s(?:href|action)="([^"]+)"')

Pages = dict[str, str]
"""Path of a page -> its HTML."""


def followed() -> Sequence[str]:
    """Return the versions with pages of operations that the crawl visits."""
    return combinations(api_versions.RELEASES, usual=[api_versions.NEWEST])


def is_left_out(path: str) -> bool:
    """Say whether a path is that of an operation in a version that the crawl leaves out."""
    version, *below = path.removeprefix(HOME).strip("/").split("/")[1:] or [""]
    is_one = version in api_versions.RELEASES and below != [] and not path.endswith(".json")
    return is_one and version not in followed()


@functools.cache
def _kept(kind: str, *options: str) -> document_store.Kept:
    """Return what a store of documents keeps of what a process of its own would print."""
    if kind == "asyncapi":
        text = asyncapi.document_text()
    else:
        _, api, _, version = options
        text = openapi.document_text(api, version)
    return document_store._compressed(text.encode())


async def _made_here(_: document_store.DocumentStore, *command: str) -> document_store.Kept:
    with the_application_alone():
        return _kept(*command)


@pytest.fixture(scope="session")
def crawled(stage: Stage) -> tuple[Pages, dict[str, int]]:
    """Every page that links lead to, from the first one on; and what else links name, by status."""
    stage.clock.at = NOVEMBER_2026
    pages: Pages = {}
    others: dict[str, int] = {}
    waiting = [HOME]
    with the_application_alone(), pytest.MonkeyPatch.context() as patch:
        # a process for each of them takes as long as all pages; test_served.py starts some
        patch.setattr(document_store.DocumentStore, "_keep", _made_here)
        while waiting:
            path = waiting.pop()
            if path in pages or path in others:
                continue
            answer = stage.client.get(HOST + path, follow_redirects=False)
            kind = answer.headers.get("content-type", "")
            if not path.startswith(HOME) or answer.status_code != 200 or "html" not in kind:
                others[path] = answer.status_code
                continue
            pages[path] = answer.text
            for link in _LINK.findall(answer.text):
                there = urldefrag(urljoin(path, link.replace("&amp;", "&"))).url
                if there.startswith("/assets/") or not there.startswith("/"):
                    continue
                if not is_left_out(there):
                    waiting.append(there)
    return pages, others
