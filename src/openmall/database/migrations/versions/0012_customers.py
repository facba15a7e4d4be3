"""Customers with groups, consents, devices and memos."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

EMPTY = (
    "name_english",
    "name_phonetic",
    "nick_name",
    "phone",
    "cellphone",
    "cellphone_digits",
    "email",
    "zipcode",
    "country_code",
    "state",
    "city",
    "address1",
    "address2",
    "residence",
    "nationality",
    "interest",
    "job",
    "job_class",
    "recommend_id",
    "corporate_name",
    "company_condition",
    "company_line",
    "refund_bank_code",
    "refund_bank_account_no",
    "refund_bank_account_holder",
)
"""What nobody has said yet of those who joined before."""
NOTHING = ("''",) * len(EMPTY)


def upgrade() -> None:
    op.execute("CREATE TABLE customer_before AS SELECT * FROM customer")
    op.drop_table("customer")
    op.create_table(
        "customer",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_login_at", sa.BigInteger(), nullable=True),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("dormant_since", sa.BigInteger(), nullable=True),
        sa.Column("reactivated_at", sa.BigInteger(), nullable=True),
        sa.Column("member_authentication", sa.Text(), nullable=False),
        sa.Column("authentication_method", sa.Text(), nullable=True),
        sa.Column("blacklist_type", sa.Text(), nullable=False),
        sa.Column("member_type", sa.Text(), nullable=False),
        sa.Column("join_path", sa.Text(), nullable=False),
        sa.Column("sms", sa.String(length=1), nullable=False),
        sa.Column("news_mail", sa.String(length=1), nullable=False),
        sa.Column("thirdparty_agree", sa.String(length=1), nullable=False),
        sa.Column("lifetime_member", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "member_id", name=op.f("pk_customer")),
        sqlite_with_rowid=True,
    )
    op.create_index("ix_customer_created", "customer", ["mall_id", "created_at"])
    op.create_table(
        "customer_person",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_english", sa.Text(), nullable=False),
        sa.Column("name_phonetic", sa.Text(), nullable=False),
        sa.Column("nick_name", sa.Text(), nullable=False),
        sa.Column("phone", sa.Text(), nullable=False),
        sa.Column("cellphone", sa.Text(), nullable=False),
        sa.Column("cellphone_digits", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("birthday", sa.Text(), nullable=True),
        sa.Column("solar_calendar", sa.String(length=1), nullable=False),
        sa.Column("wedding_anniversary", sa.Text(), nullable=True),
        sa.Column("gender", sa.Text(), nullable=True),
        sa.Column("zipcode", sa.Text(), nullable=False),
        sa.Column("country_code", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("address1", sa.Text(), nullable=False),
        sa.Column("address2", sa.Text(), nullable=False),
        sa.Column("residence", sa.Text(), nullable=False),
        sa.Column("nationality", sa.Text(), nullable=False),
        sa.Column("interest", sa.Text(), nullable=False),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("job_class", sa.Text(), nullable=False),
        sa.Column("recommend_id", sa.Text(), nullable=False),
        sa.Column("company_type", sa.Text(), nullable=True),
        sa.Column("corporate_name", sa.Text(), nullable=False),
        sa.Column("company_condition", sa.Text(), nullable=False),
        sa.Column("company_line", sa.Text(), nullable=False),
        sa.Column("foreigner_type", sa.Text(), nullable=True),
        sa.Column("refund_bank_code", sa.Text(), nullable=False),
        sa.Column("refund_bank_account_no", sa.Text(), nullable=False),
        sa.Column("refund_bank_account_holder", sa.Text(), nullable=False),
        sa.Column("additional_information", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "member_id", name=op.f("pk_customer_person")),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_customer_person_cellphone", "customer_person", ["mall_id", "cellphone_digits"]
    )
    op.create_table(
        "customer_in_group",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.Column("fixed_group", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", name=op.f("pk_customer_in_group")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "customer_device",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("device_id", sa.Text(), nullable=False),
        sa.Column("os_type", sa.Text(), nullable=False),
        sa.Column("install_date", sa.BigInteger(), nullable=False),
        sa.Column("auto_login_flag", sa.String(length=1), nullable=False),
        sa.Column("use_push_flag", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", "device_id", name=op.f("pk_customer_device")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "customer_memo",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("memo_no", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.Text(), nullable=False),
        sa.Column("memo", sa.Text(), nullable=False),
        sa.Column("important_flag", sa.String(length=1), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", "memo_no", name=op.f("pk_customer_memo")
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "customer_payment_method",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("payment_method_id", sa.Text(), nullable=False),
        sa.Column("payment_method", sa.Text(), nullable=False),
        sa.Column("payment_gateway", sa.Text(), nullable=False),
        sa.Column("payment_proiority", sa.BigInteger(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "member_id",
            "shop_no",
            "payment_method_id",
            name=op.f("pk_customer_payment_method"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "customer_social",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("social_name", sa.Text(), nullable=False),
        sa.Column("social_member_code", sa.Text(), nullable=False),
        sa.Column("linked_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "social_name", name=op.f("pk_customer_social")
        ),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO customer (mall_id, member_id, shop_no, password_hash, created_at,"
        " member_authentication, blacklist_type, member_type, join_path, sms, news_mail,"
        " thirdparty_agree, lifetime_member)"
        " SELECT mall_id, member_id, 1, password_hash, created_at, 'F', '', 'p', 'P', 'F', 'F',"
        " 'F', 'F' FROM customer_before"
    )
    op.execute(
        "INSERT INTO customer_person (mall_id, member_id, name, solar_calendar,"  # noqa: S608 # names
        f" additional_information, {', '.join(EMPTY)})"
        f" SELECT mall_id, member_id, name, 'T', '[]', {', '.join(NOTHING)}"
        " FROM customer_before"
    )
    op.drop_table("customer_before")
