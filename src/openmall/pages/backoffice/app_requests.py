"""The signed request with which the back office opens an app's page.

    <start page>?mall_id=…&shop_no=…&user_id=…&user_name=…&user_type=…&lang=…&timestamp=…&hmac=…

`hmac` is the HMAC-SHA256 in base64 of the raw query before `&hmac=`, with the secret that the app's
webhooks are signed with. An app without one is opened unsigned. See docs/embedded-apps.md.
"""

import base64
import hmac
from urllib.parse import urlencode, urlsplit, urlunsplit

from openmall.access.oauth.installed_apps import InstalledApp
from openmall.events.webhooks import sealed_keys
from openmall.events.webhooks import store as webhook_store
from openmall.pages.backoffice.page_context import PageContext


async def address(context: PageContext, app: InstalledApp) -> str:
    """Return the address at which an app's start page is opened for the signed-in manager."""
    async with context.database.reading("") as db:
        stored = await webhook_store.find(db, app.client_id)
    if stored is None:
        return app.launch_url
    now = context.client.machine_clock.now()
    keys = sealed_keys.opened(context.client.seal, app.client_id, stored, now=now)
    values: dict[str, str | int] = {
        "mall_id": context.mall_id,
        "shop_no": context.shop.shop_no,
        "client_id": app.client_id,
        "user_id": context.user.user_id,
        "user_name": context.user.name,
        "user_type": context.user.manager_type,
        "lang": context.language,
        "timestamp": int(now),
    }
    return signed(app.launch_url, values, keys.secret)


def signed(launch_url: str, values: dict[str, str | int], secret: str) -> str:
    """Return the start page's address with `values` and their signature in its query."""
    parts = urlsplit(launch_url)
    query = "&".join(filter(None, (parts.query, urlencode(values))))
    signature = base64.b64encode(hmac.digest(secret.encode(), query.encode(), "sha256")).decode()
    return urlunsplit(parts._replace(query=f"{query}&{urlencode({'hmac': signature})}"))
