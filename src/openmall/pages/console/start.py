"""The start page: the next steps of a developer, or before sign-in what openmall is.

Before sign-in it shows this installation, and no mall.
"""

import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.contract import api_versions
from openmall.contract.moments import moment
from openmall.database.session import DatabaseAway, DeadlinePassed
from openmall.http.web.languages import marked
from openmall.pages.console import authority, curl, menu
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext

_STORE_SECONDS: Final = 2.0
"""Time within which the store has to respond."""
_MALL: Final = "MALL"
"""Stands for the ID of a mall in addresses."""
_CALL: Final = "products?limit=3"
_APIS: Final = (
    (
        "admin",
        marked("Admin API"),
        marked("Products, stock, orders, customers and settings of a shop."),
    ),
    (
        "storefront",
        marked("Storefront API"),
        marked("What shoppers see and do: products, cart, orders."),
    ),
    (
        "partner",
        marked("Partner API"),
        marked("Products of the malls that take part in a programme."),
    ),
    ("analytics", marked("Analytics API"), marked("Visits, page views and sales by path.")),
)
"""Name in addresses, name, purpose."""


class Program(Struct, frozen=True):
    """The first call in one language."""

    name: str
    title: str
    text: str


class Release(Struct, frozen=True):
    """A version of the APIs that is served."""

    version: str
    address: str
    """Its reference of the first of the APIs."""
    until: str
    """First day on which it is not served; empty: not decided."""
    is_newest: bool


async def show(context: PageContext) -> Response:
    """Handle `GET /developers`."""
    if context.current_developer is None:
        return await _show_to_visitor(context)
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
        malls = await console_store.test_malls_of(db, context.developer)
    return context.show("start.html", apps=apps, malls=malls, guides=_guides(context))


def _guides(context: PageContext) -> Sequence[tuple[str, str]]:
    """Return address and title of each guide."""
    return [(address, context.translate(title)) for address, title in menu.GUIDES]


async def _show_to_visitor(context: PageContext) -> Response:
    configuration = context.services.configuration
    return context.show(
        "public_start.html",
        sign_up_open=configuration.developer_sign_up == "open",
        programs=_programs(context),
        authority=authority.FILE_NAME if authority.needed(context) else "",
        guides=_guides(context),
        api_rows=[
            (f"{menu.REFERENCE}/{api}", context.translate(name), context.translate(purpose))
            for api, name, purpose in _APIS
        ],
        released=_releases(context),
        default_version=api_versions.DEFAULT,
        is_available=await _store_responds(context),
    )


def _programs(context: PageContext) -> Sequence[Program]:
    """Return the first call at the hosts of this installation, with placeholders as credentials."""
    origin = context.mall_origin(_MALL)
    trust = authority.FILE_NAME if authority.needed(context) else ""
    command = curl.admin(_CALL, origin=origin, trust=trust).replace("$TOKEN", "ACCESS_TOKEN")
    python = (
        "import openmall_client\n\n"
        f'with openmall_client.Admin("{origin}", "ACCESS_TOKEN") as mall:\n'
        "    response = mall.list_products(limit=3)\n"
        "print(response)"
    )
    typescript = (
        'import { admin } from "openmall-client";\n\n'
        f'const mall = admin("{origin}", "ACCESS_TOKEN");\n'
        'const { data } = await mall.GET("/products", { params: { query: { limit: 3 } } });\n'
        "console.log(data);"
    )
    return (
        Program("curl", "curl", command),
        Program("python", "Python", python),
        Program("typescript", "TypeScript", typescript),
    )


def _releases(context: PageContext) -> Sequence[Release]:
    """Return the versions that are served today, the newest first."""
    today = moment(int(context.clock.now())).date().isoformat()
    reference = f"{menu.REFERENCE}/{_APIS[0][0]}"
    return [
        Release(
            each,
            f"{reference}/{each}",
            api_versions.expires(each) or "",
            each == api_versions.NEWEST,
        )
        for each in reversed(api_versions.RELEASES)
        if each <= today and (api_versions.expires(each) or "9999") > today
    ]


async def _store_responds(context: PageContext) -> bool:
    """Return whether the store responds in time; the page is shown all the same."""
    try:
        deadline = time.monotonic() + _STORE_SECONDS
        async with context.database.reading("", deadline=deadline) as db:
            await console_store.ping(db)
    except (DatabaseAway, DeadlinePassed):
        return False
    return True
