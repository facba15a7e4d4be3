"""Apps, where they are installed, who is signed in, and what was given out, only ever as hashes."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import flag, installation_table, number, shop_table, text

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
    key=("client_id",),
)
"""A registered client program. `redirect_uris` is a JSON array, `scopes` parted by spaces.

`app_no` counts the installation's apps and never changes; `launch_url` is where people begin to
use the app, empty when it has no such place. `developer_no`: whose it is in the developer
console; 0: the operator's. What was replaced by a new secret or front API key is good until the
second named beside it.
"""

INSTALLATION: Final = shop_table(
    "installation",
    text("client_id"),
    text("scopes"),
    number("installed_at"),
    number("deleted_at", null=True),
    key=("client_id",),
)
"""An app in a mall. A deleted one keeps its row: its tokens are answered 403, not 401."""

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
    key=("code_hash",),
    wide=True,
)
"""An authorization code. `challenge` is the PKCE S256 challenge or empty."""

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
    key=("request_hash",),
)
"""What an app asked a signed-in manager for, from the consent page until the answer.

`state` is kept percent-encoded, so that whatever octets the app sent come back.
"""

SESSION: Final = shop_table(
    "manager_session",
    text("session_hash"),
    text("user_id"),
    text("password_digest"),
    number("expires_at"),
    key=("session_hash",),
)
"""A manager signed in with a browser. It ends when the password it began with is replaced."""

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
    key=("access_hash",),
    wide=True,
)
"""An access token with its refresh token. `family`: all that came from one authorization code."""

Index("ix_app_developer", APP.c.developer_no)
Index("ix_token_refresh", TOKEN.c.mall_id, TOKEN.c.refresh_hash, unique=True)
Index("ix_token_family", TOKEN.c.mall_id, TOKEN.c.family)
Index("ix_token_client", TOKEN.c.mall_id, TOKEN.c.client_id)
Index("ix_token_refresh_expires", TOKEN.c.mall_id, TOKEN.c.refresh_expires_at)
Index("ix_authorization_code_expires", CODE.c.mall_id, CODE.c.expires_at)
