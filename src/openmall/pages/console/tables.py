"""Tables of developers, their sessions, and their test malls."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import installation_table, number, text

DEVELOPER: Final = installation_table(
    "developer",
    number("developer_no"),
    text("email"),
    text("name"),
    text("password_hash"),
    number("created_at"),
    backup=of_installation("people of this installation's console"),
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("developer_no",),
)
"""Developers of apps for the installation's malls. `email` is stored in lower case."""

DEVELOPER_SESSION: Final = installation_table(
    "developer_session",
    text("session_hash"),
    number("developer_no"),
    text("password_digest"),
    number("expires_at"),
    backup=of_installation("people of this installation's console"),
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("session_hash",),
)
"""Sessions of developers. A session ends when the password it started with is replaced."""

TEST_MALL: Final = installation_table(
    "test_mall",
    text("store_id"),
    number("developer_no"),
    number("created_at"),
    backup=of_installation("says whose a test mall is, here", mall_column="store_id"),
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("store_id",),
)
"""Owners of test malls: `store_id` is the mall id."""

Index("ix_developer_email", DEVELOPER.c.email, unique=True)
Index("ix_developer_session_expires", DEVELOPER_SESSION.c.expires_at)
Index("ix_test_mall_developer", TEST_MALL.c.developer_no)
