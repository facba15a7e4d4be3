"""Every resource that can be in the change history is told in words, in both languages.

Resources are the tables whose rows an undo reverts, as their fields are stored, and what the writes
of the admin API answer. A new field or resource needs a label in `history/field_names`, a noun in
`history/resource_nouns.py`, and a name in `history/changed_resources.py` or a reason in `NAMELESS`.
"""

import ast
import functools
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect

from openmall.access.malls.manager_administration import Manager
from openmall.api import registry
from openmall.commerce.order.billing.gateways.stripe_gateway.rules import StripeUse
from openmall.commerce.store.closing_setting import ClosingSetting
from openmall.commerce.store.profile import StoreProfile
from openmall.commerce.undo.table_policies import policies
from openmall.contract.approval import ApprovalRule
from openmall.contract.journal import record
from openmall.contract.operation import Operation
from openmall.database.schema import metadata
from openmall.database.undo_policies import Reverted
from openmall.pages.backoffice.history import (
    changed_resources,
    field_labels,
    logged_subjects,
    name_store,
    sentences,
    subjects,
    write_names,
)
from openmall.pages.backoffice.history.field_names import hidden
from openmall.pages.backoffice.history.resource_nouns import NOUNS
from openmall.translations import catalogues
from tests.guards.sources import sources
from tests.guards.stored_defaults import stored

APIS = ("admin", "office pages")
NO_PLAN = {
    "app", "calculation", "charges", "clock", "endpoints", "export", "faults", "image", "images",
    "import", "job", "osaccount", "plan", "write", "writes", "part",
}  # fmt: skip
"""Keys of responses that no proposal and no recorded row shows: what they do is about apps, files
or other changes, or changes nothing."""
BUILT = {
    "add_category_no", "bank_account_holder", "bank_name", "issuer", "provider_name", "replaced",
    "rights", "secret_key_changed", "shops", "social", "webhook_secret_changed",
}  # fmt: skip
"""Fields of entries and of older entries whose names are put together."""
WRITERS = {"journal", "write_browser_action", "_log", "_Change", "_of_account"}
"""What entries of the log are written by."""
LOGGED_STRUCTS = (ApprovalRule, ClosingSetting, Manager, StoreProfile, StripeUse)
"""What entries of the log name the changed fields of, besides the resources."""
NAMELESS = {
    "approve": "of a product, which the key names",
    "autodisplay": "a rule of a category or display has no name",
    "autoexpiration": "a shop has one",
    "automails": "settings",
    "automessages": "settings",
    "boards": "settings",
    "bundle_part": "of a product, which the key names",
    "bundle_sales": "of a product, which the key names",
    "cancellationrequests": "of several orders",
    "cart": "settings",
    "cashreceipt": "it has a number alone",
    "chatappalimtalk": "settings",
    "chatappsync": "settings",
    "chatpay": "settings",
    "collectrequest": "it has a number alone",
    "control": "settings",
    "currency": "settings",
    "custom_property_value": "of a product, which the key names",
    "decorated_product": "of a product, which the key names",
    "decorationimage": "pictures of products and categories",
    "design_icon": "a picture",
    "display": "settings",
    "draftorders": "its order is made by it",
    "dropshipping": "settings",
    "exchangerequests": "of several orders",
    "icon": "a picture",
    "information": "settings",
    "inventories": "of variants",
    "item": "of an order, which the path names",
    "items": "of several orders",
    "join": "settings",
    "label": "of an order, which the path names",
    "labels": "of several orders",
    "memo": "of a product, customer or order",
    "migrations": "of several orders",
    "mobile": "settings",
    "openid": "settings",
    "option": "of a product, which the path names",
    "option_look": "of a product, which the key names",
    "orderform": "settings",
    "orders": "of several orders",
    "page_field": "its own name is among its fields",
    "page_property": "its own name is among its fields",
    "paymentmethod": "its own name is among its fields",
    "paymentprovider": "settings of an app",
    "payments": "of several orders",
    "point": "settings",
    "points_autoexpiration": "a shop has one",
    "policy": "settings",
    "portallogin": "settings",
    "portalpay": "settings",
    "prices": "of several products",
    "product_memo": "of a product, which the key names",
    "product_picture_text": "of a product, which the key names",
    "product_seo": "of a product, which the key names",
    "properties": "its own name is among its fields",
    "property": "its own name is among its fields",
    "push": "its own title is among its fields",
    "receivers": "of several orders",
    "recipe": "its own name is among its fields",
    "recipes": "its own name is among its fields",
    "redirects": "settings",
    "regionalsurcharge": "its own name is among its fields",
    "restocknotification": "settings",
    "returnrequests": "of several orders",
    "seo": "settings, or of what the path names",
    "serialcoupon": "a code of a coupon",
    "serialcoupons": "codes of a coupon",
    "setting": "settings, whose form names them",
    "shipments": "it has a number alone",
    "shipping": "settings",
    "shown_status": "its own name is among its fields",
    "sms": "messages that were sent",
    "status": "its own name is among its fields",
    "store": "a shop has one",
    "tag": "of a product, which the path names",
    "variants": "of variants",
}
"""Resource -> why no thing of its own is looked up for its name."""
OF_PRODUCTS = {"product", "bundleproduct", "variant", "inventory", "additionalimage"}
"""Resources that the number of a product or the code of a variant names."""
CODE = re.compile(r"[A-Z0-9]{3,}|.*[._{}].*|.*\b(?:no|id|url|api)\b.*")
"""What a label is not: a code, a path or a column."""
IN_ANY_LANGUAGE = {"SKU", "robots.txt", "llms.txt"}
HANGUL = re.compile(r"[가-힣]")


