"""Every page of the console: its path, and what answers there."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.console import apps, entering, menu, start
from openmall.console.desk import Desk

Handler = Callable[[Desk], Awaitable[Response]]

_APP: Final = f"{menu.APPS}/{{client_id}}"


class Page(Struct, frozen=True):
    """A row: what answers at a path, by method.

    `{client_id}` in the path is an app of the developer who is signed in; anybody else's is 404
    before the page is asked.
    """

    path: str
    methods: dict[str, Handler]
    public: bool = False
    """Also for those who are not signed in."""


PAGES: Final = (
    Page(menu.HOME, {"GET": start.show}),
    Page(menu.SIGN_IN, {"GET": entering.sign_in_page, "POST": entering.sign_in}, public=True),
    Page(menu.SIGN_UP, {"GET": entering.sign_up_page, "POST": entering.sign_up}, public=True),
    Page(menu.SIGN_OUT, {"POST": entering.sign_out}),
    Page(menu.APPS, {"GET": apps.listed}),
    Page(_APP, {"GET": apps.show}),
)


def find(path: str) -> tuple[Page, dict[str, str]] | None:
    """Return the page at a path, and the values of its placeholders; written words win."""
    segments = path.split("/")
    best: tuple[Page, dict[str, str]] | None = None
    for page in PAGES:
        values = _values(page.path.split("/"), segments)
        if values is not None and (best is None or len(values) < len(best[1])):
            best = page, values
    return best


def _values(pattern: list[str], segments: list[str]) -> dict[str, str] | None:
    if len(pattern) != len(segments):
        return None
    values = {}
    for wanted, found in zip(pattern, segments, strict=True):
        if wanted.startswith("{") and found:
            values[wanted[1:-1]] = found
        elif wanted != found:
            return None
    return values
