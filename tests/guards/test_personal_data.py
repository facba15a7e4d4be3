"""Every table declares what personal data of customers it holds, and all of it is erased.

`personal_data=` is a required argument of each declaration, and contradictions with the columns
stop the program at import. Here the columns and document fields that sound personal are compared
with what an erasure blanks and redacts.
"""

from typing import Any, get_args

import pytest
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import fields
from sqlalchemy import Column, MetaData, Table

from openmall.commerce.notification.batches.store import Content
from openmall.commerce.order.billing.refunds.shape import StoredRefund
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.migrated_orders.shape import MigratedOrder
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer, Order, Receiver
from openmall.commerce.privacy.data_subject.tables import (
    blanked,
    customer_rows,
    mentioning,
    redacted,
)
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.policies import (
    WITH_MALL,
    CustomerRows,
    Mentions,
    NoPersonalData,
    PersonalData,
    Policies,
    PolicyError,
    attach,
    blank,
    mentions,
    no_personal_data,
    policies_of,
    redact_except,
    rows_of_cart,
    rows_of_member,
    rows_of_order,
)
from openmall.database.schema import metadata, number, text
from tests.commerce.privacy.membership import DELETED_WITH_THE_CUSTOMER
from tests.guards.sources import import_all

TELLING = (
    "name", "email", "phone", "address", "account", "holder", "writer", "title", "content",
    "document", "detail", "reason", "client_ip", "password", "receiver", "buyer",
)  # fmt: skip
"""What a column is called, or a part of it, that may tell who somebody is."""
TELLS_NOTHING = {
    "coupon_name": "of the coupon",
    "benefit_name": "of the benefit",
    "benefit_title": "of the benefit",
    "user_name": "of the app that changed an order",
    "order_coupon.name": "of the coupon",
    "order_label.name": "a label sorts the orders of many, in the shop's words",
    "order_visit.content": "what led to a visit, of whoever made it",
    "message_batch.receiver_type": "everybody, a group or one",
    "newsletter_subscriber.email": "removed with the account that has the address",
    "guest_order.name": "of a guest's session; no member's order has one",
}
"""Column, or table and column, that stays -> why."""
STRUCTS: dict[tuple[str, str], type[Struct]] = {
    ("shop_order", "detail"): Order,
    ("shop_order", "buyer"): Buyer,
    ("order_item", "detail"): Item,
    ("order_parcel", "receiver"): Receiver,
    ("order_history", "document"): Receiver,
    ("order_claim", "content"): Claim,
    ("order_refund", "content"): StoredRefund,
    ("migrated_order", "document"): MigratedOrder,
    ("message_batch", "details"): Content,
}
TELLING_IN_DOCUMENTS = (
    "account", "holder", "reason", "email", "phone", "address", "billing", "pickup", "social_m",
    "owner", "additional_option", "additional_info", "additional_order_info", "service_data",
)  # fmt: skip
STAYS_IN_DOCUMENTS = {
    "claim_reason_type": "one of a few letters",
    "undone_reason_type": "one of a few letters",
    "request_pickup": "a flag",
    "pickup_completed": "a flag",
    "store_pickup": "a flag",
    "multiple_addresses": "a flag",
    "show_shipping_address": "a flag",
    "market_fail_reason": "of a marketplace, about the order",
    "market_fail_reason_guide": "of a marketplace, about the order",
}
PLACE = frozenset({"shop_no", "member_id", "country_code", "shipping_code"})


def _declared(kind: type[Struct]) -> dict[str, Any]:
    """Return the tables that declare personal data of a kind: name -> what they declare."""
    import_all()
    return {
        name: data
        for name, table in metadata().tables.items()
        if isinstance(data := policies_of(table).personal_data, kind)
    }


def test_every_table_declares_what_personal_data_it_holds() -> None:
    customers, texts, none = map(_declared, (CustomerRows, Mentions, NoPersonalData))
    assert {*customers, *texts, *none} == set(metadata().tables)
    assert {table.name for table in customer_rows()} == set(customers)
    assert {each.table.name for each in mentioning()} == set(texts)
    assert [name for name, data in none.items() if len(data.reason) < 10] == [], "say why"
    # the lists are not empty, whatever they are made of
    assert {"customer", "customer_person", "shop_order", "order_item", "cart", "article"} <= set(
        customers
    )
    assert set(texts) == {
        "event",
        "activity_log",
        "repeatable_answer",
        "job",
        "job_part",
        "plan",
        "plan_comment",
        "recorded_write",
        "change_cause",
    }
    assert {"product", "mall", "setting"} <= set(none)


def test_no_table_without_personal_data_names_a_member_or_an_order() -> None:
    wrong = {
        name
        for name in _declared(NoPersonalData)
        if {"member_id", "order_id"} & set(metadata().tables[name].c.keys())
    }
    assert wrong == set()