def operations() -> Iterator[tuple[str, Operation]]:
    apis = registry.apis()
    for each in (*apis.all, *apis.own):
        for operation in each.operations:
            if each.name in APIS and operation.method != "GET":
                yield each.name, operation


def fields_of(kind: Any, inside: str = "", above: tuple[Any, ...] = ()) -> Iterator[str]:
    """Return the paths of the fields of a struct and of those within it."""
    found = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
    for struct in structs_of(found):
        if struct.cls in above:
            continue
        for field in struct.fields:
            path = f"{inside}{field.encode_name}"
            yield path
            yield from fields_of(field.type, f"{path}.", (*above, struct.cls))


def structs_of(kind: inspect.Type) -> Iterator[inspect.StructType]:
    if isinstance(kind, inspect.StructType):
        yield kind
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from structs_of(each)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield from structs_of(kind.item_type)
    elif isinstance(kind, inspect.DictType):
        yield from structs_of(kind.value_type)
    elif isinstance(kind, inspect.Metadata):
        yield from structs_of(kind.type)


@functools.cache
def shown() -> dict[str, frozenset[str]]:
    """Return the paths of the fields that changes of each resource may have."""
    found: dict[str, set[str]] = {}
    for name, policy in policies().items():
        if isinstance(policy, Reverted):
            columns = metadata().tables[name].c
            found[name] = {c.name for c in columns} - {"mall_id"}
    for place, struct in stored().items():
        table, _, column = place.partition(".")
        if table in found and table != "setting":
            column = column.partition(" ")[0].rstrip(",")
            inside = "" if column in field_labels.DOCUMENTS else f"{column}."
            found[table] |= set(fields_of(struct, inside if column else ""))
    for name, operation in operations():
        if name == "admin" and operation.gives is not None and operation.key not in NO_PLAN:
            found.setdefault(operation.key, set()).update(fields_of(operation.gives))
    return {name: frozenset(paths) for name, paths in found.items()}


def test_all_resources_are_met() -> None:
    assert len(shown()) > 170
    assert {"product", "shop_order", "customer_person", "setting", "orders"} <= shown().keys()


class _Operations:
    """The operations of all APIs, as pages look them up."""

    def operation(self, api: str, method: str, path: str) -> Operation:
        found = [o for name, o in operations() if (name, o.method, o.path) == (api, method, path)]
        assert found, (api, method, path)
        return found[0]


@functools.cache
def client() -> Any:
    return _Operations()


