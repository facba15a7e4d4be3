"""Indexes by which lists of orders find what few orders have."""

from openmall.database.online_ddl import add_index

revision = "0052"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index(
        "ix_shop_order_payment",
        "shop_order",
        ["mall_id", "shop_no", "paid", "auto_paid", "order_id"],
    )
    for name, columns, where in (
        ("buyer_name", ["buyer_name"], ""),
        ("buyer_cellphone", ["buyer_cellphone"], "buyer_cellphone != ''"),
        ("buyer_email", ["buyer_email"], "buyer_email != ''"),
        ("buyer_phone", ["buyer_phone"], "buyer_phone != ''"),
        ("subscription", ["shop_no"], "subscription = 'T'"),
        ("market", ["market_order_no"], "market_order_no IS NOT NULL"),
        ("canceled", ["cancel_date"], "cancel_date IS NOT NULL"),
        (
            "place",
            ["order_place_id"],
            "order_place_id != 'platform' AND order_place_id != 'mobile'",
        ),
    ):
        add_index(
            f"ix_shop_order_{name}", "shop_order", ["mall_id", *columns, "order_id"], where=where
        )
    add_index(
        "ix_order_item_supplier",
        "order_item",
        ["mall_id", "supplier_id", "order_id"],
        where="supplier_id != '' AND supplier_id != 'S0000000'",
    )
    add_index("ix_order_parcel_receiver", "order_parcel", ["mall_id", "receiver_name", "order_id"])
    add_index("ix_order_parcel_carrier", "order_parcel", ["mall_id", "carrier_id", "order_id"])
    add_index("ix_order_refund_status", "order_refund", ["mall_id", "status", "order_id"])
    for name in ("requested", "accepted", "completed"):
        columns = ["mall_id", f"{name}_date", "order_id"]
        add_index(f"ix_order_claim_{name}", "order_claim", columns)