def test_rows_are_found_by_the_column_their_table_declares() -> None:
    found_by = {name: data.found_by for name, data in _declared(CustomerRows).items()}
    assert {name for name, by in found_by.items() if by == "cart"} == {"cart", "cart_line"}
    assert {name for name, by in found_by.items() if by == "condition"} == {
        "change_entry",
        "change_mark",
        "article",
        "article_comment",
        "urgent_inquiry_reply",
        "newsletter_subscriber",
    }


def test_what_an_erasure_does_not_overwrite_it_redacts_by_a_rule_of_its_own() -> None:
    left = {each.table for each in mentioning() if not each.overwritten}
    assert left == {EVENT, ACTIVITY}, "declare with the table what is written over its columns"


def test_replies_are_blanked_before_the_inquiries_they_are_found_by() -> None:
    order = [each.table.name for each in blanked()]
    assert order.index("urgent_inquiry_reply") < order.index("urgent_inquiry")


def _table(*columns: Column[Any], personal_data: PersonalData, **more: Any) -> Table:
    table = Table("made_up", MetaData(), number("mall_id"), *columns)
    attach(table, Policies(backup=WITH_MALL, personal_data=personal_data, **more))
    return table


@pytest.mark.parametrize(
    ("column", "declared", "needs"),
    [
        ("member_id", {"personal_data": no_personal_data("made up")}, "member_id"),
        ("order_id", {"personal_data": no_personal_data("made up")}, "order_id"),
        ("name", {"personal_data": rows_of_member()}, "member_id"),
        ("name", {"personal_data": rows_of_order()}, "order_id"),
        ("name", {"personal_data": rows_of_cart()}, "kind, shop_no"),
        ("member_id", {"personal_data": rows_of_member(blank("phone"))}, "phone"),
        ("member_id", {"personal_data": rows_of_member(redact_except("detail", PLACE))}, "detail"),
        ("name", {"personal_data": mentions("content")}, "content"),
        (
            "name",
            {"personal_data": no_personal_data("made up"), "deleted_with": ("product",)},
            "product_no",
        ),
        ("order_id", {"personal_data": rows_of_order(), "deleted_with": ("customer",)}, "customer"),
    ],
)
def test_a_declaration_that_contradicts_its_columns_is_refused(
    column: str, declared: dict[str, Any], needs: str
) -> None:
    with pytest.raises(PolicyError, match=f"made_up: .*{needs}"):
        _table(text(column), **declared)


def test_every_column_that_may_tell_who_somebody_is_goes() -> None:
    import_all()
    goes = {(each.table.name, name) for each in blanked() for name in each.columns}
    goes |= {(each.table.name, each.redaction.column) for each in redacted()}
    left = {
        f"{table.name}.{column.name}"
        for table in customer_rows()
        if table not in DELETED_WITH_THE_CUSTOMER
        for column in table.c
        if any(part in column.name for part in TELLING) and (table.name, column.name) not in goes
    }
    assert {
        each
        for each in left
        if each not in TELLS_NOTHING and each.partition(".")[2] not in TELLS_NOTHING
    } == set()


def _fields(kind: type[Struct], goes: frozenset[str]) -> dict[str, object]:
    """Return the fields of a struct, and of those within it that stay: name -> default."""
    found: dict[str, object] = {}
    for each in fields(kind):
        if each.default is UNSET:
            continue  # kept elsewhere
        found[each.name] = each.default if each.default_factory is NODEFAULT else ()
        for inner in (each.type, *get_args(each.type)):
            if each.name not in goes and isinstance(inner, type) and issubclass(inner, Struct):
                found = _fields(inner, goes) | found
    return found


def test_every_field_of_a_document_that_may_tell_who_somebody_is_goes() -> None:
    assert {(each.table.name, each.redaction.column) for each in redacted()} == set(STRUCTS)
    for each in redacted():
        redaction = each.redaction
        known = _fields(STRUCTS[each.table.name, redaction.column], redaction.removed)
        if redaction.kept:
            assert redaction.removed == frozenset()
            assert redaction.kept - known.keys() == PLACE - known.keys()
            continue
        telling = {name for name in known if any(part in name for part in TELLING_IN_DOCUMENTS)}
        columns = set(each.table.c.keys())
        left = telling - redaction.removed - columns - STAYS_IN_DOCUMENTS.keys()
        assert left == set(), each.table.name


def test_what_goes_of_a_document_has_something_that_stands_there_instead() -> None:
    for each in redacted():
        removed = each.redaction.removed
        known = _fields(STRUCTS[each.table.name, each.redaction.column], removed)
        assert [name for name in removed if known.get(name, ()) is NODEFAULT] == []
