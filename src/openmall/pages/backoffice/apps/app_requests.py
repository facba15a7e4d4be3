"""The signed request with which the back office opens an app's page.

    <start page>?mall_id=…&shop_no=…&user_id=…&user_name=…&user_type=…&lang=…&timestamp=…&hmac=…

`hmac` is the HMAC-SHA256 in base64 of the raw query before `&hmac=`, with the secret that the app's
webhooks are signed with. An app without one is opened unsigned. See docs/embedded-apps.md.
"""

import base64
import hmac
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit, urlunsplit

from openmall.access.oauth.installed_apps import InstalledApp
from openmall.events.webhooks import sealed_keys
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.signing import Keys
from openmall.pages.backoffice.page_context import PageContext


async def address(
    context: PageContext,
    app: InstalledApp,
    page: str = "",
    about: Mapping[str, str] | None = None,
) -> str:
    """Return the address at which a page of an app is opened for the signed-in manager.

    `page`: empty for its start page. `about`: what the app is told besides.
    """
    keys = await keys_of(context, app)
    if keys is None:
        return page or app.launch_url
    sent = {**values(context, app, now=int(context.client.machine_clock.now())), **(about or {})}
    return signed(page or app.launch_url, sent, keys.secret)


async def keys_of(context: PageContext, app: InstalledApp) -> Keys | None:
    """Return the keys that sign requests to an app; None: it has none."""
    async with context.database.reading("") as db:
        stored = await webhook_store.find(db, app.client_id)
    if stored is None:
        return None
    now = context.client.machine_clock.now()
    return sealed_keys.opened(context.client.seal, app.client_id, stored, now=now)


def values(context: PageContext, app: InstalledApp, *, now: int) -> dict[str, str | int]:
    """Return who asks an app, where and when; `now`: UTC seconds of the machine."""
    return {
        "mall_id": context.mall_id,
        "shop_no": context.shop.shop_no,
        "client_id": app.client_id,
        "user_id": context.user.user_id,
        "user_name": context.user.name,
        "user_type": context.user.manager_type,
        "lang": context.language,
        "timestamp": now,
    }


def signed(launch_url: str, sent: Mapping[str, str | int], secret: str) -> str:
    """Return the address of a page with `sent` and their signature in its query."""
    parts = urlsplit(launch_url)
    query = "&".join(filter(None, (parts.query, urlencode(sent))))
    signature = base64.b64encode(hmac.digest(secret.encode(), query.encode(), "sha256")).decode()
    return urlunsplit(parts._replace(query=f"{query}&{urlencode({'hmac': signature})}"))
