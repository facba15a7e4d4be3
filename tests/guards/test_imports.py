"""Imports go one way, so that one guess finds the room and no room knows those above it."""

import ast

from tests.guards.sources import imported, sources

MAY_IMPORT: dict[str, set[str]] = {
    "configuration": set(),
    "declarations": set(),
    "limits": {"tracing"},
    "tracing": {"configuration"},
    "database": {"tracing", "configuration", "declarations"},
    "contract": {"limits", "database", "declarations"},
    "versions": {"contract"},
    "journal": {"tracing", "contract", "database"},
    "calls": {"oauth", "journal", "contract", "database", "configuration"},
    "standard": {"journal", "contract", "database", "declarations"},
    "partner": {"contract", "database"},
    "webhooks": {
        "malls", "oauth", "sandbox", "tracing", "journal", "contract", "database",
        "configuration",
    },
    "messages": {"contract"},
    "shoppers": {"contract", "database"},
    "areas": {
        "jobs", "partner", "menu", "messages", "shoppers", "webhooks", "standard", "journal",
        "contract", "database",
    },
    "analytics": {
        "areas", "pipeline", "malls", "oauth", "sandbox", "standard", "journal", "limits",
        "contract", "database", "configuration",
    },
    "jobs": {"contract", "database"},
    "sandbox": {"limits", "contract", "database"},
    "malls": {"sandbox", "limits", "contract", "database"},
    "web": {"pipeline", "contract", "configuration"},
    "oauth": {
        "web", "malls", "sandbox", "limits", "partner", "versions", "journal", "contract",
        "database",
        "configuration",
    },
    "menu": {"oauth", "contract", "database"},
    "pipeline": {
        "calls", "jobs", "malls", "oauth", "sandbox", "shoppers", "versions", "limits", "journal",
        "contract", "tracing",
        "database", "configuration",
    },
    "observability": {
        "analytics", "calls", "webhooks", "pipeline", "tracing", "journal", "contract", "database",
        "configuration",
    },
    "apis": {"analytics", "areas", "jobs", "pipeline", "sandbox"},
    "console": {
        "calls", "web", "versions", "pipeline", "malls", "oauth", "sandbox", "webhooks", "limits",
        "journal", "contract", "database", "configuration",
    },
    "backoffice": {
        "calls", "analytics", "web", "versions", "menu", "pipeline", "malls", "oauth", "limits",
        "journal", "contract", "database", "configuration",
    },
    # pages call operations by name; what a browser shows of itself, and who shops, are read as
    # the APIs and the sign-in pages read them
    "sampleshop": {
        "web", "pipeline", "shoppers", "oauth", "versions", "contract", "database",
        "configuration",
    },
}  # fmt: skip
"""Room -> the rooms below it; a room that is not named here stands on top and may use anything."""

