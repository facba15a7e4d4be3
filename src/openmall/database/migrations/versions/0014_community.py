"""Boards, articles, comments, urgent inquiries and comment templates."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def _mall() -> sa.Column[str]:
    return sa.Column("mall_id", sa.String(length=50), nullable=False)


def _number(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=null)


def _flag(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(length=1), nullable=False)


def upgrade() -> None:
    op.create_table(
        "board_about",
        _mall(),
        _number("shop_no"),
        _number("board_no"),
        _text("name"),
        _text("content"),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "name", "board_no", name=op.f("pk_board_about")
        ),
    )
    op.create_table(
        "article",
        _mall(),
        _number("article_no"),
        _number("shop_no"),
        _number("board_no"),
        _number("thread_no"),
        _number("thread_date"),
        _number("standing"),
        _number("turn"),
        _number("parent_article_no"),
        _number("reply_depth"),
        _number("product_no", null=True),
        _number("category_no", null=True),
        _number("board_category_no", null=True),
        _number("created_date"),
        _text("writer"),
        _text("writer_email"),
        _text("member_id"),
        _text("nick_name"),
        _text("password"),
        _text("client_ip"),
        _text("title"),
        _text("content"),
        _number("rating"),
        _flag("reply_mail"),
        _flag("display"),
        _flag("secret"),
        _flag("notice"),
        _flag("fixed"),
        _flag("deleted"),
        _flag("input_channel"),
        _text("order_id"),
        _number("hit"),
        _flag("reply"),
        _text("reply_user_id"),
        _text("reply_status", null=True),
        _text("portalpay_review_id"),
        _text("supplier_id"),
        _text("sales_channel"),
        _text("files"),
        _number("comment_count"),
        _number("start_hour", null=True),
        _number("end_hour", null=True),
        sa.PrimaryKeyConstraint("mall_id", "article_no", name=op.f("pk_article")),
    )
    here = ["mall_id", "shop_no", "board_no"]
    for name, columns in (
        ("listed", [*here, "standing", "thread_date", "thread_no", "turn"]),
        ("created", [*here, "created_date"]),
        ("product", ["mall_id", "product_no", "shop_no", "board_no"]),
        ("thread", ["mall_id", "thread_no", "turn"]),
    ):
        op.create_index(f"ix_article_{name}", "article", columns)
    op.create_table(
        "article_comment",
        _mall(),
        _number("comment_no"),
        _number("shop_no"),
        _number("board_no"),
        _number("article_no"),
        _number("thread_no"),
        _number("parent_comment_no", null=True),
        _number("created_date"),
        _text("content"),
        _text("writer"),
        _text("member_id"),
        _text("password"),
        _text("client_ip"),
        _number("rating"),
        _flag("secret"),
        _flag("input_channel"),
        _text("attach_file_urls"),
        sa.PrimaryKeyConstraint("mall_id", "comment_no", name=op.f("pk_article_comment")),
    )
    op.create_index(
        "ix_article_comment_article",
        "article_comment",
        ["mall_id", "article_no", "thread_no", "comment_no"],
    )
    op.create_index("ix_article_comment_board", "article_comment", [*here, "comment_no"])
    op.create_table(
        "urgent_inquiry",
        _mall(),
        _number("article_no"),
        _number("shop_no"),
        _text("article_type"),
        _text("title"),
        _text("writer"),
        _text("member_id"),
        _number("start_date"),
        _text("reply_status"),
        _number("hit"),
        _text("content"),
        _text("writer_email"),
        _text("phone"),
        _text("search_type"),
        _text("keyword"),
        _text("files"),
        sa.PrimaryKeyConstraint("mall_id", "article_no", name=op.f("pk_urgent_inquiry")),
    )
    op.create_index(
        "ix_urgent_inquiry_listed",
        "urgent_inquiry",
        ["mall_id", "shop_no", "start_date", "article_no"],
    )
    op.create_table(
        "urgent_inquiry_reply",
        _mall(),
        _number("article_no"),
        _number("created_date"),
        _text("content"),
        _text("user_id"),
        _text("files"),
        sa.PrimaryKeyConstraint("mall_id", "article_no", name=op.f("pk_urgent_inquiry_reply")),
    )
    op.create_table(
        "comment_template",
        _mall(),
        _number("shop_no"),
        _number("comment_no"),
        _text("title"),
        _text("content"),
        _number("board_type"),
        _number("created_date"),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "comment_no", name=op.f("pk_comment_template")
        ),
    )
