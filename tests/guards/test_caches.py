"""What a worker remembers by what strangers wrote takes a bounded number of bytes.

Every `lru_cache` is named here: either nobody outside chooses its keys, or it is shown texts that
are long, and what it may hold at most is computed of the largest thing it kept.
"""

import functools
import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Table, bindparam, update

from openmall.access.limits.address import holder
from openmall.analytics.collecting import referrers, user_agents
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import ITEMS, ORDERS
from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.contract.crud.json_row import LONGEST_SEEN, Documents
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.request_log.redaction import Masking, rules_of
from openmall.http.web import languages
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.guards.sources import all_objects
from tests.world import World

LONG = 15_000
"""Characters that strangers write: a whole URL of them is taken."""
MOST_BYTES = 32 * 1024 * 1024
"""What one such cache may hold at most."""

OURS = {
    "openmall.api.registry.apis": "no key",
    "openmall.commerce.collection.origin.places": "country and language of a shop",
    "openmall.commerce.customer.dependent_rows.by_cart": "no key",
    "openmall.commerce.customer.dependent_rows.by_member": "no key",
    "openmall.commerce.product.dependent_rows.by_product": "no key",
    "openmall.commerce.privacy.data_subject.tables._policies": "no key",
    "openmall.commerce.privacy.data_subject.tables.blanked": "no key",
    "openmall.commerce.privacy.data_subject.tables.customer_rows": "no key",
    "openmall.commerce.privacy.data_subject.tables.mentioning": "no key",
    "openmall.commerce.privacy.data_subject.tables.redacted": "no key",
    "openmall.transfer.backup.tables._policies": "no key",
    "openmall.commerce.order.states.state_names": "states of the program's own table",
    "openmall.commerce.product.variants.store._choice": "option values of the store",
    "openmall.commerce.store.currency.display": "language and currency of a shop",
    "openmall.commerce.store.currency.standard_currency": "country of a mall",
    "openmall.commerce.store.profile.alpha_3": "country of a mall",
    "openmall.commerce.store.shops.language_name": "language of a shop",
    "openmall.pages.backoffice.settings.fields.parts": "kinds of settings",
    "openmall.contract.events.kinds": "no key",
    "openmall.contract.fields.fields_of": "kinds of structs",
    "openmall.contract.labels.texts_of": "kinds of settings",
    "openmall.contract.moments._whole_moment": "seconds",
    "openmall.contract.money.money": "numbers of the store",
    "openmall.transfer.backup.store._count": "tables",
    "openmall.transfer.backup.store._delete": "tables",
    "openmall.transfer.backup.store._insert": "tables",
    "openmall.transfer.backup.store.all_tables": "tables",
    "openmall.declarations.load": "no key",
    "openmall.demo.catalogue.catalogue": "no key",
    "openmall.transfer.imports.log_lines.moment_of": "a command's own process",
    "openmall.access.passwords._nobodys": "no key",
    "openmall.api.pipeline.response_shaping._remaining_fields": "fields that are declared",
    "openmall.api.pipeline.response_shaping._reduced_struct": "fields that are declared",
    "openmall.pages.reference.catalog.catalog_of": "what is no API and no release is not kept",
    "openmall.pages.reference.operation_search.index": "languages there are",
    "openmall.pages.reference.openapi.document_text": "what is no API is not kept",
    "openmall.pages.reference.samples._read_file": "APIs there are",
    "openmall.pages.reference.field_docs._codes": "no key",
    "openmall.pages.reference.field_docs._glossary": "no key",
    "openmall.pages.reference.field_docs._read_module": "modules",
    "openmall.pages.reference.specification.operations": "no key",
    "openmall.contract.crud.json_row._moment_or_none": "seconds",
    "openmall.contract.crud.settings._created_once": "kinds of settings",
    "openmall.contract.crud.settings.kinds": "kinds of settings",
    "openmall.contract.crud.settings._secrets": "kinds of settings",
    "openmall.contract.api_versions._on": "a date of ten characters and a day",
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
    "openmall.events.request_log.redaction._is_personal_name": lambda _, text: _names(text),
    "openmall.events.request_log.redaction._is_secret_name": lambda _, text: _names(text),
    "openmall.events.request_log.redaction._name_masked": lambda _, text: _names(text),
    "openmall.contract.money.hundredths": _priced,
    "openmall.access.limits.address._network": lambda _, text: [
        holder(f"fe80::%{each}") for each in (text, text[-20:])
    ],
    "openmall.api.pipeline.response_rendering._query": _paged,
    "openmall.http.web.languages._accepted": lambda _, text: languages.accepted(text),
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
    """Let what somebody wrote into an order be long."""
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
        (ORDERS, ORDER, ORDERS._remembered, "orders?order_id={}&start_date=2026-11-01"
         "&end_date=2026-11-30"),
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
