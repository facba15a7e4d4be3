"""Tables of the operator console: accounts, sessions, and the audit of what was done."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import installation_table, number, text

_PEOPLE: Final = "people who run the installation"

OPERATOR: Final = installation_table(
    "operator",
    text("operator_id"),
    text("password_hash"),
    number("created_at"),
    backup=of_installation(_PEOPLE),
    personal_data=no_personal_data(_PEOPLE),
    key=("operator_id",),
)
"""Who may sign in to the operator console. `operator_id` is in lower case."""

OPERATOR_SESSION: Final = installation_table(
    "operator_session",
    text("session_hash"),
    text("operator_id"),
    text("password_digest"),
    number("second_step"),
    number("created_at"),
    number("expires_at"),
    text("device"),
    text("address"),
    backup=of_installation(_PEOPLE),
    personal_data=no_personal_data(_PEOPLE),
    key=("session_hash",),
)
"""Sessions of operators. `second_step`: 1 while the second factor is missing.

A session ends when the password it started with is replaced.
"""

OPERATOR_ACTION: Final = installation_table(
    "operator_action",
    number("action_no"),
    number("at"),
    text("operator_id"),
    text("action"),
    text("subject"),
    text("detail"),
    text("outcome"),
    backup=of_installation("what operators of this installation did"),
    personal_data=no_personal_data(_PEOPLE),
    key=("action_no",),
)
"""The audit. `at`: UTC seconds. `outcome`: begun, done or failed."""

Index("ix_operator_session_expires", OPERATOR_SESSION.c.expires_at)
