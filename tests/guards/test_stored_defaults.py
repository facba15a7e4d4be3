"""A default of a stored struct does not change without a migration.

Rows omit what equals the default, or what was added after they were written: a changed default
changes what they mean.
"""

import ast
import importlib
import json
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from openmall.commerce.order.order_view.shape import EMBEDDED
from openmall.commerce.order.order_view.shape import Order as ShownOrder
from openmall.commerce.order.orders.shape import Order
from openmall.database.schema import metadata
from tests.guards.sources import Source, import_all, sources
from tests.guards.stored_defaults import (
    PAGE,
    RENEW,
    defaults,
    snapshot,
    stored,
    structs_within,
)

DECODERS = ("json.Decoder", "json.decode", "msgpack.Decoder", "msgspec.convert", "Documents")
NOT_STORED = {
    "cli.apps.event_forwarding": "how far a listener is, in a file beside it",
    "access.agents.confirmations": "a signed text, all fields of which are required",
    "pages.backoffice.apps.app_actions": "answers of apps, which are not stored",
    "pages.openid_round_trip": "a sealed text of ten minutes in a cookie",
    "access.agents.registration": "a signed text, all fields of which are required",
    "access.malls.passkey_ceremonies": "a sealed text of ten minutes in a page",
    "access.sandbox.faults": "what an operator types",
    "access.shopper_sessions": "a session token, all fields of which are required",
    "access.signed_links": "a token in the address of a message",
    "analytics.collecting.collector": "what a browser sends",
    "analytics.collecting.referrers": "a file of the package",
    "analytics.collecting.user_agents": "a file of another package",
    "analytics.engine.clickhouse": "an answer of ClickHouse",
    "analytics.engine.owner_protocol": "messages between processes of one version",
    "analytics.sessionising.outbox_events": "an event of the last moments",
    "cli.demo.file": "a file of the package",
    "cli.mirror.feed_client": "an answer of the server",
    "commerce.order.billing.gateways.app_protocol": "requests to payment apps, and their answers",
    "commerce.order.billing.gateways.stripe_gateway.webhooks": "events that Stripe sends",
    "commerce.order.billing.gateways.testing": "a callback of the test gateway",
    "commerce.order.order_view.search": "stored orders, and fields that are in no row",
    "commerce.personal.addresses.rules": "an address as it comes from an order",
    "commerce.store.accounts": "what an operator types",
    "configuration": "settings of the installation, which are in no database",
    "demo.shipping": "settings of the demo, in its source",
    "database.backup_log": "a file of fifty entries, each with all its fields",
    "events.request_log.row_builder": "an answer of this process",
    "pages.console.fault_rules": "what a developer types",
    "pages.reference.samples": "files of the package",
    "running.observability.meter": "messages between processes of one version",
    "running.server.server_state": "messages between processes of one version",
    "transfer.imports.customer_rows": "a file of a foreign shop",
    "transfer.imports.log_formats": "a log of a foreign server",
    "transfer.imports.order_files": "a file of a foreign shop",
}
"""Module -> what it decodes, where that is no document of the database."""
BY_VARIABLE = {
    "api.pipeline.operation_references": "requests",
    "api.pipeline.parsing": "requests",
    "apptesting.endpoints": "requests",
    "cli.malls.gateway": "options of a command",
    "cli.partner.projection": "options of a command",
    "cli.refused": "options of a command",
    "commerce.category.category_documents": "subclasses of About, which are all found",
    "commerce.collection.coded_rows": "the kind of a table with `details`: see the test of it",
    "commerce.personal.social.providers": "answers of providers, which are not stored",
    "commerce.personal.social.sign_in_tokens": "tokens of minutes, which are not stored",
    "commerce.promotion.benefits.sale_prices": "parameters of operations, which are not stored",
    "commerce.privacy.customersprivacy.store": "columns, read as the fields of a customer",
    "contract.crud.json_row": "what `Documents` is called with, which is found",
    "contract.crud.shop_settings": "subclasses of Setting, which are all found",
    "contract.crud.settings": "subclasses of Setting, which are all found",
    "contract.crud.settings_of_shops": "subclasses of Setting, which are all found",
    "pages.backoffice.history.changed_fields": "subclasses of Setting, which are all found",
    "pages.sampleshop.checkout_fields": "fields of a form",
    "transfer.backup.checking": "subclasses of Setting, which are all found",
    "transfer.imports.progress": "how far an import is, in a file beside it",
}
"""Module -> what it decodes as a type that only its variables name."""


def _decoded(source: Source) -> list[Any]:
    """Return the types, or expressions of types, that a module decodes JSON or columns as."""
    found: list[Any] = []
    for node in source.nodes:
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith(DECODERS):
            continue
        name = ast.unparse(node.func)
        at = 1 if name.endswith(("convert", "decode")) else 0
        given = [each.value for each in node.keywords if each.arg == "type"] or node.args[at:][:1]
        found += given
    return found


