"""What a worker remembers by what strangers wrote takes a bounded number of bytes.

Every `lru_cache` is named here: either nobody outside chooses its keys, or it is shown texts that
are long, and what it may hold at most is computed of the largest thing it kept.
"""

import ast
import functools
import gc
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Table, bindparam, update

from openmall.access.limits.address import holder
from openmall.analytics.collecting import referrers, user_agents
from openmall.commerce.order.order_view.search import SHOWN_ORDERS
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import ITEMS
from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.contract.crud.json_row import LONGEST_SEEN, Documents
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.request_log.redaction import Masking, rules_of
from openmall.http.web import languages
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.guards.sources import Source, all_objects, sources
from tests.world import World

LONG = 15_000
"""Characters that strangers write: a whole URL of them is taken."""
MOST_BYTES = 32 * 1024 * 1024
"""What one such cache may hold at most."""

OURS = {
    "openmall.api.registry.apis": "no key",
    "openmall.api.pipeline.approval_effects._personal_columns": "tables there are",
    "openmall.api.pipeline.approval_effects._priced_tables": "no key",
    "openmall.pages.reference.documentation._document": "pages of the documentation",
    "openmall.pages.backoffice.given_names._messages": "no key",
    "openmall.pages.backoffice.dispatch.lettering._font_of": "4,096 letters",
    "openmall.pages.backoffice.dispatch.lettering._glyphs": "the shipped fonts",
    "openmall.pages.reference.openapi.responses._conditional_writes": "an API",
    "openmall.access.oauth.installation_rows._by_app": "no key",
    "openmall.commerce.changes.store._ids": "names of resources",
    "openmall.commerce.collection.origin.places": "country and language of a shop",
    "openmall.translations.countries.two_letters": "codes of two or three letters that end here",
    "openmall.translations.countries.names": "language of a page or a shop",
    "openmall.commerce.customer.dependent_rows.by_cart": "no key",
    "openmall.commerce.customer.dependent_rows.by_member": "no key",
    "openmall.commerce.customer.purchases.records": "no key",
    "openmall.commerce.personal.carts.subscription_sales.sales": "no key",
    "openmall.commerce.product.dependent_rows.by_product": "no key",
    "openmall.commerce.customer.anniversaries.lunar_days": "days",
    "openmall.commerce.order.billing.gateways.plugins.loaded": "no key",
    "openmall.commerce.privacy.data_subject.tables._policies": "no key",
    "openmall.commerce.privacy.data_subject.tables.blanked": "no key",
    "openmall.commerce.privacy.data_subject.tables.customer_rows": "no key",
    "openmall.commerce.privacy.data_subject.tables.mentioning": "no key",
    "openmall.commerce.privacy.data_subject.tables.redacted": "no key",
    "openmall.transfer.backup.tables._policies": "no key",
    "openmall.commerce.product.variants.store._choice": "option values of the store",
    "openmall.commerce.product.variants.shop_amounts._entries": "amounts by shop: some numbers",
    "openmall.commerce.store.currency.display": "language and currency of a shop",
    "openmall.cli.setting_options._types": "no key",
    "openmall.setting_values._kinds": "the class of settings",
    "openmall.cli.setting_options._descriptions": "no key",
    "openmall.commerce.store.currency.standard_currency": "country of a mall",
    "openmall.commerce.store.profile.alpha_3": "country of a mall",
    "openmall.commerce.store.shops.language_name": "language of a shop",
    "openmall.access.malls.possible._currencies": "no key",
    "openmall.access.malls.staff_rights._scopes": "rights of roles, 256 at most",
    "openmall.pages.backoffice.approval.approvals._decided_scopes": "rights of roles, 256 at most",
    "openmall.pages.backoffice.history.field_labels._forms": "the one client of a worker",
    "openmall.pages.backoffice.search.commands._index": "the one client of a worker",
    "openmall.pages.backoffice.settings.fields.parts": "kinds of settings",
    "openmall.pages.mcp.side_effects._rows": "no key",
    "openmall.commerce.undo.table_policies.policies": "no key",
    "openmall.pages.sampleshop.themes.theme.default": "no key",
    "openmall.contract.events.kinds": "no key",
    "openmall.contract.bounds._information": "kinds of structs",
    "openmall.contract.bounds.bounds_of": "parameters of operations, as they are declared",
    "openmall.contract.ranges._of": "kinds of structs",
    "openmall.contract.currency_units._fields_with_money": "kinds of structs",
    "openmall.contract.fields.fields_of": "kinds of structs",
    "openmall.contract.labels.texts_of": "kinds of settings",
    "openmall.contract.moments._whole_moment": "seconds",
    "openmall.contract.money.money": "numbers of the store",
    "openmall.apptesting.store._delete": "tables",
    "openmall.apptesting.store._delete_of_app": "tables",
    "openmall.apptesting.store._insert": "tables",
    "openmall.apptesting.store._read_statement": "tables",
    "openmall.apptesting.store.tables_of_malls": "no key",
    "openmall.transfer.backup.store._count": "tables",
    "openmall.transfer.backup.store._delete": "tables",
    "openmall.transfer.backup.store._insert": "tables",
    "openmall.transfer.backup.store.all_tables": "tables",
    "openmall.database.capture.keys": "once",
    "openmall.database.postgres_batch._joined": "writes that the program sends together",
    "openmall.database.tracked_tables.tracked_tables": "no key",
    "openmall.declarations.load": "no key",
    "openmall.api.pipeline.quota_headers._of_bucket": "usages of buckets: at most 4,096",
    "openmall.demo.catalogue.catalogue": "no key",
    "openmall.transfer.imports.log_lines.moment_of": "a command's own process",
    "openmall.access.passwords._nobodys": "no key",
    "openmall.api.pipeline.response_shaping._remaining_fields": "fields that are declared",
    "openmall.api.pipeline.response_shaping._reduced_struct": "fields that are declared",
    "openmall.pages.reference.catalog.catalog_of": "what is no API and no release is not kept",
    "openmall.pages.reference.operation_search.index": "languages there are",
    "openmall.pages.reference.samples._read_file": "APIs there are",
    "openmall.pages.reference.field_docs._codes": "no key",
    "openmall.pages.reference.field_docs._glossary": "no key",
    "openmall.pages.reference.field_docs._read_module": "modules",
    "openmall.pages.reference.specification.operations": "no key",
    "openmall.contract.crud.json_row._moment_or_none": "seconds",
    "openmall.contract.crud.settings._created_once": "kinds of settings",
    "openmall.contract.crud.settings.kinds": "kinds of settings",
    "openmall.contract.crud.settings._secrets": "kinds of settings",
    "openmall.api.pipeline.version_selection._selected": "a date, a day, and a cached address",
    "openmall.contract.api_versions.ending_on": "a date of ten characters and a day",
    "openmall.contract.api_versions.on_day": "a date of ten characters and a day",
    "openmall.translations.catalogues._compiled": "languages and domains there are",
    "openmall.translations.catalogues.translations": "languages and domains there are",
}
"""Cache -> why nobody outside fills it with what they like."""


