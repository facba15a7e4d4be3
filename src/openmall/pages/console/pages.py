"""Every page of the console: its path, and what answers there."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.pages.console import (
    account,
    apps,
    authority,
    calls,
    credentials,
    deliveries,
    entering,
    errors,
    faultlab,
    limits,
    menu,
    start,
    testmalls,
    versions,
    webhooks,
)
from openmall.pages.console.desk import Desk

Handler = Callable[[Desk], Awaitable[Response]]

_APP: Final = f"{menu.APPS}/{{client_id}}"


class Page(Struct, frozen=True):
    """A row: what answers at a path, by method.

    `{client_id}` in the path is an app of the developer who is signed in, and `{mall_id}` a test
    mall of theirs; anybody else's is 404 before the page is asked. `{where}` is a mall the app is
    in, which the page looks up itself. A page that takes a form can be read at the same address:
    choosing a language leads back there.
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
    Page(menu.ACCOUNT, {"GET": account.show, "POST": account.change}),
    Page(f"{menu.HOME}/authority", {"GET": authority.download}, public=True),
    Page(menu.APPS, {"GET": apps.listed}),
    Page(f"{menu.APPS}/new", {"GET": apps.draft, "POST": apps.register}),
    Page(_APP, {"GET": apps.show}),
    Page(f"{_APP}/settings", {"GET": apps.settings, "POST": apps.change}),
    Page(f"{_APP}/credentials", {"GET": credentials.show, "POST": credentials.act}),
    Page(f"{_APP}/calls", {"GET": calls.listed}),
    Page(f"{_APP}/calls/{{number}}", {"GET": calls.show}),
    Page(f"{_APP}/errors", {"GET": errors.show}),
    Page(f"{_APP}/limits", {"GET": limits.show}),
    Page(f"{_APP}/version", {"GET": versions.show, "POST": versions.choose}),
    Page(f"{_APP}/webhooks", {"GET": webhooks.show, "POST": webhooks.act}),
    Page(f"{_APP}/deliveries", {"GET": deliveries.listed}),
    Page(
        f"{_APP}/deliveries/{{where}}/{{log_no}}",
        {"GET": deliveries.show, "POST": deliveries.again},
    ),
    Page(menu.MALLS, {"GET": testmalls.listed, "POST": testmalls.make}),
    Page(f"{menu.MALLS}/{{mall_id}}", {"GET": testmalls.show, "POST": testmalls.act}),
    Page(f"{menu.MALLS}/{{mall_id}}/faults", {"GET": faultlab.show, "POST": faultlab.act}),
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
