"""The text the demo prints: addresses, credentials, and what to try."""

import shlex
from typing import Final

from openmall.cli.demo.file import DemoFile
from openmall.cli.output import facts, strong

SHOWN_APP: Final = "full"


def curl(found: DemoFile) -> str:
    """Return a command that reads a product and works as it stands."""
    trust = [] if found.ca_file is None else ["--cacert", found.ca_file]
    words = [
        "curl",
        *trust,
        "-H",
        f"Authorization: Bearer {found.app(SHOWN_APP).access_token}",
        f"{found.base_url}/api/v2/admin/products?limit=1",
    ]
    return " ".join(shlex.quote(word) for word in words)


def what_to_try(found: DemoFile, *, file: str, limited: bool) -> str:
    """Return the page that is printed before the server starts."""
    app = found.app(SHOWN_APP)
    lines = [
        strong("The demo mall"),
        facts(
            {
                "  mall": found.base_url,
                "  by address": found.local_url,
                "  partners": found.collection_url,
                "  analytics": found.analytics_url,
                "  developers": found.developers_url,
                "  plain HTTP": f"{found.http_url} (refuses every call)",
            }
        ),
        "",
        strong("Who may enter"),
        facts(
            {
                "  app": f"{app.name}, client id {app.client_id}",
                "  client secret": app.client_secret,
                "  front API key": app.front_api_key,
                "  access token": f"{app.access_token} (2 hours)",
                "  partner": f"{found.partner.client_id} / {found.partner.client_secret}",
                "  administrator": f"{found.admin.user_id} / {found.admin.password}",
                "  customer": f"{found.customer.member_id} / {found.customer.password}",
            }
        ),
        "",
        strong("Try it"),
        f"  Buy something in the sample shop: {found.base_url}/ (nothing is paid for real)",
        f"  {curl(found)}",
        "",
    ]
    if found.ca_file is not None:
        lines += [
            f"The certificate is of this installation's own authority: {found.ca_file}",
            "Import that file into a browser to open the mall there without a warning.",
        ]
    others = ", ".join(each.name for each in found.apps if each.name != SHOWN_APP)
    lines.append(f"Programs read {file}, which has more apps: {others}.")
    if not limited:
        lines.append("Limits are counted but not enforced (--no-limits): no call gets 429.")
    return "\n".join(lines)