def _names(text: str) -> None:
    Masking(rules_of(None), b"").body(f'{{"{text}": "value of it"}}'.encode())


def _priced(world: World, text: str) -> None:
    digits = f"{len(text)}{abs(hash(text))}" * (LONG // 20)
    world.stage.forget_counts()
    for query in (f"price_min=1.{digits}", f"price_max=1.{digits[:20]}"):
        world.call("GET", f"products?{query}")


def _paged(world: World, text: str) -> None:
    world.stage.forget_counts()
    for word in (text, text[-20:]):
        answer = world.call("GET", f"shippingorigins?colour={word}&limit=1&offset=1")
        assert answer.json()["links"][0]["rel"] == "prev"


Show = Callable[[World, str], object]
SHOWN: dict[str, Show] = {
    "openmall.analytics.collecting.user_agents._program": lambda _, text: user_agents.program(text),
    "openmall.analytics.collecting.referrers._referrer": lambda _, text: [
        referrers.referrer(f"https://x.example/{each}", (each,)) for each in (text, text[-20:])
    ],
    "openmall.events.request_log.field_names._field_name": lambda _, text: _names(text),
    "openmall.contract.money.hundredths": _priced,
    "openmall.access.limits.address._network": lambda _, text: [
        holder(f"fe80::%{each}") for each in (text, text[-20:])
    ],
    "openmall.api.pipeline.response_rendering._query": _paged,
    "openmall.http.web.languages._accepted": lambda _, text: languages.accepted(text, "web"),
}
"""Cache -> how strangers reach it."""
BY_ROWS = {
    "openmall.commerce.order.orders.store._item",
    "openmall.contract.crud.json_row.Documents.read",
}
"""Caches of what the store gave, which strangers wrote into it."""


@functools.cache
def _caches() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for each in all_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            module = str(getattr(each, "__module__", ""))
            if module.startswith("openmall."):
                found.setdefault(f"{module}.{each.__qualname__}", []).append(each)
    return found


def _bytes(thing: Any) -> int:
    """Return how long a key of a cache is, or what is kept by it."""
    inner: list[Any] = []
    if isinstance(thing, tuple | list | frozenset):
        inner = list(thing)
    elif hasattr(thing, "__struct_fields__"):
        inner = [getattr(thing, name) for name in thing.__struct_fields__]
    return sys.getsizeof(thing) + sum(map(_bytes, inner))


def _kept(cache: Any) -> list[int]:
    """Return the bytes of each key of a cache."""
    found = [each for each in gc.get_referents(cache) if type(each) is dict]
    [known] = [each for each in found if "__wrapped__" not in each]
    return [_bytes(list(key) if isinstance(key, list) else key) for key in known]


def test_every_cache_is_known() -> None:
    assert set(_caches()) == {*OURS, *SHOWN, *BY_ROWS}


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_a_cache_of_what_strangers_write_has_a_bound_in_bytes(world: World, name: str) -> None:
    [cache] = _caches()[name]
    cache.cache_clear()

    for at in range(20):
        SHOWN[name](world, f"{chr(97 + at) * LONG}-{at}-some-more-letters")
        SHOWN[name](world, f"short{at}")

    kept = _kept(cache)
    assert len(kept) == cache.cache_info().currsize >= 20
    # what it answers is made of its key and no longer
    assert 2 * max(kept) * cache.cache_parameters()["maxsize"] < MOST_BYTES


def _lengthen(world: World, documents: Documents[Any], table: Table, order_id: str) -> None:
    document = table.c[documents._document]
    change = Statement(
        update(table)
        .where(table.c.mall_id == bindparam("mall_id"), table.c.order_id == bindparam("key"))
        .values({document.name: bindparam("long")})
    )
    text = next(name for name in sorted(documents.written) if name.endswith(("_name", "_reason")))
    long = f'{{"{text}": "{"x" * LONGEST_SEEN}"}}'

    async def run(db: Session) -> None:
        await db.run(change, key=order_id, long=long)

    world.in_transaction(run)


@pytest.mark.parametrize(
    ("documents", "table", "cache", "path"),
    [
        (ITEMS, ITEM, order_store._seen, "orders/{}/items"),
        (SHOWN_ORDERS, ORDER, SHOWN_ORDERS._remembered,
         "orders?order_id={}&start_date=2026-11-01&end_date=2026-11-30"),
    ],
)  # fmt: skip
def test_a_row_that_is_long_is_not_remembered(
    world: World, documents: Documents[Any], table: Table, cache: Any, path: str
) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    cache.cache_clear()
    world.get(path.format(number))
    remembered = cache.cache_info().currsize

    _lengthen(world, documents, table, number)
    answer = world.get(path.format(number))

    assert "x" * LONGEST_SEEN in str(answer)
    assert (remembered, cache.cache_info().currsize) == (1, 1)


EMPTY = {"dict", "OrderedDict", "defaultdict", "set", "Counter"}
COMMANDS = ("transfer/", "cli/", "demo/")
"""Packages whose objects live in a command's own process."""
OF_AN_UNDO = "of a call, which undoes 500 writes at most"
A_WHILE = {
    "access/oauth/form_fields Fields._values": "a form",
    "analytics/sessionising/fact_builder FactBuilder._hours": "a batch",
    "analytics/sessionising/fact_builder FactBuilder._changed": "a batch",
    "analytics/sessionising/fact_builder FactBuilder._changed_orders": "a batch",
    "api/pipeline/request_context RequestContext.methods": "a request",
    "api/pipeline/request_context RequestContext.path": "a request",
    "api/pipeline/request_context RequestContext.selection": "a request",
    "commerce/order/figures/store Sums.sales": "a batch",
    "commerce/order/figures/store Sums.goods": "a batch",
    "commerce/product/product_service/bulk_store StoredProduct.here": "an import",
    "events/request_log/writer Figures.minutes": "a batch of calls",
    "events/request_log/writer Figures.days": "a batch of calls",
    "events/webhooks/delivery/event_queue EventQueue._events": "events that are being sent",
    "events/webhooks/delivery/event_queue EventQueue._by_subject": "events that are being sent",
    "events/webhooks/delivery/results Results._waiting": "events that are being sent",
    "http/request Request.headers": "a request",
    "media/search ReferencedPictures._paths": "a sweep",
    "media/search ReferencedPictures._digests": "a sweep",
    "pages/reference/openapi/examples Examples._values": "a document",
    "pages/reference/openapi/schemas Schemas._components": "a document",
    "pages/reference/openapi/schemas Schemas._paths": "a document",
    "pages/reference/openapi/schemas Schemas._raw_names": "a document",
    "pages/reference/openapi/schemas Schemas._structs": "a document",
    "pages/reference/openapi/document _Document._parameters": "a document",
    "running/server/supervisor Supervisor._died_at": "no requests are served here",
    "running/server/supervisor Supervisor._retiring": "no requests are served here",
}
"""Mapping -> what it lives as long as."""
STAYS = {
    "api/pipeline/operation_references OperationReferences.found": "operations of all APIs",
    "access/limits/local_counters LocalCounters._states": "slots, keys of 128 characters at most",
    "access/limits/local_counters LocalCounters._writes": "malls there are",
    "access/limits/redis_limiter RedisLimiter._time": "shops there are, until they are sent",
    "access/oauth/directory _Cache._entries": "tokens, apps and malls that were found",
    "commerce/design/themes/liquid_templates _Parsed._templates": "number and characters",
    "pages/reference/openapi/document_store DocumentStore._kept": "APIs and releases, compressed",
    "pages/sampleshop/products/product_ranks ProductRanks._kept": "300 orders of 500 products",
    "pages/sampleshop/themes/theme Theme._replaced": "pages of one theme, at most 100",
    "pages/mcp/service McpEndpoints._protocols": "two endpoints",
    "pages/sampleshop/themes/theme_directory ThemeDirectory._designs": "a thousand shops, previews",
    "pages/sampleshop/kept_files KeptFiles._files": "number and bytes",
    "pages/sampleshop/kept_files KeptFiles._tasks": "files that are being made",
    "pages/sampleshop/themes/theme Theme._placed": "pages of one theme, at most 100",
    "pages/sampleshop/themes/theme_directory ThemeDirectory._themes": "bounded by malls and bytes",
    "analytics/collecting/addresses Keys._keys_by_day": "days",
    "analytics/collecting/batch_writer BatchWriter._tasks": "malls that are written to",
    "analytics/collecting/batch_writer BatchWriter._waiting": "calls under way",
    "analytics/collecting/setting Settings._cached": "shops there are",
    "analytics/engine/remote Remote._waiting": "questions under way",
    "analytics/reports/rules ._QUESTIONS": "reports and the ways to ask for them, a bounded number",
    "api/pipeline/api_definitions ApiDefinitions._cache": "paths without placeholders",
    "api/pipeline/cached_reads CachedReads._entries": "4 MB of responses",
    "api/pipeline/job_execution JobExecutor._failing": "jobs that fail",
    "api/pipeline/rate_limiting AdmissionControl._of_malls": "multiples of limits, 100",
    "api/pipeline/response_shaping ResponseShapes._cache": "operations and what can be embedded",
    "api/pipeline/router _Node.literal": "operations",
    "api/pipeline/router _Node.methods": "operations",
    "commerce/application/scripttags/placement ScriptTags._remembered": "shops, 1,000",
    "commerce/customer/member_sessions MemberSessions._valid": "members who were found, 20,000",
    "commerce/undo/board_rows RevertedPosts._articles": OF_AN_UNDO,
    "commerce/undo/board_rows RevertedPosts._commented": OF_AN_UNDO,
    "commerce/undo/board_rows RevertedPosts._comments": OF_AN_UNDO,
    "commerce/undo/board_rows RevertedPosts._products": OF_AN_UNDO,
    "commerce/undo/order_rows RevertedOrders._memos": OF_AN_UNDO,
    "commerce/undo/order_rows RevertedOrders._moved": OF_AN_UNDO,
    "commerce/undo/order_rows RevertedOrders._parcels": OF_AN_UNDO,
    "commerce/undo/reverting Reverting._events": OF_AN_UNDO,
    "commerce/undo/reverting Reverting._known": OF_AN_UNDO,
    "commerce/personal/social/providers Providers._known": "issuers that shops have set, 200",
    "contract/crud/changes ._PARTS": "kinds of structs",
    "media/rehearsed_store RehearsedStore.written": "pictures of one call",
    "contract/tally Tally._counts": "products and articles there are, until they are written",
    "database/seal Seal._derived": "purposes",
    "database/sqlite SqliteDatabase.deadlines": "connections",
    "database/statements Statement.compiled": "dialects",
    "database/postgres PostgresSession._deferred": "tables that one call writes",
    "database/statements StatementCache._cache": "256 shapes, which no number of values changes",
    "events/request_log/buffer Buffer._lost": "apps there are",
    "events/request_log/redaction Masking._masked": "a batch of calls",
    "pages/console/plan_masking PlanMasking._sent": "of one page, about a call of 10,000 objects",
    "events/request_log/row_builder RowBuilder._facts": "operations",
    "events/request_log/writer RequestLogWriter._written": "apps there are",
    "events/messages/smtp SmtpChannel._hanging_up": "connections that are being closed",
    "events/webhooks/delivery/concurrency ConcurrencyLimits._apps": "apps there are",
    "events/webhooks/delivery/queue_delivery QueueDelivery._sending": "requests under way",
    "events/webhooks/delivery/sender Sender._deliveries": "queues under way",
    "events/webhooks/delivery/sender Sender._empty_heads": "queues there are",
    "events/webhooks/delivery/sender Sender._tasks": "queues under way",
    "events/webhooks/http_client WebhookClient.outcomes": "outcomes",
    "apptesting/prepared PreparedContents._prepared": "the two contents of test malls",
    "http/addressing Hosts._cache": "1,000 hosts of 260 bytes",
    "http/web/pages _Compiled._compiled": "templates of all packages of pages",
    "http/web/pages Templates._environments": "languages there are",
    "contract/patterns ._EXPECTED": "patterns of the source",
    "contract/refusal ._DECLARED": "refusals of the source",
    "http/web/wordings .NO_WORDINGS": "nothing: it stays empty",
    "pages/backoffice/platform_files/notes Notes._codes": "one file that is uploaded",
    "pages/backoffice/platform_files/sheet Sheet.read": "columns of one file",
    "pages/backoffice/platform_files/woocommerce_prices Prices._known": "rows of one file",
    "media/store Folder._shown": "malls there are",
    "running/observability/meter Meter._calls": "operations",
}
"""Mapping that stays -> what its keys are, and why strangers cannot fill it."""


def _mappings(source: Source) -> Iterator[str]:
    """Yield the mappings and sets that a module, or an object that it makes, begins empty."""
    for statement in source.tree.body:
        yield from _named(source, "", statement)
    for node in source.nodes:
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                    for statement in ast.walk(method):
                        yield from _named(source, node.name, statement)


def _named(source: Source, owner: str, statement: ast.AST) -> Iterator[str]:
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return
    value = statement.value
    empty = isinstance(value, ast.Dict) and not value.keys
    if isinstance(value, ast.Call):
        empty = ast.unparse(value.func).rpartition(".")[2] in EMPTY and not value.keywords
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets if empty else ():
        yield f"{'/'.join(source.parts)} {owner}.{ast.unparse(target).removeprefix('self.')}"


def test_every_mapping_that_grows_is_known() -> None:
    # what is keyed by what strangers write needs a bound in bytes, or is kept for found things only
    found = {
        name
        for source in sources()
        if not "/".join(source.parts).startswith((*COMMANDS, "database/migrations"))
        for name in _mappings(source)
    }
    assert found - A_WHILE.keys() - STAYS.keys() == set()
    assert {*A_WHILE, *STAYS} - found == set(), "which are no more"