def is_in_words(text: str, language: str) -> bool:
    if any(each in text for each in IN_ANY_LANGUAGE):
        return True
    return bool(text) and not CODE.fullmatch(text) and (language != "ko" or HANGUL.search(text))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_field_has_a_label_in_words(language: str) -> None:
    wrong = {}
    for resource, paths in shown().items():
        for path in paths:
            if field_labels.is_hidden(path):
                continue
            known = field_labels.known_label(client(), path.rpartition(".")[2])
            label = catalogues.translate(language, "backoffice", known)
            if not is_in_words(label, language):
                wrong.setdefault(path.rpartition(".")[2], (resource, path, label))
    assert wrong == {}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_field_of_settings_has_a_label(language: str) -> None:
    wrong = {}
    for resource in field_labels.RESOURCES.values():
        form = field_labels.form_labels(client(), resource)
        for name, known in form.labels.items():
            label = catalogues.translate(language, "backoffice", known)
            if not label or (language == "ko" and label == known and not label.isascii()):
                wrong[f"{resource.slug}: {name}"] = label
    assert wrong == {}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_resource_and_operation_has_a_noun(language: str) -> None:
    nouns = {name: NOUNS.get(changed_resources.singular(name), "") for name in shown()}
    for _, operation in operations():
        path = write_names.plain_path(operation.path)
        nouns[path] = write_names.noun(path)

    said = {
        name: catalogues.translate(language, "backoffice", each) for name, each in nouns.items()
    }

    assert {name: each for name, each in said.items() if not is_in_words(each, language)} == {}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_action_in_the_browser_is_a_sentence(language: str) -> None:
    actions = get_args(record.Action)
    said = {
        each: catalogues.translate(language, "backoffice", sentences.BROWSER.get(each, ""))
        for each in actions
    }

    assert {each: text for each, text in said.items() if not is_in_words(text, language)} == {}


def test_each_resource_is_named_or_has_a_reason() -> None:
    kinds = {each for resources in changed_resources.KINDS.values() for each in resources}
    named = {name for name in shown() if changed_resources.singular(name) in kinds | OF_PRODUCTS}

    assert shown().keys() - named - NAMELESS.keys() == set()
    assert NAMELESS.keys() & named == set(), "named and excepted"
    assert NAMELESS.keys() - shown().keys() == set(), "gone"


def test_each_kind_of_thing_is_looked_up_once_and_by_a_permission() -> None:
    found = {*name_store.SOURCES, *subjects.OF_LISTS, "product", "variant", "order"}
    found |= {"shop", "staff", "app", "author"}
    spoken = {kind for _, kind in logged_subjects.SPOKEN} - logged_subjects.SPOKEN_HERE

    assert {*changed_resources.KINDS, *spoken} - found == set()
    assert {*changed_resources.KINDS} == {*changed_resources.KEY_FIELDS}
    open_to_all = {"author", "app", "shop", "staff", "report", "role", "theme"}
    assert found - {*subjects.SCOPES} == open_to_all, "staff with the log see these"


@functools.cache
def logged() -> frozenset[str]:
    """Return the fields that entries of the log name by themselves, in the source."""
    found = {name for each in LOGGED_STRUCTS for name in each.__struct_fields__}
    for source in sources():
        for call in source.nodes:
            if isinstance(call, ast.Call) and _called(call) in WRITERS:
                given = [*call.args, *(k.value for k in call.keywords if k.arg == "changes")]
                for each in given:
                    if isinstance(each, ast.Dict):
                        found |= {k.value for k in each.keys if isinstance(k, ast.Constant)}
    return frozenset(found)


def test_what_is_logged_is_labelled() -> None:
    missing = {
        name
        for name in logged()
        if not field_labels.is_hidden(name) and not field_labels.known_label(client(), name)
    }
    assert len(logged()) > 60
    assert missing == set()


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def test_no_label_is_left_over() -> None:
    known = {path.rpartition(".")[2] for paths in shown().values() for path in paths}
    left = {*field_labels.LABELS} - known
    assert left - logged() - BUILT == set()


def test_hidden_fields_are_fields() -> None:
    known = {step for paths in shown().values() for path in paths for step in path.split(".")}
    assert hidden.ALL - known == set()
