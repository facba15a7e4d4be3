"""The tables of apps, installations, sessions, codes and tokens; secrets are stored as hashes."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import (
    OF_APP,
    left_behind,
    no_personal_data,
    of_installation,
    with_same_mall,
)
from openmall.database.schema import flag, installation_table, number, shop_table, text
from openmall.database.undo_policies import RIGHTS_CHANGED

APP: Final = installation_table(
    "app",
    text("client_id"),
    text("name"),
    text("secret_hash"),
    text("front_key_hash"),
    text("redirect_uris"),
    text("scopes"),
    flag("restricted"),
    flag("strict"),
    text("version"),
    number("created_at"),
    number("app_no"),
    text("launch_url"),
    number("developer_no", later=True),
    text("earlier_secret_hash", null=True),
    number("earlier_secret_until", later=True),
    text("earlier_key_hash", null=True),
    number("earlier_key_until", later=True),
    text("initial_version", later=True),
    text("previous_version", later=True),
    text("extension_type", later=True),
    text("browser_origins", later=True),
    text("refresh_overlap", later=True),
    backup=OF_APP,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("client_id",),
)
"""A registered client program. `redirect_uris` is a JSON array, `scopes` are separated by spaces.

`app_no` numbers the installation's apps and never changes; `launch_url` is the app's start page,
empty if it has none. `developer_no`: its owner in the developer console; 0: the operator.
`earlier_*` are the previous secret and front API key, valid until the second beside them.
`initial_version` and `previous_version`: the versions before `version`, empty if it never changed.
`extension_type`: `embedded` in the back office when opened; `section` or empty: a page of its own.
`browser_origins`: origins of its pages, separated by spaces, which may call the storefront of every
mall that has the app. `refresh_overlap`: `T`: a refresh token works until its successor is used.
"""

APP_MEMBER: Final = installation_table(
    "app_member",
    text("client_id"),
    number("developer_no"),
    text("role"),
    number("added_at"),
    backup=of_installation("people of this installation's console"),
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("client_id", "developer_no"),
)
"""Developers who work on an app beside `developer_no` of `app`. `role`: `owner` or `developer`."""

APP_INVITATION: Final = installation_table(
    "app_invitation",
    text("token_hash"),
    text("client_id"),
    text("email"),
    text("role"),
    number("expires_at"),
    backup=of_installation("people of this installation's console"),
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("token_hash",),
)
"""Open invitations to work on an app; `email`, in lower case, is that of the account that may
accept."""

INSTALLATION: Final = shop_table(
    "installation",
    text("client_id"),
    text("scopes"),
    number("installed_at"),
    number("deleted_at", null=True),
    number("since_event", later=True),
    text("browser_origins", later=True),
    backup=with_same_mall("apps are let into a copy by its users", watched=True),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("client_id",),
)
"""An app in a mall. A deleted one keeps its row, so that its tokens are answered 403, not 401.

`since_event`: the mall's last event before the installation; later ones are delivered to the app.
`browser_origins`: origins allowed in this mall beside those of the app, separated by spaces.
"""

CODE: Final = shop_table(
    "authorization_code",
    text("code_hash"),
    text("client_id"),
    text("user_id"),
    text("user_type"),
    number("shop_no"),
    text("redirect_uri"),
    text("scopes"),
    text("challenge"),
    text("family"),
    number("expires_at"),
    number("used_at", null=True),
    text("resources", later=True),
    backup=left_behind("lives for a minute"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("code_hash",),
    wide=True,
)
"""An authorization code. `challenge` is the PKCE S256 challenge or empty.

`resources`: see TOKEN.
"""

REQUEST: Final = shop_table(
    "authorization_request",
    text("request_hash"),
    text("session_hash"),
    text("client_id"),
    text("redirect_uri"),
    text("scopes"),
    text("state", null=True),
    text("challenge"),
    number("expires_at"),
    text("resources", later=True),
    backup=left_behind("lives for minutes"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("request_hash",),
)
"""An authorization request, from its consent page until the manager's decision.

`state` is stored percent-encoded, so that any octets are returned unchanged.
"""

SESSION: Final = shop_table(
    "manager_session",
    text("session_hash"),
    text("user_id"),
    text("password_digest"),
    number("expires_at"),
    number("created_at", later=True),
    text("device", later=True),
    text("address", later=True),
    number("second_step", later=True),
    backup=left_behind("people sign in again"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("session_hash",),
)
"""A browser session of a manager. It ends when the password is replaced.

`device`: the browser, as it names itself; `address`: the IP address of the sign-in.
`second_step`: 1: the second factor is still missing, and the session opens nothing but its page.
"""

TOKEN: Final = shop_table(
    "token",
    text("access_hash"),
    text("refresh_hash"),
    text("family"),
    text("client_id"),
    text("user_id"),
    text("user_type"),
    number("shop_no"),
    text("scopes"),
    number("issued_at"),
    number("expires_at"),
    number("refresh_expires_at"),
    number("refreshed_at", null=True),
    number("revoked_at", null=True),
    text("previous_hash", later=True),
    text("resources", later=True),
    text("audience", later=True),
    backup=with_same_mall("what opens a mall does not open its copy"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("people who manage a shop, and apps that act for them"),
    key=("access_hash",),
    wide=True,
)
"""An access token with its refresh token. `family`: all tokens of one authorization code.

`previous_hash`: the refresh token that was exchanged for the pair; empty for the first pair of an
authorization. `resources`: names of the APIs the authorization is for, separated by spaces; empty:
all. `audience`: those of them that accept the access token; empty: all (RFC 8707).
"""

Index("ix_app_developer", APP.c.developer_no)
Index("ix_app_member_developer", APP_MEMBER.c.developer_no)
Index("ix_app_invitation_app", APP_INVITATION.c.client_id)
Index("ix_token_refresh", TOKEN.c.mall_id, TOKEN.c.refresh_hash, unique=True)
Index("ix_token_family", TOKEN.c.mall_id, TOKEN.c.family)
Index("ix_token_client", TOKEN.c.mall_id, TOKEN.c.client_id)
Index("ix_token_refresh_expires", TOKEN.c.mall_id, TOKEN.c.refresh_expires_at)
Index("ix_authorization_code_expires", CODE.c.mall_id, CODE.c.expires_at)

APP_ACTION: Final = installation_table(
    "app_action",
    text("client_id"),
    text("action_id"),
    text("place"),
    text("kind"),
    text("label"),
    text("label_ko"),
    text("address"),
    number("created_at"),
    backup=of_installation("the developer of an app declares them in each installation"),
    personal_data=no_personal_data("pages and buttons that apps have in the back office"),
    key=("client_id", "action_id"),
)
"""Pages and actions of apps in the back office. `place`, `kind`: as in `app_actions.py`."""
