"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "activity_log",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("process_no", sa.BigInteger(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("process_date", sa.BigInteger(), nullable=False),
        sa.Column("manager_id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("manager_type", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "process_no", name=op.f("pk_activity_log")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("activity_log", schema=None) as batch_op:
        batch_op.create_index("ix_activity_log_date", ["mall_id", "process_date"], unique=False)

    op.create_table(
        "app",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("front_key_hash", sa.Text(), nullable=False),
        sa.Column("redirect_uris", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("restricted", sa.String(length=1), nullable=False),
        sa.Column("strict", sa.String(length=1), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_app")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "authorization_code",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("user_type", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "code_hash", name=op.f("pk_authorization_code")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("authorization_code", schema=None) as batch_op:
        batch_op.create_index(
            "ix_authorization_code_expires", ["mall_id", "expires_at"], unique=False
        )

    op.create_table(
        "authorization_request",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("request_hash", sa.Text(), nullable=False),
        sa.Column("session_hash", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "request_hash", name=op.f("pk_authorization_request")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "category",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("category_depth", sa.BigInteger(), nullable=False),
        sa.Column("parent_category_no", sa.BigInteger(), nullable=False),
        sa.Column("root_category_no", sa.BigInteger(), nullable=False),
        sa.Column("category_name", sa.Text(), nullable=False),
        sa.Column("display_type", sa.String(length=1), nullable=False),
        sa.Column("use_main", sa.String(length=1), nullable=False),
        sa.Column("use_display", sa.String(length=1), nullable=False),
        sa.Column("display_order", sa.BigInteger(), nullable=False),
        sa.Column("access_authority", sa.String(length=1), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("display", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "category_no", name=op.f("pk_category")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("category", schema=None) as batch_op:
        batch_op.create_index("ix_category_number", ["mall_id", "category_no"], unique=False)
        batch_op.create_index("ix_category_parent", ["mall_id", "parent_category_no"], unique=False)

    op.create_table(
        "counter",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "name", name=op.f("pk_counter")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "customer",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "member_id", name=op.f("pk_customer")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("event_no", sa.BigInteger(), nullable=False),
        sa.Column("resource", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "sequence", name=op.f("pk_event")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "installation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("installed_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "client_id", name=op.f("pk_installation")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mall",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_mall")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "manager",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("manager_type", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "user_id", name=op.f("pk_manager")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "manager_session",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("session_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("password_digest", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "session_hash", name=op.f("pk_manager_session")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "product",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("product_code", sa.Text(), nullable=False),
        sa.Column("custom_product_code", sa.Text(), nullable=False),
        sa.Column("product_name", sa.Text(), nullable=False),
        sa.Column("eng_product_name", sa.Text(), nullable=False),
        sa.Column("supply_product_name", sa.Text(), nullable=False),
        sa.Column("internal_product_name", sa.Text(), nullable=False),
        sa.Column("model_name", sa.Text(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("retail_price", sa.BigInteger(), nullable=False),
        sa.Column("supply_price", sa.BigInteger(), nullable=False),
        sa.Column("display", sa.String(length=1), nullable=False),
        sa.Column("selling", sa.String(length=1), nullable=False),
        sa.Column("product_condition", sa.String(length=1), nullable=False),
        sa.Column("manufacturer_code", sa.Text(), nullable=False),
        sa.Column("trend_code", sa.Text(), nullable=False),
        sa.Column("brand_code", sa.Text(), nullable=False),
        sa.Column("supplier_code", sa.Text(), nullable=False),
        sa.Column("origin_place_value", sa.Text(), nullable=False),
        sa.Column("product_weight", sa.BigInteger(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.Column("approve_status", sa.Text(), nullable=False),
        sa.Column("classification_code", sa.Text(), nullable=False),
        sa.Column("sold_out", sa.String(length=1), nullable=False),
        sa.Column("set_product_type", sa.Text(), nullable=True),
        sa.Column("market_sync", sa.String(length=1), nullable=False),
        sa.Column("has_option", sa.String(length=1), nullable=False),
        sa.Column("option_type", sa.String(length=1), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("listed", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "product_no", name=op.f("pk_product")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("product", schema=None) as batch_op:
        batch_op.create_index(
            "ix_product_created", ["mall_id", "shop_no", "created_date"], unique=False
        )
        batch_op.create_index(
            "ix_product_custom_code", ["mall_id", "custom_product_code"], unique=False
        )
        batch_op.create_index(
            "ix_product_name", ["mall_id", "shop_no", "product_name"], unique=False
        )
        batch_op.create_index("ix_product_number", ["mall_id", "product_no"], unique=False)
        batch_op.create_index(
            "ix_product_updated", ["mall_id", "shop_no", "updated_date"], unique=False
        )

    op.create_table(
        "product_category",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("recommend", sa.String(length=1), nullable=False),
        sa.Column("new", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "category_no", name=op.f("pk_product_category")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("product_category", schema=None) as batch_op:
        batch_op.create_index(
            "ix_product_category_product", ["mall_id", "category_no", "product_no"], unique=False
        )

    op.create_table(
        "product_information",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", "key", "value", name=op.f("pk_product_information")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("product_information", schema=None) as batch_op:
        batch_op.create_index(
            "ix_product_information_word",
            ["mall_id", "shop_no", "key", "value", "product_no"],
            unique=False,
        )

    op.create_table(
        "product_tag",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", "tag", name=op.f("pk_product_tag")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("product_tag", schema=None) as batch_op:
        batch_op.create_index(
            "ix_product_tag_word", ["mall_id", "shop_no", "tag", "product_no"], unique=False
        )

    op.create_table(
        "redirect",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "id", name=op.f("pk_redirect")),
        sa.UniqueConstraint("mall_id", "shop_no", "path", name="uq_redirect_path"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "setting",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "name", name=op.f("pk_setting")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "shop",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", name=op.f("pk_shop")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "token",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("access_hash", sa.Text(), nullable=False),
        sa.Column("refresh_hash", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("user_type", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("refresh_expires_at", sa.BigInteger(), nullable=False),
        sa.Column("refreshed_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "access_hash", name=op.f("pk_token")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index("ix_token_client", ["mall_id", "client_id"], unique=False)
        batch_op.create_index("ix_token_family", ["mall_id", "family"], unique=False)
        batch_op.create_index("ix_token_refresh", ["mall_id", "refresh_hash"], unique=True)
        batch_op.create_index(
            "ix_token_refresh_expires", ["mall_id", "refresh_expires_at"], unique=False
        )

    op.create_table(
        "variant",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("custom_variant_code", sa.Text(), nullable=False),
        sa.Column("display", sa.String(length=1), nullable=False),
        sa.Column("selling", sa.String(length=1), nullable=False),
        sa.Column("additional_amount", sa.BigInteger(), nullable=False),
        sa.Column("use_inventory", sa.String(length=1), nullable=False),
        sa.Column("important_inventory", sa.String(length=1), nullable=False),
        sa.Column("inventory_control_type", sa.String(length=1), nullable=False),
        sa.Column("display_soldout", sa.String(length=1), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("safety_inventory", sa.BigInteger(), nullable=False),
        sa.Column("image", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "variant_code", name=op.f("pk_variant")),
        sqlite_with_rowid=False,
    )