def _structs(source: Source) -> tuple[set[type[Struct]], set[str]]:
    """Return the structs a module decodes, and the types that only variables name."""
    module = importlib.import_module(f"openmall.{_dotted(source)}")
    found: set[type[Struct]] = set()
    unnamed = set()
    for each in _decoded(source):
        text = ast.unparse(each)
        try:
            found |= set(structs_within(eval(text, dict(vars(module)))))
        except (NameError, AttributeError):
            unnamed.add(text)
    return found, unnamed


def _dotted(source: Source) -> str:
    return ".".join(source.parts).removesuffix(".__init__")


def _modules() -> list[Source]:
    import_all()
    return [
        each
        for each in sources()
        if "migrations" not in each.parts and each.parts[-1] not in ("__main__", "env")
    ]


def _reached() -> set[type[Struct]]:
    """Return the stored structs and those within them."""
    found: set[type[Struct]] = set()
    waiting = list(stored().values())
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += [inner for each in fields(kind) for inner in structs_within(each.type)]
    return found


def test_no_default_of_a_stored_field_changes_without_a_migration() -> None:
    was: dict[str, str] = json.loads(PAGE.read_text(encoding="utf-8"))
    now = snapshot()
    wrong = [
        f"{name}: the default was {was.get(name, 'none')}, and is {now.get(name, 'none')}"
        for name in sorted(was.keys() | now.keys())
        if was.get(name) != now.get(name)
    ]
    assert wrong == [], "\n".join(
        [
            "Stored rows omit these fields. A changed or removed default needs a migration or a",
            "backfill that writes the old value into rows that omit it; a new field needs none.",
            f"Then renew the snapshot: {RENEW}",
            *wrong,
        ]
    )
    assert list(was) == sorted(was)


def test_every_stored_struct_is_in_the_snapshot() -> None:
    reached = _reached()
    wrong = {
        f"{_dotted(source)}: {struct.__name__}"
        for source in _modules()
        if _dotted(source) not in NOT_STORED
        for struct in _structs(source)[0]
        if struct not in reached
    }
    assert wrong == set(), f"name it in DOCUMENTS of stored_defaults.py, then: {RENEW}"


def test_an_order_that_is_shown_has_the_defaults_of_a_stored_one() -> None:
    shown = {each.name: each.default for each in fields(ShownOrder) if each.name not in EMBEDDED}
    assert shown == {each.name: each.default for each in fields(Order)}


def test_every_type_that_only_a_variable_names_is_known() -> None:
    unnamed = {_dotted(source) for source in _modules() if _structs(source)[1]}
    assert unnamed == set(BY_VARIABLE)
    decoding = {_dotted(source) for source in _modules() if _structs(source)[0]}
    assert set(NOT_STORED) - decoding == set(), "it decodes nothing any more"


def test_every_table_of_coded_things_with_details_is_known() -> None:
    import_all()
    found = {name for name, table in metadata().tables.items() if "details" in table.c}
    assert {f"{name}.details" for name in found} == {
        name for name in stored() if name.endswith(".details")
    }


def test_every_place_is_a_column_that_is_there() -> None:
    import_all()
    for place in stored():
        table, _, column = place.partition(" ")[0].rstrip(",").partition(".")
        if table.endswith(":"):
            continue
        assert table in metadata().tables, place
        if column and table not in ("setting", "category_about"):
            assert column in metadata().tables[table].c, place


def test_the_snapshot_holds_what_is_known_to_be_stored() -> None:
    now = snapshot()
    assert len(stored()) > 90
    assert len(now) > 1_500
    for name in (
        "shop_order.detail.billing_name",
        "shop_order.buyer.name",
        "order_item.detail.claim_reason",
        "order_parcel.receiver.name",
        "order_claim.content.pickup",
        "order_refund.content.refund.items",
        "benefit.detail.gift.purchase_limit_price",
        "coupon.detail.available_category",
        "category_about.CategorySeo.category_no",
        "setting.DormancySetting.shop_no",
    ):
        assert name in now, name


def test_a_changed_default_is_seen() -> None:
    class Inner(Struct):
        colour: str = "red"

    class Before(Struct):
        inner: Inner | None = None
        sizes: list[int] = []
        required: int = 0

    class After(Before):
        sizes: list[int] | None = None

    was, now = defaults("made up", Before), defaults("made up", After)

    assert was == {
        "made up.inner": "null",
        "made up.inner.colour": '"red"',
        "made up.sizes": "[]",
        "made up.required": "0",
    }
    assert {name for name in was if was[name] != now[name]} == {"made up.sizes"}
