"""The tables of malls, their shops and their managers."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, left_behind, no_personal_data, with_mall
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.undo_policies import FIGURES_CHANGED, RIGHTS_CHANGED

_STAFF: Final = "people who manage a shop, and apps that act for them"

MALL: Final = shop_table(
    "mall",
    text("name"),
    text("country"),
    number("created_at"),
    number("undo_days", null=True),
    backup=with_mall(watched=True),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=(),
)
"""`undo_days`: days for which its writes are recorded; 0 or null: they are not. A setting of the
installation wins."""

CLOSED: Final = shop_table(
    "mall_closed",
    number("closed_at"),
    text("notice"),
    backup=left_behind("a mall is closed where it was, not where it goes"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=(),
)
"""A closed mall. `notice`: the message of the 503 responses."""

MALL_LIMITS: Final = shop_table(
    "mall_limits",
    number("times"),
    backup=left_behind("what the operator of an installation grants a mall there"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=(),
)
"""A mall with other rate limits: `times` those of the installation (Limits 1-5)."""

SHOP: Final = shop_table(
    "shop",
    number("shop_no"),
    text("name"),
    text("language"),
    text("currency"),
    backup=with_mall(watched=True),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=("shop_no",),
)

MANAGER: Final = shop_table(
    "manager",
    text("user_id"),
    text("name"),
    text("manager_type"),
    text("password_hash"),
    number("created_at"),
    text("phone", null=True),
    text("email", null=True),
    number("last_login_at", null=True),
    number("role_no", later=True),
    number("invited_at", later=True),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=("user_id",),
)
"""A user of the back office. `last_login_at`: null before the first sign-in.

`role_no`: the role of a sub-admin; 0: every area. `invited_at`: when a person was invited who has
not chosen a password yet; else 0.
"""

STAFF_ROLE: Final = shop_table(
    "staff_role",
    number("role_no"),
    text("name"),
    text("rights"),
    number("created_at"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=("role_no",),
)
"""A role of sub-admins. `rights`: as in `staff_rights.Rights.text`."""

SAVED_VIEW: Final = shop_table(
    "saved_view",
    text("user_id"),
    number("view_no"),
    text("list"),
    text("name"),
    text("query"),
    number("created_at"),
    backup=WITH_MALL,
    undo=FIGURES_CHANGED,
    personal_data=no_personal_data("filters of lists, without words that search for people"),
    key=("user_id", "view_no"),
)
"""A manager's name for a set of filters of a list. `query`: the filters, URL-encoded."""

STAFF_POLICY: Final = shop_table(
    "staff_policy",
    flag("second_factor"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=(),
)
"""How staff of a mall sign in. `second_factor`: `T`: nobody works without a second factor."""

APPROVAL_RULES: Final = shop_table(
    "approval_rules",
    text("rules"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=(),
)
"""Writes that need approval. `rules`: JSON, a list of `contract.approval.ApprovalRule`."""

SECOND_FACTOR: Final = shop_table(
    "staff_second_factor",
    text("user_id"),
    text("totp_secret"),
    number("totp_step"),
    number("confirmed_at"),
    text("recovery_digests"),
    backup=left_behind("people set up their second factor again where a mall is restored"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=("user_id",),
    wide=True,
)
"""What a manager proves besides the password.

`totp_secret`: sealed; empty without an authenticator app. `totp_step`: the last time step whose
code was used, which is not accepted again; 0: no code of the app was confirmed yet.
`confirmed_at`: UTC seconds since when a second step is asked for; 0: being set up.
`recovery_digests`: digests of the recovery codes that are left, separated by spaces.
"""

PASSKEY: Final = shop_table(
    "staff_passkey",
    text("credential_id"),
    text("user_id"),
    text("name"),
    text("public_key"),
    number("sign_count"),
    number("created_at"),
    number("last_used_at"),
    backup=left_behind("a passkey belongs to a host name, and is set up again"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=("credential_id",),
    wide=True,
)
"""Passkeys of managers (WebAuthn Level 3).

`credential_id`, `public_key` (COSE): base64url. `sign_count`: of the last use; 0: the authenticator
does not count. `created_at`, `last_used_at`: UTC seconds; 0: not used yet.
"""

STAFF_IDENTITY: Final = shop_table(
    "staff_identity",
    text("issuer"),
    text("subject"),
    text("user_id"),
    number("linked_at"),
    number("last_used_at"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data(_STAFF),
    key=("issuer", "subject"),
)
"""Accounts of identity providers with which managers sign in (OpenID Connect Core 2: `iss`, `sub`).

`linked_at`, `last_used_at`: UTC seconds; 0: not used yet.
"""
Index("ix_staff_identity_user", STAFF_IDENTITY.c.mall_id, STAFF_IDENTITY.c.user_id)
