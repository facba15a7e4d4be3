"""Indexes by which lists find what few customers and products have."""

from openmall.database.online_ddl import add_index

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, columns, where in (
        ("in_care", [], "member_authentication = 'B'"),
        ("blocked", [], "blacklist_type != ''"),
        ("not_private", ["member_type"], "member_type != 'p'"),
        ("reactivated", ["reactivated_at"], "reactivated_at IS NOT NULL"),
    ):
        add_index(
            f"ix_customer_{name}", "customer", ["mall_id", *columns, "member_id"], where=where
        )
    add_index(
        "ix_customer_person_residence", "customer_person", ["mall_id", "residence", "member_id"]
    )
    add_index(
        "ix_customer_in_group_members",
        "customer_in_group",
        ["mall_id", "shop_no", "group_no", "member_id"],
    )
    add_index(
        "ix_customer_in_group_kept",
        "customer_in_group",
        ["mall_id", "shop_no", "member_id"],
        where="fixed_group = 'T'",
    )
    add_index("ix_customer_device_shop", "customer_device", ["mall_id", "shop_no", "member_id"])
    for name, columns, where in (
        ("hidden", [], "display = 'F'"),
        ("unsold", [], "selling = 'F'"),
        ("approval", ["approve_status"], "approve_status != ''"),
        ("market_sync", [], "market_sync = 'T'"),
        ("bundle", [], "set_product_type IS NOT NULL"),
        ("condition", ["product_condition"], "product_condition != 'N'"),
        ("option_type", ["option_type"], "option_type != 'F'"),
        ("retail_price", ["retail_price"], "retail_price > 0"),
        ("weight", ["product_weight"], "product_weight > 0"),
    ):
        columns = ["mall_id", "shop_no", *columns, "product_no"]
        add_index(f"ix_product_{name}", "product", columns, where=where)
    add_index(
        "ix_product_information_value",
        "product_information",
        ["mall_id", "shop_no", "value", "product_no"],
    )