ON_TOP = {
    "__init__",
    "__main__",
    "app",
    "cli",
    "copies",
    "demo",
    "exports",
    "files",
    "imports",
    "plain",
    "reference",
    "routines",
    "server",
    "working",
    "world",
}

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("areas.category.categories.rules", "areas.product.products.programme"): (
        "partners must not find a product by a category that was deleted a moment ago"
    ),
    ("areas.privacy.keeping.tables", "analytics.sessionising.tables"): (
        "in which visit an order was placed is handed over with the order"
    ),
    ("areas.store.dashboard", "areas.customer"): "a shop at a glance is a look at every area",
    ("areas.customer.customers.signing_in", "oauth"): (
        "customers prove themselves as managers do, and guess as patiently"
    ),
    ("areas.store.dashboard", "areas.product"): "a shop at a glance is a look at every area",
    ("areas.product.belongings", "areas.personal.carts.tables"): (
        "what lies in carts of a product is nothing once the product is gone"
    ),
    ("areas.product.belongings", "areas.personal.wishlist.tables"): (
        "nobody wishes for a product that is gone"
    ),
    ("areas.customer.belongings", "areas.personal"): (
        "the carts and wishes of somebody who has left are nobody's"
    ),
    ("areas.customer.belongings", "areas.order.subscriptions.tables"): (
        "nothing is sent again and again to somebody who has left"
    ),
    ("areas.product.shopwindow.around", "areas.community.reviews"): (
        "a product's page says how often it was reviewed and asked about"
    ),
    ("areas.product.shopwindow.around", "areas.promotion.benefits"): (
        "a product's page says until when it costs less"
    ),
    ("areas.collection", "malls.rules"): "what a mall has from its first day is as old as the mall",
    ("areas.collection", "areas.product"): "a brand counts its products, and takes leave of them",
    ("areas.store.dashboard", "areas.community"): "a shop at a glance is a look at every area",
    ("areas.store.dashboard", "areas.order"): "a shop at a glance is a look at every area",
    ("areas.store.financials", "areas.order"): "what a gateway settles is what orders were paid",
    ("areas.community.permission", "limits"): "what one writes is counted the way calls are",
    ("areas.community.posting.challenge", "limits"): "a challenge serves once, counted like calls",
    ("areas.personal.accounts.rules", "limits"): "who signs up is counted the way calls are",
    ("areas.community.passwords", "oauth.passwords"): (
        "a guest's password is kept the way sign-in keeps a manager's"
    ),
    ("areas.privacy.keeping", "pipeline.repeating.store"): (
        "an answer that is kept to be given again may say who somebody is"
    ),
    ("areas.supply", "areas.product"): "a supplier takes leave of its products, as a brand does",
    ("areas.supply", "malls.rules"): "a supplier's user is a manager who sees its own goods only",
    ("areas.store.users", "malls.rules"): "an app may ask who manages the shop",
    ("areas.supply", "oauth.passwords"): "a user's password is kept the way sign-in reads it",
    ("malls.rules", "oauth.passwords"): "a manager's password is kept the way sign-in reads it",
    ("malls.rules", "pipeline.addressing"): "what may be a mall's name is what may be its host's",
    ("pipeline.road", "observability.meter"): "whoever answers a call counts it",
    ("backoffice.deeds", "areas.order.states"): (
        "a page offers what an order's states allow, as the one table of them says it"
    ),
    ("backoffice.bills", "areas.order.states"): (
        "which items of an order still cost something, the one table of states says"
    ),
    ("oauth", "pipeline.addressing"): "the authorization server is reached as the APIs are",
    ("oauth", "pipeline.request"): "the authorization server is reached as the APIs are",
    ("oauth", "pipeline.failure"): "what fails there before OAuth is spoken fails like any call",
    ("oauth", "pipeline.urls"): "the authorization server is reached as the APIs are",
    ("oauth", "pipeline.body"): "the authorization server is reached as the APIs are",
    ("oauth", "pipeline.identity"): "a client proves itself there as it does on the storefront",
}
"""(module, room or area, what it imports all the same) -> why."""

AREAS = (
    "store", "customer", "category", "collection", "supply", "shipping", "product",
    "promotion", "mileage", "personal", "order", "salesreport", "community", "privacy",
    "partner", "application",
)  # fmt: skip
"""An area may import those to its left; what must flow back is an announced event."""


def _excepted(module: tuple[str, ...], target: str) -> bool:
    name = ".".join(module)
    return any(
        (name == who or name.startswith(f"{who}.")) and target.startswith(f"openmall.{what}")
        for who, what in EXCEPTIONS
    )


def test_every_room_imports_only_rooms_below_it() -> None:
    wrong = []
    for source in sources():
        room = source.parts[0]
        if room in ON_TOP:
            continue
        assert room in MAY_IMPORT, f"{source.name}: say in MAY_IMPORT where {room}/ stands"
        for target, node in imported(source):
            other = target.split(".")[1]
            if other == room or other in MAY_IMPORT[room] or _excepted(source.parts, target):
                continue
            below = ", ".join(sorted(MAY_IMPORT[room])) or "nothing"
            wrong.append(f"{source.at(node)}\n    {room}/ may import {below}")
    assert wrong == []


def test_an_area_imports_only_areas_to_its_left() -> None:
    wrong = []
    for source in sources():
        if source.parts[0] != "areas" or len(source.parts) < 3:
            continue
        area = source.parts[1]
        assert area in AREAS, f"{source.name}: say in AREAS where {area} stands"
        left = AREAS[: AREAS.index(area)]
        for target, node in imported(source):
            words = target.split(".")
            if words[1] != "areas" or words[2] == area or _excepted(source.parts, target):
                continue
            if words[2] not in left:
                wrong.append(f"{source.at(node)}\n    {area} may import {', '.join(left)}")
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    needed = {
        (who, what)
        for source in sources()
        for target, _ in imported(source)
        for who, what in EXCEPTIONS
        if ".".join(source.parts).startswith(who) and target.startswith(f"openmall.{what}")
    }
    may_come = {key for key in EXCEPTIONS if key[0] == "oauth"}
    assert set(EXCEPTIONS) - needed - may_come == set()


def test_nothing_imports_relatively_or_everything() -> None:
    wrong = [
        source.at(node)
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and (node.level or node.names[0].name == "*")
    ]
    assert wrong == []
